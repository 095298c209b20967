import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { type DatabaseFacts, databaseAbsent, databaseFindings, databaseUnreachable } from './database.ts'
import { type FileFacts, fileFindings } from './files.ts'
import type { DoctorFinding } from './finding.ts'
import { type MachineFacts, machineFindings } from './machine.ts'
import type { PostgresFacts } from './postgres.ts'
import { type SettingsFacts, settingsFindings } from './settings.ts'

const NOW = 1_900_000_000
const HOUR = 3600

/** An installation of which there is nothing to say. */
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
const BACKUPS = { dir: '/backups', hours: 24, newestAt: NOW - 20 * HOUR, isOnSameDisk: false }
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
  migrations: { applied: ['0001-base', '0002-more'], known: ['0001-base', '0002-more'] },
  languages: ['de', 'en'],
  configuredLanguages: ['en', 'de', 'fr'],
  administrators: 1,
  brokenPictures: 0,
  engine: SQLITE,
}

const settings = (facts: Partial<SettingsFacts>) => settingsFindings({ ...SETTINGS, ...facts })
const machine = (facts: Partial<MachineFacts>) => machineFindings({ ...MACHINE, ...facts })
const files = (facts: Partial<FileFacts>) => fileFindings({ ...FILES, ...facts })
const file = (facts: Partial<typeof DATABASE_FILE>) => files({ database: { ...DATABASE_FILE, ...facts } })
const backups = (facts: object) => files({ backups: { ...BACKUPS, ...facts } })
const database = (facts: Partial<DatabaseFacts>) => databaseFindings({ ...DATABASE, ...facts })
const postgres = (facts: Partial<PostgresFacts>) => database({ engine: { ...POSTGRES, ...facts } })
const setting = (facts: Record<string, string>) => postgres({ settings: { ...POSTGRES.settings, ...facts } })
const sqlite = (facts: object) => database({ engine: { ...SQLITE, ...facts } })

test('of a sound installation there is nothing to say', () => {
  deepEqual([...settings({}), ...machine({}), ...files({}), ...database({}), ...postgres({})], [])
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
  ['a trial on this machine', settings({ publicUrl: 'http://localhost:3000', trustProxy: 0 })],
  ['anyone can say what a proxy says', settings({ host: '::' }), 'warning trust_proxy_open'],
  ['a proxy is not believed', settings({ trustProxy: 0 }), 'warning proxy_not_trusted'],
  ['hosts are named for nothing', settings({ hasAllowedHosts: true }), 'note allowed_hosts_unused'],
  ['private addresses are fetched', settings({ allowPrivateFetch: true }), 'warning private_fetch'],
  ['the first password is unchanged', settings({ adminPassword: 'valid' }), 'warning admin_password_unchanged'],
  ['the first password is short', settings({ adminPassword: 'valid and short' }), 'wrong admin_password_short'],
  ['certificates are not looked at', settings({ isTlsUnverified: true }), 'wrong tls_unchecked'],
  ['Node is old', machine({ node: '22.3.0' }), 'wrong node_old'],
  ['pictures cannot be read', machine({ imageLibraryError: 'no such library' }), 'wrong pictures_fail'],
  ['zones are old', machine({ timeZoneVersion: '2026a' }), 'warning time_zones_old'],
  ['there are no zones', machine({ timeZoneVersion: undefined }), 'warning time_zones_old'],
  ['the clock is before the last change', machine({ latestChangeAt: NOW + 2 * HOUR }), 'wrong clock_behind'],
  ['two clocks differ by minutes', machine({ latestChangeAt: NOW + 300 })],
  ['the clock stands at its beginning', machine({ now: 0, latestChangeAt: undefined }), 'wrong clock_behind'],
  ['memory is small', machine({ workers: 20 }), 'warning memory_small'],
  ['what is kept is larger than memory', machine({ cacheBytes: 3e9 }), 'warning memory_small'],
  ['few connections are allowed', machine({ fileDescriptorsMax: 1024 }), 'warning descriptors_few'],
  ['nobody knows how many are allowed', machine({ fileDescriptorsMax: undefined })],
  ['the folder is not writable', files({ dataDirState: 'read-only' }), 'wrong data_dir_unusable'],
  ['the folder is a file', files({ dataDirState: 'no folder' }), 'wrong data_dir_unusable'],
  ['the database is not writable', file({ isWritable: false }), 'wrong database_read_only'],
  ['all may read the database', file({ mode: 0o644 }), 'warning database_readable'],
  ['its group may read the database', file({ mode: 0o640 })],
  ['the database is on a network', file({ isOnNetwork: true }), 'wrong database_on_network'],
  ['changes are not put in place', file({ walBytes: 2e9 }), 'warning wal_large'],
  ['there is no room for a copy', files({ freeBytes: 400e6 }), 'warning disk_small'],
  ['the disk is full', files({ freeBytes: 50e6 }), 'wrong disk_full'],
  ['nothing makes backups', files({ backups: undefined }), 'warning backups_none'],
  ['there is no backup', backups({ newestAt: undefined }), 'wrong backup_old'],
  ['the last backup is old', backups({ newestAt: NOW - 49 * HOUR }), 'wrong backup_old'],
  ['one backup was missed', backups({ newestAt: NOW - 47 * HOUR })],
  ['one disk has both', backups({ isOnSameDisk: true }), 'note backup_same_disk'],
  ['the database is newer', database({ migrations: { applied, known: ['0001-base'] } }), 'wrong database_newer'],
  [
    'the database is older',
    database({ migrations: { applied: ['0001-base'], known: applied } }),
    'warning migrations_pending',
  ],
  [
    'the database is empty',
    database({ migrations: { applied: [], known: applied }, administrators: 0 }),
    'note database_empty',
  ],
  ['texts are in other languages', database({ configuredLanguages: ['en'] }), 'warning languages_hidden'],
  ['there is no administrator', database({ administrators: 0 }), 'warning administrator_none'],
  ['pictures are cut', database({ brokenPictures: 2 }), 'wrong pictures_broken'],
  ['the journal is another', sqlite({ journalMode: 'delete' }), 'note journal_mode'],
  ['half of the database is empty', sqlite({ unusedBytes: 250e6 }), 'note vacuum'],
  ['PostgreSQL is old', postgres({ major: 14 }), 'wrong postgres_unusable'],
  ['PostgreSQL has other letters', postgres({ encoding: 'LATIN1' }), 'wrong postgres_unusable'],
  ['it is a replica', postgres({ isReplica: true }), 'wrong postgres_replica'],
  ['there are too few connections', postgres({ connections: 98 }), 'warning postgres_connections'],
  ['there are just enough connections', postgres({ connections: 97 })],
  ['there are no tools', postgres({ toolsError: 'pg_dump is not installed' }), 'warning postgres_tools'],
  ['nothing is put on the disk', setting({ fsync: 'off' }), 'wrong postgres_fsync'],
  ['pages may be torn', setting({ full_page_writes: 'off' }), 'wrong postgres_full_page_writes'],
  ['commits are not waited for', setting({ synchronous_commit: 'off' }), 'wrong postgres_synchronous_commit'],
  ['commits are put on this disk', setting({ synchronous_commit: 'local' })],
  ['the replica is gone', setting({ synchronous_standby_names: 'a' }), 'wrong postgres_standby_missing'],
  [
    'the replica is there',
    postgres({ standbys: 1, settings: { ...POSTGRES.settings, synchronous_standby_names: 'a' } }),
  ],
  ['nothing is cleared away', setting({ autovacuum: 'off' }), 'warning postgres_autovacuum'],
  ['statistics are missing', postgres({ unanalyzedTables: ['event'] }), 'warning postgres_analyze'],
  ['rows are dead', postgres({ bloatedTables: ['event'] }), 'warning postgres_vacuum'],
  ['transactions run out', postgres({ transactionAge: 1_900_000_000 }), 'wrong postgres_wraparound'],
  ['the user may do everything', postgres({ isSuperuser: true }), 'warning postgres_superuser'],
  ['the network is open', postgres({ isUnencrypted: true }), 'warning postgres_plain'],
  ['the database is silent', [databaseUnreachable('it does not answer')], 'wrong database_unreachable'],
  ['the database is not there', [databaseAbsent('/data/almanac.db is not there yet')], 'note database_absent'],
] as [string, DoctorFinding[], ...string[]][]) {
  test(`${when}: ${wanted.join(', ') || 'nothing to say'}`, () => {
    deepEqual(
      findings.map(({ severity, code }) => `${severity} ${code}`),
      wanted,
    )
    for (const { what, why, fix } of findings) for (const text of [what, why, fix]) equal(text.trim().length > 5, true)
  })
}

test('a finding names what it is about', () => {
  match(
    files({ freeBytes: 1.5e6 })[0]?.what ?? '',
    /^1\.5 MB are free on the disk of \/data\/almanac\.db, which is 500 MB\.$/,
  )
  match(
    backups({ newestAt: NOW - 100 * HOUR })[0]?.what ?? '',
    /^The newest backup is 100 hours old in \/backups, though/,
  )
})
