import { findPostgresProgram, type ProgramEnvironment } from '../../backup/postgres/postgres-programs.ts'
import { openPostgresSession, type PostgresSession } from '../../backup/postgres/postgres-session.ts'
import { parsePostgresHosts } from '../../db/postgres/parse-hosts.ts'
import { doConnectionsHaveSeparateProcesses, PROCESS_ID } from '../../db/postgres/separate-postgres-processes.ts'
import { CONNECTIONS_MAX } from '../../db/postgres/timeouts-and-limits.ts'
import { findMissingSchemaObjects } from '../../db/schema-objects.ts'
import type { PostgresFacts } from '../findings/postgres-findings.ts'
import { collectRecordAndImportFacts, type RecordAndImportFacts } from './record-and-import-facts.ts'

const SETTINGS = [
  'fsync',
  'full_page_writes',
  'synchronous_commit',
  'synchronous_standby_names',
  'autovacuum',
  'max_connections',
  'superuser_reserved_connections',
]
const LOCAL_HOSTS = ['localhost', '127.0.0.1', '::1', '[::1]', '']

/**
 * Reads facts about a PostgreSQL database without changing it.
 * @param workers number of worker processes, each of which opens connections
 */
export async function collectPostgresFacts(
  url: string,
  workers: number,
  env: ProgramEnvironment,
): Promise<RecordAndImportFacts & { missing: string[]; engine: PostgresFacts }> {
  const session = await openPostgresSession(url)
  try {
    const [row] = await session.all<{ exists: boolean }>(`SELECT to_regclass('migration') IS NOT NULL AS exists`)
    const content = await collectRecordAndImportFacts(session.all, row?.exists ?? false)
    const missing = await findMissingSchemaObjects('postgres', session.all)
    return { ...content, missing, engine: await readEngineFacts(session, url, workers, env) }
  } finally {
    await session.close()
  }
}

/** The row that the query in `readEngineFacts` returns. */
interface ServerRow {
  major: number
  encoding: string
  replica: boolean
  superuser: boolean
  standbys: number
  age: number
  encrypted: boolean
}

async function readEngineFacts(
  session: PostgresSession,
  url: string,
  workers: number,
  env: ProgramEnvironment,
): Promise<PostgresFacts> {
  const [server] = await session.all<ServerRow>(`SELECT current_setting('server_version_num')::int / 10000 AS major,
    current_setting('server_encoding') AS encoding, pg_is_in_recovery() AS replica,
    (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS superuser,
    (SELECT count(*) FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')) AS standbys,
    (SELECT age(datfrozenxid) FROM pg_database WHERE datname = current_database()) AS age,
    (SELECT coalesce(ssl, false) FROM pg_stat_ssl WHERE pid = pg_backend_pid()) AS encrypted`)
  const settings = await session.all<{ name: string; setting: string }>(
    `SELECT name, setting FROM pg_settings WHERE name IN (${SETTINGS.map((name) => `'${name}'`).join(', ')})`,
  )
  const { major = 0, encoding = '', replica = false, superuser = false, standbys = 0, age = 0 } = server ?? {}
  return {
    name: 'postgres',
    major,
    encoding,
    isReplica: replica,
    hasOwnProcesses: await hasOwnProcesses(session, url),
    isSuperuser: superuser,
    standbys,
    transactionAge: age,
    settings: Object.fromEntries(settings.map(({ name, setting }) => [name, setting])),
    ...(await readTableStates(session)),
    connections: workers * (CONNECTIONS_MAX.main + CONNECTIONS_MAX.slow + CONNECTIONS_MAX.listener),
    toolsError: await findPostgresProgram('pg_dump', major, env).then(
      () => undefined,
      (error: Error) => error.message,
    ),
    isUnencrypted: !(server?.encrypted ?? false) && isRemote(url),
  }
}

/**
 * Whether each connection has a PostgreSQL process of its own. Opens a second session and compares it with `session`.
 */
async function hasOwnProcesses(session: PostgresSession, url: string): Promise<boolean> {
  const other = await openPostgresSession(url)
  try {
    return await doConnectionsHaveSeparateProcesses(processIdReader(session), processIdReader(other))
  } finally {
    await other.close()
  }
}

const processIdReader =
  ({ all }: PostgresSession) =>
  async () => {
    const [row] = await all<{ processId: number }>(PROCESS_ID)
    return row?.processId ?? 0
  }

async function readTableStates(
  session: PostgresSession,
): Promise<Pick<PostgresFacts, 'unanalyzedTables' | 'bloatedTables'>> {
  const tables = await session.all<{ name: string; unanalyzed: boolean; dead: boolean }>(`
    SELECT relname AS name,
      n_live_tup > 10000 AND last_analyze IS NULL AND last_autoanalyze IS NULL AS unanalyzed,
      n_dead_tup > 10000 AND n_dead_tup > n_live_tup AS dead
    FROM pg_stat_user_tables ORDER BY relname`)
  return {
    unanalyzedTables: tables.filter(({ unanalyzed }) => unanalyzed).map(({ name }) => name),
    bloatedTables: tables.filter(({ dead }) => dead).map(({ name }) => name),
  }
}

/** Whether connections to PostgreSQL cross a network; false for Unix sockets and local addresses. */
const isRemote = (url: string): boolean =>
  parsePostgresHosts(url).some(({ host, path }) => !path && !LOCAL_HOSTS.includes(host ?? ''))
