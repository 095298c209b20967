import { randomBytes } from 'node:crypto'
import { createSemaphore } from '../../core/generic/semaphore.ts'
import { createFilterCountCache, createRecordCache, NO_RECORD_CACHE } from '../cache/record-cache.ts'
import { type Database, type Reader, sql } from '../database.ts'
import { requireCompleteDatabaseSchema } from '../schema-objects.ts'
import { translatePostgresErrors, UnusableDatabaseError } from '../translate-database-errors.ts'
import { REQUEST_RELEASE } from './cache-lock.ts'
import { type CommitListener, startCommitListener, type WrittenTables } from './commit-listener.ts'
import { type ConnectionPool, createConnectionPool } from './connection-pool.ts'
import type { PostgresConnection } from './postgres-connection.ts'
import { createPostgresConnector } from './postgres-connector.ts'
import {
  createFunctionThatBatchesPostgresQueries,
  createPostgresQueryMethods,
  createPostgresReader,
} from './postgres-reader.ts'
import { runPostgresTransaction } from './postgres-transaction.ts'
import { doConnectionsHaveSeparateProcesses, PROCESS_ID } from './separate-postgres-processes.ts'
import {
  COMMAND_LIMITS,
  CONNECTIONS_MAX,
  POSTGRES_MAJOR_MIN,
  REQUEST_LIMITS,
  TRANSACTIONS_MAX,
} from './timeouts-and-limits.ts'

/**
 * Opens a PostgreSQL database: two connection pools, and a connection that listens for notifications about commits.
 * @param url `postgres://user:password@host:port/database`; if it has several hosts (`host:port,host:port`), the one
 * that accepts writes is used
 * @param isServing true for a server, which has short timeouts and whose caches contain every write that has been
 * answered; false for a command
 * @throws {UnusableDatabaseError} when PostgreSQL is too old, the encoding of the database is not UTF-8, or connections
 * lead through a pooler in transaction mode
 * @throws {CalendarError} `database_unavailable`
 */
export async function openPostgresDatabase(url: string, { isServing = false } = {}): Promise<Database> {
  const limits = isServing ? REQUEST_LIMITS : COMMAND_LIMITS
  const name = `almanac ${randomBytes(6).toString('hex')}`
  const connector = createPostgresConnector(url, name, limits)
  const pool = createConnectionPool(() => connector.connect(), CONNECTIONS_MAX.main, limits)
  // Custom plans, because the best plan of a slow query depends
  // on its values, above all on how many texts contain a word.
  const slowPool = createConnectionPool(() => connector.connect({ plans: 'custom' }), CONNECTIONS_MAX.slow, limits)
  const reader = {
    ...createPostgresReader(createFunctionThatBatchesPostgresQueries(pool)),
    slow: createPostgresQueryMethods(createFunctionThatBatchesPostgresQueries(slowPool)),
  }
  const limitTransactions = createSemaphore(
    isServing
      ? { runningMax: TRANSACTIONS_MAX, waitingMax: limits.queueMax, waitMs: limits.acquireTimeoutMs }
      : { runningMax: CONNECTIONS_MAX.main },
  )
  const requestRelease = () => pool.use((connection) => connection.script(REQUEST_RELEASE))
  const closePools = async () => {
    await Promise.all([pool.close(), slowPool.close()])
    connector.close()
  }
  let changes: CommitListener
  try {
    await translatePostgresErrors(() => refuseTransactionPooling(pool))
    assertSupportedPostgresServer(await serverPropertiesOf(reader))
    changes = await translatePostgresErrors(() => startCommitListener(connector, { name, isServing, requestRelease }))
  } catch (error) {
    await closePools()
    throw error
  }
  const { version, versionExceptEvents } = changes
  const cachedRecords = createRecordCache(versionExceptEvents)
  // While caches may not be used, the cached records are bypassed and not cleared, because most commits leave them
  // valid.
  const recordCache = () => (changes.mayUseCaches() ? cachedRecords() : NO_RECORD_CACHE)
  return {
    ...reader,
    recordCache,
    countCache: createFilterCountCache(version),
    async transaction(work, read) {
      let written: WrittenTables = 'event tables'
      const onOtherTables = () => {
        written = 'other tables'
      }
      // A transaction that has written to tables other than event tables sees its own uncommitted records, which must
      // not get into the cache.
      const cacheInside = () => (written === 'event tables' ? recordCache() : NO_RECORD_CACHE)
      const options = { timeoutMs: limits.transactionTimeoutMs, recordCache: cacheInside, onOtherTables }
      const result = await limitTransactions(() => runPostgresTransaction(pool, options, work, read))
        .catch((error) => {
          // If only the response to COMMIT was lost, PostgreSQL may commit after `recordCommit` has counted the
          // transaction. The notification about that late commit must then be counted too.
          changes.countOwnNotifications()
          throw error
        })
        .finally(() => changes.recordCommit(written))
      await changes.waitForOthers()
      return result
    },
    version,
    versionExceptEvents,
    // Uses the connection that listens for notifications: a ping
    // must not fail because all connections of the pools are in use.
    ping: () => requireCompleteDatabaseSchema('postgres', changes.listenerQueryable() ?? reader),
    async close() {
      changes.close()
      await closePools()
    },
  }
}

/**
 * Refuses connections through a pooler in transaction mode.
 * @throws {UnusableDatabaseError}
 */
async function refuseTransactionPooling(pool: ConnectionPool): Promise<void> {
  const hasOwnProcesses = await pool.use((one) =>
    pool.use((other) => doConnectionsHaveSeparateProcesses(processIdReader(one), processIdReader(other))),
  )
  if (hasOwnProcesses) return
  throw new UnusableDatabaseError(
    'DATABASE_URL leads to a pooler in transaction or statement mode, in which notifications about writes get lost; set `pool_mode = session` for this database (PgBouncer), or connect to PostgreSQL directly',
  )
}

const processIdReader = (connection: PostgresConnection) => async () => {
  const [row] = await connection.script(PROCESS_ID)
  return (row as { processId: number }).processId
}

interface ServerProperties {
  /** PostgreSQL's `server_version_num`; 150018 is version 15.18. */
  version: number
  encoding: string
}

async function serverPropertiesOf(reader: Reader): Promise<ServerProperties> {
  const properties = await reader.get<ServerProperties>(
    sql`SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding`,
  )
  return properties as ServerProperties
}

/**
 * Refuses a PostgreSQL server that Almanac cannot use.
 * @throws {UnusableDatabaseError} when PostgreSQL is too old, or the encoding of the database is not UTF-8
 */
export function assertSupportedPostgresServer({ version, encoding }: ServerProperties): void {
  const major = Math.floor(version / 10_000)
  if (major < POSTGRES_MAJOR_MIN) {
    throw new UnusableDatabaseError(`PostgreSQL ${POSTGRES_MAJOR_MIN} or newer is needed, this server is ${major}`)
  }
  if (encoding !== 'UTF8') {
    throw new UnusableDatabaseError(
      `the encoding of the database is ${encoding}; Almanac needs a database created with \`CREATE DATABASE … ENCODING 'UTF8'\``,
    )
  }
}
