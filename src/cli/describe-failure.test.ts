import { doesNotMatch, match } from 'node:assert/strict'
import { test } from 'node:test'
import { AccountError } from '../accounts/account-store.ts'
import { ConfigError } from '../config/config-types.ts'
import { CalendarError, invalidParameterError } from '../core/errors.ts'
import { formatMessage } from '../core/messages/index.ts'
import { NewerDatabaseError } from '../db/migrations.ts'
import { UnusableDatabaseError } from '../db/translate-database-errors.ts'
import { describeErrorForTerminal } from './describe-error-for-terminal.ts'
import { UsageError } from './parse-arguments.ts'
import { WorkerError } from './serving/workers/worker-pool.ts'

const failure = (message: string, fields: object) => Object.assign(new Error(message), fields)
const listening = { syscall: 'listen', address: '127.0.0.1', port: 80 }
const refused = failure('connect ECONNREFUSED 127.0.0.1:5432', { code: 'ECONNREFUSED' })

for (const [what, error, message] of [
  ['wrong usage', new UsageError('missing: login'), /^missing: login$/],
  ['a wrong setting', new ConfigError('PORT: must be a port'), /^PORT: must be a port$/],
  ['an account', new AccountError('there is no user "x"'), /^there is no user "x"$/],
  ['a newer database', new NewerDatabaseError('start that version'), /^start that version$/],
  ['a worker', new WorkerError('worker 7 ended'), /^worker 7 ended$/],
  ['an unusable database', new UnusableDatabaseError('encoded in LATIN1'), /^encoded in LATIN1$/],
  [
    'a wrong value',
    invalidParameterError('per_page', 'reason.number', { min: 1, max: 50 }),
    /^per_page must be a number from 1 to 50/,
  ],
  ['an API error', new CalendarError('rest_no_route'), new RegExp(`^${formatMessage('en', 'rest_no_route')}`)],
  ['a port in use', failure('', { code: 'EADDRINUSE', ...listening }), /^127\.0\.0\.1:80 is in use; .*--port/],
  ['an address of another machine', failure('', { code: 'EADDRNOTAVAIL', ...listening }), /--host/],
  ['a port below 1024', failure('', { code: 'EACCES', ...listening }), /listen on 127\.0\.0\.1:80; .*1024/],
  [
    'a folder without permission',
    failure('', { code: 'EACCES', syscall: 'mkdir', path: '/srv/x' }),
    /\/srv\/x; .*--data-dir/,
  ],
  ['a read-only disk', failure('', { code: 'EROFS', path: '/srv/x' }), /\/srv\/x is read-only/],
  ['a missing folder', failure('', { code: 'ENOENT', path: '/srv/x' }), /\/srv\/x does not exist/],
  ['a file in place of a folder', failure('', { code: 'ENOTDIR', path: '/srv/x' }), /\/srv\/x is not a folder/],
  ['an unknown host', failure('', { code: 'ENOTFOUND', hostname: 'db.example' }), /"db\.example"/],
  ['a malformed address', failure('', { code: 'ERR_INVALID_URL' }), /DATABASE_URL .*%XX/],
  ['no PostgreSQL', refused, /^PostgreSQL does not answer \(connect ECONNREFUSED 127/],
  [
    'no PostgreSQL, as the cause of an API error',
    new CalendarError('database_unavailable', { cause: refused }),
    /does not answer/,
  ],
  ['a wrong password', failure('for user "x"', { code: '28P01' }), /rejects the user \(for user "x"\)/],
  ['no such database', failure('"x"', { code: '3D000' }), /no such database .*createdb/],
  ['insufficient privileges', failure('', { code: '42501' }), /owner of the database/],
  ['another encoding', failure('', { code: '22P05' }), /not encoded in UTF-8/],
  ['too many connections', failure('', { code: '53300' }), /max_connections/],
  ['PostgreSQL starting', failure('', { code: '57P03' }), /starting/],
  [
    'a locked file',
    failure('database is locked', { code: 'ERR_SQLITE_ERROR', errcode: 5 }),
    /has locked .*; try again/,
  ],
  ['a busy snapshot', failure('', { errcode: 517 }), /has locked .*; try again/],
  ['a read-only file', failure('', { errcode: 8 }), /is read-only/],
  ['a damaged file', failure('malformed', { errcode: 11 }), /cannot be read \(malformed\)/],
  ['a full disk', failure('', { errcode: 13 }), /is full/],
  [
    'a full disk, with its path',
    failure('', { code: 'ENOSPC', path: '/b/x' }),
    /^the disk of \/b\/x is full; free some space$/,
  ],
  ['a file that cannot be opened', failure('', { errcode: 14 }), /cannot be opened/],
  [
    'a file of another format',
    failure('file is not a database', { errcode: 26 }),
    /is not a database; configure another file/,
  ],
  ['an unexpected error', new TypeError('x is not a function'), /^unexpected failure: x is not a function; LOG_LEVEL/],
  ['a thrown value that is not an error', 'words', /^words$/],
] as const) {
  test(`error message for ${what}`, () => {
    match(describeErrorForTerminal(error), message)
    doesNotMatch(describeErrorForTerminal(error), /undefined|\n/)
  })
}
