import { POSTGRES_MAJOR_MIN } from '../../db/postgres/limits.ts'
import type { DoctorFinding } from './finding.ts'

export interface PostgresFacts {
  name: 'postgres'
  major: number
  encoding: string
  /** As `pg_settings` has them. */
  settings: Readonly<Record<string, string>>
  isReplica: boolean
  isSuperuser: boolean
  /** Connected servers that take over what this one writes. */
  standbys: number
  /** Of large tables. */
  unanalyzedTables: readonly string[]
  bloatedTables: readonly string[]
  /** Transactions since the oldest that is remembered. */
  transactionAge: number
  /** What the processes of this installation may use. */
  connections: number
  /** Why `pg_dump` cannot be used; undefined when it can. */
  toolsError: string | undefined
  /** Whether the connection crosses a network without TLS. */
  isUnencrypted: boolean
}

const AGE_MAX = 1_500_000_000

export function postgresFindings(facts: PostgresFacts): DoctorFinding[] {
  return [...serverFindings(facts), ...durabilityFindings(facts), ...careFindings(facts), ...accessFindings(facts)]
}

function serverFindings({
  major,
  encoding,
  isReplica,
  connections,
  settings,
  toolsError,
}: PostgresFacts): DoctorFinding[] {
  const found: DoctorFinding[] = []
  if (major < POSTGRES_MAJOR_MIN || encoding !== 'UTF8') {
    found.push({
      code: 'postgres_unusable',
      severity: 'wrong',
      what: `PostgreSQL is ${major}, the encoding of the database is ${encoding}.`,
      why: `Almanac needs ${POSTGRES_MAJOR_MIN} or newer, and UTF8 for all letters.`,
      fix: 'Update the server, or make another database with `createdb --encoding=UTF8 --template=template0 <name>`.',
    })
  }
  if (isReplica) {
    found.push({
      code: 'postgres_replica',
      severity: 'wrong',
      what: 'DATABASE_URL names a replica, which takes no writes.',
      why: 'Every write is refused with 503.',
      fix: 'Name the primary in DATABASE_URL, or promote this one if the primary is gone.',
    })
  }
  const free = Number(settings.max_connections) - Number(settings.superuser_reserved_connections ?? 0)
  if (free < connections) {
    found.push({
      code: 'postgres_connections',
      severity: 'warning',
      what: `PostgreSQL allows ${free} connections, the processes of this server may use ${connections}.`,
      why: 'When none is left, requests are answered 503.',
      fix: 'Raise max_connections, or lower WORKERS.',
    })
  }
  if (toolsError) {
    found.push({
      code: 'postgres_tools',
      severity: 'warning',
      what: `No backup can be made from here: ${toolsError}.`,
      why: '`almanac backup` and BACKUP_DIR need them.',
      fix: 'Install them, or make backups where PostgreSQL runs.',
    })
  }
  return found
}

function durabilityFindings({ settings, standbys }: PostgresFacts): DoctorFinding[] {
  const found: DoctorFinding[] = []
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    if (settings[name] !== 'off') continue
    found.push({
      code: `postgres_${name}`,
      severity: 'wrong',
      what: `${name} is off in PostgreSQL.`,
      why:
        name === 'synchronous_commit'
          ? 'Writes that were answered are lost when the machine stops.'
          : 'When the machine stops, the database may be damaged beyond repair.',
      fix: `\`ALTER SYSTEM SET ${name} = on; SELECT pg_reload_conf();\``,
    })
  }
  if (settings.synchronous_standby_names && standbys === 0) {
    found.push({
      code: 'postgres_standby_missing',
      severity: 'wrong',
      what: 'PostgreSQL waits for a replica at each commit, and none is connected.',
      why: 'Writes wait until they are given up with 503.',
      fix: 'Start the replica, or set synchronous_standby_names to nothing until it is there.',
    })
  }
  return found
}

function careFindings({ settings, unanalyzedTables, bloatedTables, transactionAge }: PostgresFacts): DoctorFinding[] {
  const found: DoctorFinding[] = []
  if (settings.autovacuum === 'off') {
    found.push({
      code: 'postgres_autovacuum',
      severity: 'warning',
      what: 'autovacuum is off in PostgreSQL.',
      why: 'What is deleted is never cleared away: everything gets slower, and in the end writes are refused.',
      fix: '`ALTER SYSTEM SET autovacuum = on; SELECT pg_reload_conf();`',
    })
  }
  if (unanalyzedTables.length > 0) {
    found.push({
      code: 'postgres_analyze',
      severity: 'warning',
      what: `PostgreSQL has no statistics of ${unanalyzedTables.join(', ')}.`,
      why: 'It guesses how much there is, and may read whole tables.',
      fix: '`ANALYZE` (autovacuum does it in a few minutes, if it is on).',
    })
  }
  if (bloatedTables.length > 0) {
    found.push({
      code: 'postgres_vacuum',
      severity: 'warning',
      what: `More than half of ${bloatedTables.join(', ')} is deleted and not cleared away.`,
      why: 'Reads pass over it.',
      fix: '`VACUUM`; if it comes back, something holds a transaction open for hours (pg_stat_activity).',
    })
  }
  if (transactionAge > AGE_MAX) {
    found.push({
      code: 'postgres_wraparound',
      severity: 'wrong',
      what: `PostgreSQL remembers ${transactionAge.toLocaleString('en')} transactions, of 2,000,000,000 it can.`,
      why: 'Then it takes no more writes.',
      fix: '`VACUUM FREEZE`, and find out why autovacuum does not do it.',
    })
  }
  return found
}

function accessFindings({ isSuperuser, isUnencrypted }: PostgresFacts): DoctorFinding[] {
  const found: DoctorFinding[] = []
  if (isSuperuser) {
    found.push({
      code: 'postgres_superuser',
      severity: 'warning',
      what: 'The user in DATABASE_URL is a superuser of PostgreSQL.',
      why: 'Whoever gets hold of it has all databases of that server, and its files.',
      fix: 'Make a user of its own: `createuser almanac`, `createdb --owner=almanac almanac`.',
    })
  }
  if (isUnencrypted) {
    found.push({
      code: 'postgres_plain',
      severity: 'warning',
      what: 'The connection to PostgreSQL crosses a network without TLS.',
      why: 'Password and content can be read on their way.',
      fix: 'Add `?sslmode=require` to DATABASE_URL, or use a network that nobody else is in.',
    })
  }
  return found
}
