import { POSTGRES_MAJOR_MIN } from '../../db/postgres/timeouts-and-limits.ts'
import type { DoctorFinding } from './doctor-finding.ts'

/** Facts about a PostgreSQL server and the database of the calendar, the input of `createPostgresFindings`. */
export interface PostgresFacts {
  name: 'postgres'
  /** Major version of the PostgreSQL server, such as 17. */
  major: number
  encoding: string
  /** Settings of the PostgreSQL server, from its view `pg_settings`, by name. */
  settings: Readonly<Record<string, string>>
  isReplica: boolean
  /** Whether each connection has a server process of its own; false behind a pooler in transaction mode. */
  hasOwnProcesses: boolean
  isSuperuser: boolean
  /** Number of connected synchronous replicas. */
  standbys: number
  /** Names of large tables without statistics for the query planner. */
  unanalyzedTables: readonly string[]
  /** Names of large tables with more dead (deleted, not yet vacuumed) than live rows. */
  bloatedTables: readonly string[]
  /**
   * Number of transactions since the oldest transaction id that `VACUUM` has not frozen. When it approaches 2 billion,
   * PostgreSQL rejects writes.
   */
  transactionAge: number
  /** Largest number of PostgreSQL connections that all processes of this installation may open together. */
  connections: number
  /** Reason why `pg_dump` cannot make a backup, for example that it is missing; undefined if it is usable. */
  toolsError: string | undefined
  /** Whether the connection crosses a network without TLS. */
  isUnencrypted: boolean
}

const AGE_MAX = 1_500_000_000

export function createPostgresFindings(facts: PostgresFacts): DoctorFinding[] {
  return [
    ...serverFindings(facts),
    ...durabilityFindings(facts),
    ...maintenanceFindings(facts),
    ...accessFindings(facts),
  ]
}

function serverFindings({
  major,
  encoding,
  isReplica,
  hasOwnProcesses,
  connections,
  settings,
  toolsError,
}: PostgresFacts): DoctorFinding[] {
  const found: DoctorFinding[] = []
  if (major < POSTGRES_MAJOR_MIN || encoding !== 'UTF8') {
    found.push({
      code: 'postgres_unusable',
      severity: 'wrong',
      what: `PostgreSQL has version ${major}, and the database has the encoding ${encoding}.`,
      why: `Almanac needs version ${POSTGRES_MAJOR_MIN} or newer, and the encoding UTF8.`,
      fix: 'Update the server, or create another database with `createdb --encoding=UTF8 --template=template0 <name>`.',
    })
  }
  if (isReplica) {
    found.push({
      code: 'postgres_replica',
      severity: 'wrong',
      what: 'DATABASE_URL names a replica, which is read-only.',
      why: 'All writes fail with 503.',
      fix: 'Set DATABASE_URL to the primary, or promote this server if the primary is lost.',
    })
  }
  if (!hasOwnProcesses) {
    found.push({
      code: 'postgres_pooler',
      severity: 'wrong',
      what: 'DATABASE_URL leads to a pooler in transaction or statement mode.',
      why: 'Almanac does not start with it, because notifications about writes would get lost, and caches become outdated.',
      fix: 'Set `pool_mode = session` for this database (PgBouncer), or connect to PostgreSQL directly.',
    })
  }
  const free = Number(settings.max_connections) - Number(settings.superuser_reserved_connections ?? 0)
  if (free < connections) {
    found.push({
      code: 'postgres_connections',
      severity: 'warning',
      what: `PostgreSQL allows ${free} connections, but the processes of this server may open ${connections}.`,
      why: 'When no connection is free, requests fail with 503.',
      fix: 'Raise max_connections, or lower WORKERS.',
    })
  }
  if (toolsError) {
    found.push({
      code: 'postgres_tools',
      severity: 'warning',
      what: `Backups are not possible on this machine: ${toolsError}.`,
      why: '`almanac backup` and scheduled backups need these programs.',
      fix: 'Install them, or run backups on the machine of PostgreSQL.',
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
          ? 'Confirmed writes are lost when the machine crashes.'
          : 'A crash of the machine can damage the database beyond repair.',
      fix: `\`ALTER SYSTEM SET ${name} = on; SELECT pg_reload_conf();\``,
    })
  }
  if (settings.synchronous_standby_names && standbys === 0) {
    found.push({
      code: 'postgres_standby_missing',
      severity: 'wrong',
      what: 'PostgreSQL waits for a synchronous replica at each commit, but none is connected.',
      why: 'Writes time out with 503.',
      fix: 'Start the replica, or clear synchronous_standby_names until it is available.',
    })
  }
  return found
}

function maintenanceFindings({
  settings,
  unanalyzedTables,
  bloatedTables,
  transactionAge,
}: PostgresFacts): DoctorFinding[] {
  const found: DoctorFinding[] = []
  if (settings.autovacuum === 'off') {
    found.push({
      code: 'postgres_autovacuum',
      severity: 'warning',
      what: 'autovacuum is off in PostgreSQL.',
      why: 'Deleted rows are never removed: the database gets slower, and finally rejects writes.',
      fix: '`ALTER SYSTEM SET autovacuum = on; SELECT pg_reload_conf();`',
    })
  }
  if (unanalyzedTables.length > 0) {
    found.push({
      code: 'postgres_analyze',
      severity: 'warning',
      what: `PostgreSQL has no statistics for ${unanalyzedTables.join(', ')}.`,
      why: 'Its query plans may scan whole tables.',
      fix: 'Run `ANALYZE` (autovacuum does so within a few minutes, if it is on).',
    })
  }
  if (bloatedTables.length > 0) {
    found.push({
      code: 'postgres_vacuum',
      severity: 'warning',
      what: `More than half of ${bloatedTables.join(', ')} are dead rows.`,
      why: 'Reads have to skip them.',
      fix: 'Run `VACUUM`; if they return, a transaction has been open for hours (see pg_stat_activity).',
    })
  }
  if (transactionAge > AGE_MAX) {
    found.push({
      code: 'postgres_wraparound',
      severity: 'wrong',
      what: `The oldest unfrozen transaction is ${transactionAge.toLocaleString('en')} transactions old; the limit is 2,000,000,000.`,
      why: 'At the limit PostgreSQL rejects all writes.',
      fix: 'Run `VACUUM FREEZE`, and find out why autovacuum does not.',
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
      why: 'With its password, an attacker controls all databases and files of that server.',
      fix: 'Create a separate user: `createuser almanac`, `createdb --owner=almanac almanac`.',
    })
  }
  if (isUnencrypted) {
    found.push({
      code: 'postgres_plain',
      severity: 'warning',
      what: 'The connection to PostgreSQL crosses a network without TLS.',
      why: 'Password and data can be read in transit.',
      fix: 'Add `?sslmode=require` to DATABASE_URL, or use a private network.',
    })
  }
  return found
}
