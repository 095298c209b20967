import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import {
  createDatabaseFindings,
  type DatabaseFacts,
  findingOfAbsentDatabase,
  findingOfUnreachableDatabase,
} from './database-findings.ts'
import type { DoctorFinding } from './doctor-finding.ts'
import { createFindingsAboutFilesDisksAndBackups, type FileFacts } from './file-findings.ts'
import { createImportFindings, type ImportFacts } from './import-findings.ts'
import { createDoctorFindingsAboutMachine, type MachineFacts } from './machine-findings.ts'
import { createMailFindings, type MailFacts } from './mail-findings.ts'
import type { PostgresFacts } from './postgres-findings.ts'
import { createSettingsFindings, type SettingsFacts } from './settings-findings.ts'
import { createSignInFindings } from './sign-in-findings.ts'
import { createSubmissionFindings, type SubmissionFacts } from './submission-findings.ts'

const NOW = 1_900_000_000
const HOUR = 3600

/** Settings for which `createSettingsFindings` finds no problem. */
const SETTINGS: SettingsFacts = {
  host: '127.0.0.1',
  publicUrl: 'https://calendar.example',
  hasAllowedHosts: false,
  trustProxy: 1,
  allowPrivateFetch: false,
  adminPassword: 'unused',
  isTlsUnverified: false,
}
const MACHINE: MachineFacts = {
  node: '24.21.0',
  timeZoneVersion: '2029c',
  now: NOW,
  latestChangeAt: NOW - 5,
  memoryBytes: 4e9,
  workers: 2,
  cacheBytes: 8e6,
  fileDescriptorsMax: 65536,
  imageLibraryError: undefined,
}
const DATABASE_FILE: NonNullable<FileFacts['database']> = {
  file: '/data/almanac.db',
  mode: 0o600,
  sizeBytes: 500e6,
  walBytes: 5e6,
  isWritable: true,
  isOnNetwork: false,
}
const BACKUPS = { dir: '/backups', hours: 24, newestAt: NOW - 20 * HOUR, isOnSameDisk: false, mismatch: undefined }
const FILES: FileFacts = {
  dataDir: '/data',
  dataDirState: 'writable',
  database: DATABASE_FILE,
  freeBytes: 50e9,
  backups: BACKUPS,
  now: NOW,
}
const POSTGRES: PostgresFacts = {
  name: 'postgres',
  major: 17,
  encoding: 'UTF8',
  settings: {
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    synchronous_standby_names: '',
    autovacuum: 'on',
    max_connections: '100',
    superuser_reserved_connections: '3',
  },
  isReplica: false,
  hasOwnProcesses: true,
  isSuperuser: false,
  standbys: 0,
  unanalyzedTables: [],
  bloatedTables: [],
  transactionAge: 5_000_000,
  connections: 28,
  toolsError: undefined,
  isUnencrypted: false,
}
const SQLITE = { name: 'sqlite', journalMode: 'wal', unusedBytes: 0, sizeBytes: 500e6 } as const
const DATABASE: DatabaseFacts = {
  migrations: { applied: ['0001-base', '0002-more'], ofThisVersion: ['0001-base', '0002-more'] },
  missing: [],
  languages: ['de', 'en'],
  configuredLanguages: ['en', 'de', 'fr'],
  administrators: 1,
  administratorsWithPassword: 1,
  brokenPictures: 0,
  picturesToClean: 0,
  datesUntil: '2033-02-20 08:00:00',
  recurrenceMonths: 36,
  now: NOW,
  engine: SQLITE,
}

const MAIL: MailFacts = {
  isConfigured: true,
  serverProblem: undefined,
  waiting: 2,
  retried: 0,
  failed: 0,
  problem: '',
}

const mail = (facts: Partial<MailFacts>) => createMailFindings({ ...MAIL, ...facts })
const imports = (facts: Partial<ImportFacts>) =>
  createImportFindings({ unfinishedSince: undefined, turnedOff: 0, failing: 0, now: NOW, ...facts })
const submissions = (facts: Partial<SubmissionFacts>) =>
  createSubmissionFindings({ isOpen: true, canSendMail: true, oldestSentAt: undefined, now: NOW, ...facts })
const settings = (facts: Partial<SettingsFacts>) => createSettingsFindings({ ...SETTINGS, ...facts })
const machine = (facts: Partial<MachineFacts>) => createDoctorFindingsAboutMachine({ ...MACHINE, ...facts })
const files = (facts: Partial<FileFacts>) => createFindingsAboutFilesDisksAndBackups({ ...FILES, ...facts })
const file = (facts: Partial<typeof DATABASE_FILE>) => files({ database: { ...DATABASE_FILE, ...facts } })
const backups = (facts: object) => files({ backups: { ...BACKUPS, ...facts } })
const database = (facts: Partial<DatabaseFacts>) => createDatabaseFindings({ ...DATABASE, ...facts })
const postgres = (facts: Partial<PostgresFacts>) => database({ engine: { ...POSTGRES, ...facts } })
const setting = (facts: Record<string, string>) => postgres({ settings: { ...POSTGRES.settings, ...facts } })
const sqlite = (facts: object) => database({ engine: { ...SQLITE, ...facts } })

test('reports nothing about an installation without problems', () => {
  deepEqual([...settings({}), ...mail({}), ...machine({}), ...files({}), ...database({}), ...postgres({})], [])
  deepEqual(files({ dataDirState: 'absent', database: undefined }), [], 'before the first start')
})

const { applied } = DATABASE.migrations
for (const [when, findings, ...wanted] of [
  [
    'other machines reach it without TLS',
    settings({ host: '0.0.0.0', publicUrl: undefined, trustProxy: 0 }),
    'warning no_tls',
  ],
  ['links are http', settings({ publicUrl: 'http://calendar.example' }), 'warning public_url_http'],
  ['a test installation on this machine', settings({ publicUrl: 'http://localhost:3000', trustProxy: 0 })],
  ['clients can bypass the trusted proxy', settings({ host: '::' }), 'warning trust_proxy_open'],
  ['a proxy is not trusted', settings({ trustProxy: 0 }), 'warning proxy_not_trusted'],
  ['ALLOWED_HOSTS has no effect', settings({ hasAllowedHosts: true }), 'note allowed_hosts_unused'],
  ['pictures may be fetched from private addresses', settings({ allowPrivateFetch: true }), 'warning private_fetch'],
  ['the initial password is still valid', settings({ adminPassword: 'valid' }), 'warning admin_password_unchanged'],
  [
    'the initial password is still valid and short',
    settings({ adminPassword: 'valid and short' }),
    'wrong admin_password_short',
  ],
  ['certificates are not verified', settings({ isTlsUnverified: true }), 'wrong tls_unchecked'],
  ['the mail server refuses', mail({ serverProblem: 'Invalid login' }), 'wrong mail_server_unusable'],
  ['mails wait without a mail server', mail({ isConfigured: false }), 'warning mail_not_delivered'],
  ['a mail was given up', mail({ failed: 1, problem: 'no such user' }), 'warning mail_failed'],
  [
    'the identity provider does not answer',
    createSignInFindings({ providerProblem: 'x' }),
    'wrong identity_provider_unusable',
  ],
  ['the identity provider answers', createSignInFindings({ providerProblem: undefined })],
  ['submissions are open without mail', submissions({ canSendMail: false }), 'warning submissions_without_mail'],
  ['submissions are open with mail', submissions({})],
  [
    'a submission waits for eight days',
    submissions({ oldestSentAt: NOW - 8 * 24 * HOUR }),
    'warning submissions_waiting',
  ],
  ['a submission waits for a week', submissions({ isOpen: false, oldestSentAt: NOW - 7 * 24 * HOUR })],
  ['an import was interrupted', imports({ unfinishedSince: NOW - 25 * HOUR }), 'warning import_unfinished'],
  ['an import is running', imports({ unfinishedSince: NOW - 23 * HOUR })],
  ['a source could not be read for a week', imports({ turnedOff: 1 }), 'warning subscription_off'],
  ['the last read of a source failed', imports({ failing: 2 }), 'note subscription_failing'],
  ['Node is old', machine({ node: '22.3.0' }), 'wrong node_old'],
  ['the image library fails', machine({ imageLibraryError: 'no such library' }), 'wrong pictures_fail'],
  ['time zone data is old', machine({ timeZoneVersion: '2026a' }), 'warning time_zones_old'],
  ['time zone data is missing', machine({ timeZoneVersion: undefined }), 'warning time_zones_old'],
  ['the clock is behind the latest change', machine({ latestChangeAt: NOW + 2 * HOUR }), 'wrong clock_behind'],
  ['two clocks differ by minutes', machine({ latestChangeAt: NOW + 300 })],
  ['the clock is at its epoch', machine({ now: 0, latestChangeAt: undefined }), 'wrong clock_behind'],
  ['memory is too small for the workers', machine({ workers: 20 }), 'warning memory_small'],
  ['memory is too small for the caches', machine({ cacheBytes: 3e9 }), 'warning memory_small'],
  ['the limit of open files is low', machine({ fileDescriptorsMax: 1024 }), 'warning descriptors_few'],
  ['the limit of open files is unknown', machine({ fileDescriptorsMax: undefined })],
  ['the data folder is not writable', files({ dataDirState: 'read-only' }), 'wrong data_dir_unusable'],
  ['the data folder is a file', files({ dataDirState: 'not a folder' }), 'wrong data_dir_unusable'],
  ['the database is not writable', file({ isWritable: false }), 'wrong database_read_only'],
  ['all users can read the database', file({ mode: 0o644 }), 'warning database_readable'],
  ['the group can read the database', file({ mode: 0o640 })],
  ['the database is on a network file system', file({ isOnNetwork: true }), 'wrong database_on_network'],
  ['the write-ahead log is large', file({ walBytes: 2e9 }), 'warning wal_large'],
  ['there is no space for a copy', files({ freeBytes: 400e6 }), 'warning disk_small'],
  ['the disk is full', files({ freeBytes: 50e6 }), 'wrong disk_full'],
  ['scheduled backups are off', files({ backups: undefined }), 'warning backups_none'],
  ['there is no backup', backups({ newestAt: undefined }), 'wrong backup_old'],
  ['the last backup is old', backups({ newestAt: NOW - 49 * HOUR }), 'wrong backup_old'],
  ['one backup was missed', backups({ newestAt: NOW - 47 * HOUR })],
  ['backups are on the disk of the database', backups({ isOnSameDisk: true }), 'note backup_same_disk'],
  [
    'the database is newer than the program',
    database({ migrations: { applied, ofThisVersion: ['0001-base'] } }),
    'wrong database_newer',
  ],
  [
    'the database has pending migrations',
    database({ migrations: { applied: ['0001-base'], ofThisVersion: applied } }),
    'warning migrations_pending',
  ],
  [
    'the database is empty',
    database({ migrations: { applied: [], ofThisVersion: applied }, administrators: 0 }),
    'note database_empty',
  ],
  ['texts exist in unconfigured languages', database({ configuredLanguages: ['en'] }), 'warning languages_hidden'],
  ['there is no administrator', database({ administrators: 0 }), 'warning administrator_none'],
  ['no administrator can sign in', database({ administratorsWithPassword: 0 }), 'note administrator_without_password'],
  ['pictures may have metadata', database({ picturesToClean: 2 }), 'warning pictures_metadata'],
  ['dates of repeated events end too early', database({ datesUntil: '2033-01-01 08:00:00' }), 'warning dates_behind'],
  ['pictures are truncated', database({ brokenPictures: 2 }), 'wrong pictures_broken'],
  ['the journal mode is not WAL', sqlite({ journalMode: 'delete' }), 'note journal_mode'],
  ['half of the database is unused', sqlite({ unusedBytes: 250e6 }), 'note vacuum'],
  ['PostgreSQL is old', postgres({ major: 14 }), 'wrong postgres_unusable'],
  ['PostgreSQL has another encoding', postgres({ encoding: 'LATIN1' }), 'wrong postgres_unusable'],
  ['DATABASE_URL names a replica', postgres({ isReplica: true }), 'wrong postgres_replica'],
  ['DATABASE_URL leads to a pooler in transaction mode', postgres({ hasOwnProcesses: false }), 'wrong postgres_pooler'],
  ['PostgreSQL allows too few connections', postgres({ connections: 98 }), 'warning postgres_connections'],
  ['PostgreSQL allows just enough connections', postgres({ connections: 97 })],
  ['pg_dump is missing', postgres({ toolsError: 'pg_dump is not installed' }), 'warning postgres_tools'],
  ['fsync is off', setting({ fsync: 'off' }), 'wrong postgres_fsync'],
  ['full_page_writes is off', setting({ full_page_writes: 'off' }), 'wrong postgres_full_page_writes'],
  ['synchronous_commit is off', setting({ synchronous_commit: 'off' }), 'wrong postgres_synchronous_commit'],
  ['synchronous_commit is local', setting({ synchronous_commit: 'local' })],
  ['the synchronous replica is missing', setting({ synchronous_standby_names: 'a' }), 'wrong postgres_standby_missing'],
  [
    'the synchronous replica is connected',
    postgres({ standbys: 1, settings: { ...POSTGRES.settings, synchronous_standby_names: 'a' } }),
  ],
  ['autovacuum is off', setting({ autovacuum: 'off' }), 'warning postgres_autovacuum'],
  ['statistics are missing', postgres({ unanalyzedTables: ['event'] }), 'warning postgres_analyze'],
  ['tables are bloated', postgres({ bloatedTables: ['event'] }), 'warning postgres_vacuum'],
  ['transaction ids run out', postgres({ transactionAge: 1_900_000_000 }), 'wrong postgres_wraparound'],
  ['the database user is a superuser', postgres({ isSuperuser: true }), 'warning postgres_superuser'],
  ['the connection is unencrypted', postgres({ isUnencrypted: true }), 'warning postgres_plain'],
  ['the database is unavailable', [findingOfUnreachableDatabase('it does not respond')], 'wrong database_unreachable'],
  [
    'the database does not exist',
    [findingOfAbsentDatabase('/data/almanac.db does not exist yet')],
    'note database_absent',
  ],
] as [string, DoctorFinding[], ...string[]][]) {
  test(`${when}: ${wanted.join(', ') || 'no finding'}`, () => {
    deepEqual(
      findings.map(({ severity, code }) => `${severity} ${code}`),
      wanted,
    )
    for (const { what, why, fix } of findings) for (const text of [what, why, fix]) equal(text.trim().length > 5, true)
  })
}

test('findings contain names and numbers', () => {
  match(
    files({ freeBytes: 1.5e6 })[0]?.what ?? '',
    /^1\.5 MB free on the disk of \/data\/almanac\.db, which has 500 MB\.$/,
  )
  match(
    backups({ newestAt: NOW - 100 * HOUR })[0]?.what ?? '',
    /^The newest backup is 100 hours old in \/backups, but one is due/,
  )
})
