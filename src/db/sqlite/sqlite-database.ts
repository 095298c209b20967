import type { SQLInputValue } from 'node:sqlite'
import {
  createFilterCountCache,
  createRecordCache,
  NO_RECORD_CACHE,
  READER_WITHOUT_CACHES,
} from '../cache/record-cache.ts'
import { mayStatementWriteNonEventTables } from '../cache/tables-written-by-statement.ts'
import { type Database, type Reader, type Sequence, type Sql, sql, type Transaction } from '../database.ts'
import { requireCompleteDatabaseSchema } from '../schema-objects.ts'
import { translateSqliteErrors } from '../translate-database-errors.ts'
import { createGroupCommitQueue } from './group-commit-queue.ts'
import { createPoolOfSqliteReadThreads } from './pool-of-sqlite-read-threads.ts'
import { runSqliteStatementAndFetchRows } from './prepare-sqlite-statement.ts'
import { createSqliteMethodsThatWriteManyRows } from './sqlite-bulk-write-methods.ts'
import { runSqliteCheckpointsInWorker } from './sqlite-checkpoints.ts'
import { openSqliteConnection, retryWhileSqliteIsLocked, type SqliteConnection } from './sqlite-connection.ts'
import { createSqliteDataVersionReader } from './sqlite-data-version.ts'
import {
  checkDatabaseFileBeforeEachQuery,
  createCheckForReplacedDatabaseFile,
  createSqliteDatabaseFile,
} from './sqlite-database-file.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

/** How long to wait for a lock on the SQLite file that another process holds; milliseconds. */
const BUSY_TIMEOUT_MS = 5000

/** Default of `SqliteOptions.bulkCacheKib`. With 16 MiB, a bulk load takes about 10 % longer. */
const BULK_CACHE_KIB = 65_536

export interface SqliteOptions {
  busyTimeoutMs?: number
  /** Size of the page cache of the connection that writes, from its first bulk load, in KiB. */
  bulkCacheKib?: number
}

/**
 * Opens an SQLite file in WAL mode, with one connection that writes, one that only reads and so sees only committed
 * data, and worker threads for slow queries.
 * @param file path; the file and its folder are created if missing
 */
export async function openSqliteDatabase(
  file: string,
  { busyTimeoutMs = BUSY_TIMEOUT_MS, bulkCacheKib = BULK_CACHE_KIB }: SqliteOptions = {},
): Promise<Database> {
  createSqliteDatabaseFile(file)
  const writer = await openSqliteConnection(file, 0, busyTimeoutMs)
  const reads = await openSqliteConnection(file, busyTimeoutMs, busyTimeoutMs)
  const version = createSqliteDataVersionReader(reads.db)
  // SQLite's `data_version` ignores commits of its own connection,
  // so on `writer` it counts commits of other processes only.
  const versionOfOthers = createSqliteDataVersionReader(writer.db)
  const otherTables = { commits: 0, isWritten: false }
  const versionExceptEvents = () => `${versionOfOthers()} ${otherTables.commits}`
  const recordCache = createRecordCache(versionExceptEvents)
  const workers = createPoolOfSqliteReadThreads(file, busyTimeoutMs)
  const checkpoints = runSqliteCheckpointsInWorker(file, writer.db)
  const checkFile = createCheckForReplacedDatabaseFile(file)
  const reader = { ...createSqliteReader(reads), slow: checkDatabaseFileBeforeEachQuery(workers, checkFile) }
  const writes = createGroupCommitQueue(
    () => {
      checkFile()
      return retryWhileSqliteIsLocked(busyTimeoutMs, () => writer.db.exec('BEGIN IMMEDIATE'))
    },
    writer.db,
    {
      ...transactionOn(writer, bulkCacheKib, () => {
        otherTables.isWritten = true
      }),
      // After a write to tables other than event tables, the transactions of the group see uncommitted records, which
      // must not get into the cache.
      recordCache: () => (otherTables.isWritten ? NO_RECORD_CACHE : recordCache()),
    },
    () => {
      if (otherTables.isWritten) otherTables.commits += 1
      otherTables.isWritten = false
      checkpoints.afterCommit()
    },
  )
  return {
    ...reader,
    recordCache,
    countCache: createFilterCountCache(version),
    transaction: writes.add,
    version,
    versionExceptEvents,
    async ping() {
      checkFile()
      await requireCompleteDatabaseSchema('sqlite', reader)
    },
    async close() {
      await writes.idle()
      await workers.close()
      // Waits for transactions that were queued while the workers were closing.
      await writes.idle()
      await checkpoints.close()
      for (const { db } of [reads, writer]) if (db.isOpen) db.close()
    },
  }
}

function createSqliteReader({ prepared }: SqliteConnection): Reader {
  const rows = <Row>({ sql: text, values }: Sql) =>
    translateSqliteErrors(() => runSqliteStatementAndFetchRows(prepared(text), values) as Row[])
  const queryable = {
    all: async <Row>(statement: Sql) => rows<Row>(statement),
    get: async <Row>(statement: Sql) => rows<Row>(statement)[0],
  }
  return { dialect: sqliteDialect, ...queryable, slow: queryable, ...READER_WITHOUT_CACHES }
}

/**
 * Creates a `Transaction` that runs its statements on an SQLite connection.
 * @param onOtherTables called before each statement that may write to a table other than the event tables
 */
function transactionOn(inner: SqliteConnection, bulkCacheKib: number, onOtherTables: () => void): Transaction {
  const connection: SqliteConnection = {
    db: inner.db,
    prepared(text) {
      if (mayStatementWriteNonEventTables(text)) onOtherTables()
      return inner.prepared(text)
    },
  }
  const reader = createSqliteReader(connection)
  const run = ({ sql: text, values }: Sql) =>
    translateSqliteErrors(() => Number(connection.prepared(text).statement.run(...(values as SQLInputValue[])).changes))
  return {
    ...reader,
    run: async (statement) => run(statement),
    async runAll(statements) {
      for (const statement of statements) run(statement)
    },
    async script(text) {
      onOtherTables()
      translateSqliteErrors(() => connection.db.exec(text))
    },
    async nextId(sequence: Sequence) {
      const row = await reader.get<{ value: number }>(
        sql`UPDATE id_sequence SET value = value + 1 WHERE name = ${sequence} RETURNING value`,
      )
      return (row as { value: number }).value
    },
    lock: async () => {},
    ...createSqliteMethodsThatWriteManyRows(reader, connection, bulkCacheKib),
  }
}
