import { doesNotMatch, match } from 'node:assert/strict'
import { test } from 'node:test'
import { AccountError } from '../accounts/accounts.ts'
import { ConfigError } from '../config/config.ts'
import { CalendarError, invalidParameter } from '../core/errors.ts'
import { UnusableDatabaseError } from '../db/errors.ts'
import { NewerDatabaseError } from '../db/migrate.ts'
import { describeFailure } from './failures.ts'
import { UsageError } from './options.ts'
import { WorkerError } from './serving/worker-pool.ts'

const failure = (message: string, fields: object) => Object.assign(new Error(message), fields)
const listening = { syscall: 'listen', address: '127.0.0.1', port: 80 }
const refused = failure('connect ECONNREFUSED 127.0.0.1:5432', { code: 'ECONNREFUSED' })

for (const [what, error, said] of [
  ['a wrong call', new UsageError('missing: login'), /^missing: login$/],
  ['a wrong setting', new ConfigError('PORT: must be a port'), /^PORT: must be a port$/],
  ['an account', new AccountError('there is no user "x"'), /^there is no user "x"$/],
  ['a newer database', new NewerDatabaseError('start that version'), /^start that version$/],
  ['a worker', new WorkerError('worker 7 ended'), /^worker 7 ended$/],
  ['an unusable database', new UnusableDatabaseError('encoded in LATIN1'), /^encoded in LATIN1$/],
  [
    'a wrong value',
    invalidParameter('per_page', 'reason.number', { min: 1, max: 50 }),
    /^per_page must be a number from 1 to 50/,
  ],
  ['a refusal', new CalendarError('rest_no_route'), /^Nothing answers/],
  ['a port in use', failure('', { code: 'EADDRINUSE', ...listening }), /^127\.0\.0\.1:80 is taken; .*--port/],
  ['a foreign address', failure('', { code: 'EADDRNOTAVAIL', ...listening }), /--host/],
  ['a port below 1024', failure('', { code: 'EACCES', ...listening }), /listen on 127\.0\.0\.1:80; .*1024/],
  ['a closed folder', failure('', { code: 'EACCES', syscall: 'mkdir', path: '/srv/x' }), /\/srv\/x; .*--data-dir/],
  ['a read-only disk', failure('', { code: 'EROFS', path: '/srv/x' }), /\/srv\/x cannot be written to/],
  ['a missing folder', failure('', { code: 'ENOENT', path: '/srv/x' }), /\/srv\/x does not exist/],
  ['a file for a folder', failure('', { code: 'ENOTDIR', path: '/srv/x' }), /\/srv\/x is not a folder/],
  ['an unknown host', failure('', { code: 'ENOTFOUND', hostname: 'db.example' }), /"db\.example"/],
  ['a malformed address', failure('', { code: 'ERR_INVALID_URL' }), /DATABASE_URL .*%XX/],
  ['no PostgreSQL', refused, /^PostgreSQL does not answer \(connect ECONNREFUSED 127/],
  ['no PostgreSQL, as a refusal', new CalendarError('database_unavailable', { cause: refused }), /does not answer/],
  ['a wrong password', failure('for user "x"', { code: '28P01' }), /refuses the user \(for user "x"\)/],
  ['no such database', failure('"x"', { code: '3D000' }), /no such database .*createdb/],
  ['too few rights', failure('', { code: '42501' }), /owner/],
  ['another encoding', failure('', { code: '22P05' }), /not UTF-8/],
  ['too many connections', failure('', { code: '53300' }), /max_connections/],
  ['PostgreSQL starting', failure('', { code: '57P03' }), /starting/],
  ['a locked file', failure('database is locked', { code: 'ERR_SQLITE_ERROR', errcode: 5 }), /locked; try again/],
  ['a snapshot that is busy', failure('', { errcode: 517 }), /locked; try again/],
  ['a read-only file', failure('', { errcode: 8 }), /cannot be written to/],
  ['a damaged file', failure('malformed', { errcode: 11 }), /cannot be read \(malformed\)/],
  ['a full disk', failure('', { errcode: 13 }), /is full/],
  ['a full disk, of files', failure('', { code: 'ENOSPC', path: '/b/x' }), /^the disk of \/b\/x is full; make room$/],
  ['a file that does not open', failure('', { errcode: 14 }), /cannot be opened/],
  ['no database', failure('file is not a database', { errcode: 26 }), /is not a database; name another file/],
  ['what nobody foresaw', new TypeError('x is not a function'), /^unexpected failure: x is not a function; LOG_LEVEL/],
  ['what is no error', 'words', /^words$/],
] as const) {
  test(`says what to do about ${what}`, () => {
    match(describeFailure(error), said)
    doesNotMatch(describeFailure(error), /undefined|\n/)
  })
}
