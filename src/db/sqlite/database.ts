import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCountCache, createRecordCache, NO_RECORD_CACHE, READER_WITHOUT_CACHES } from '../cache/record-cache.ts'
import { mayWriteOtherTables } from '../cache/written-tables.ts'
import {
  type Database,
  type Dialect,
  empty,
  type Reader,
  type Sequence,
  type Sql,
  sql,
  type Transaction,
} from '../database.ts'
import { isBusy, translateSqlite } from '../errors.ts'
import { sqliteBulkMethods } from './bulk-load.ts'
import { createDataVersionReader } from './data-version.ts'
import { createDatabaseFile, createFileCheck, withFileCheck } from './database-file.ts'
import { createGroupCommit } from './group-commit.ts'
import { fetchRows, type PreparedStatement, prepareStatement } from './prepared-statements.ts'
import { createReadWorkerPool } from './read-worker-pool.ts'
import { searchEventTexts } from './search.ts'

/** How long to wait for a writer of another process. */
const BUSY_TIMEOUT_MS = 5000
/**
 * Between two writes of a busy process the lock is free for microseconds, and nobody queues for it: who asks often gets it
 * soon. Asking takes some 20 µs. With 5 ms the unlucky waited twice as long, and less was written.
 */
const BUSY_POLL_MS = 1
const STATEMENTS_MAX = 500

export const sqliteDialect: Dialect = {
  engine: 'sqlite',
  // One is asked for most, and is found without unpacking a list.
  inList: (column, values) =>
    values.length === 1
      ? sql`${column} = ${values[0]}`
      : sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`,
  positionIn: (column, values) => sql`(SELECT key FROM json_each(${JSON.stringify(values)}) WHERE value = ${column})`,
  jsonRows: (fields, from) => sql`(SELECT json_group_array(json_array(${fields})) FROM ${from})`,
  joinedIds: (rows) => sql`(SELECT group_concat(r.id) FROM (${rows}) r)`,
  valuesTable: (values) =>
    values.length === 1
      ? sql`(SELECT ${values[0]} AS value, 0 AS position)`
      : sql`(SELECT value, key AS position FROM json_each(${JSON.stringify(values)}))`,
  contains: (text, needle) => sql`instr(${text}, ${needle}) > 0`,
  searchEventTexts: async (_db, words, where) => searchEventTexts(words, where),
  forUpdate: empty,
  forNoKeyUpdate: empty,
  binaryOrder: (text) => text,
}

/**
 * One file: a writer behind a queue and a reader of its own, so that reads never see half a transaction (WAL).
 * @param file path, created with its folder when absent
 */
export async function openSqlite(file: string, options: { busyTimeoutMs?: number } = {}): Promise<Database> {
  const busyTimeoutMs = options.busyTimeoutMs ?? BUSY_TIMEOUT_MS
  createDatabaseFile(file)
  const writer = await connect(file, 0, busyTimeoutMs)
  const reads = await connect(file, busyTimeoutMs, busyTimeoutMs)
  const version = createDataVersionReader(reads.db)
  // A connection does not count its own commits.
  const versionOfOthers = createDataVersionReader(writer.db)
  const written = { besidesEvents: 0, isOpen: false }
  const versionBesidesEvents = () => `${versionOfOthers()} ${written.besidesEvents}`
  const known = createRecordCache(versionBesidesEvents)
  const threads = createReadWorkerPool(file, busyTimeoutMs)
  const isThere = createFileCheck(file)
  const reader = { ...readerOf(reads), slow: withFileCheck(threads, isThere) }
  const writes = createGroupCommit(
    () => {
      isThere()
      return whenFree(busyTimeoutMs, () => writer.db.exec('BEGIN IMMEDIATE'))
    },
    writer.db,
    {
      ...transactionOn(writer, () => {
        written.isOpen = true
      }),
      // What this very transaction has written of them nobody else knows.
      recordCache: () => (written.isOpen ? NO_RECORD_CACHE : known()),
    },
    () => {
      if (written.isOpen) written.besidesEvents += 1
      written.isOpen = false
    },
  )
  return {
    ...reader,
    recordCache: known,
    countCache: createCountCache(version),
    transaction: writes.add,
    version,
    versionExceptEvents: versionBesidesEvents,
    async ping() {
      isThere()
      // A page of the file is read.
      await reader.get(sql`SELECT count(*) AS tables FROM sqlite_master`)
    },
    async close() {
      await writes.ended()
      await threads.close()
      // Who came meanwhile.
      await writes.ended()
      for (const { db } of [reads, writer]) if (db.isOpen) db.close()
    },
  }
}

interface Connection {
  db: DatabaseSync
  prepared(text: string): PreparedStatement
}

const PRAGMAS =
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; ' +
  // Pages: 16 MiB. Those that every write touches are copied to the file a quarter as often.
  'PRAGMA wal_autocheckpoint = 4000; PRAGMA cache_size = -4000'

/** @param timeoutMs how long SQLite itself waits for a lock, which stops the whole process; `whenFree` waits beside it */
async function connect(file: string, timeoutMs: number, busyTimeoutMs: number): Promise<Connection> {
  const db = translateSqlite(() => new DatabaseSync(file, { timeout: timeoutMs }))
  try {
    // The journal mode is kept in the file and changed alone: another process may be the first to open it right now.
    await whenFree(busyTimeoutMs, () => db.exec(PRAGMAS))
  } catch (error) {
    db.close()
    throw error
  }
  const statements = new Map<string, PreparedStatement>()
  const prepared = (text: string) => {
    const known = statements.get(text)
    if (known) return known
    // The oldest text goes: filters combine freely, so texts are many but the common ones return at once.
    if (statements.size >= STATEMENTS_MAX) statements.delete(statements.keys().next().value as string)
    const made = prepareStatement(db, text)
    statements.set(text, made)
    return made
  }
  return { db, prepared }
}

/** Tries again while another connection holds the lock. */
async function whenFree<T>(timeoutMs: number, call: () => T): Promise<T> {
  const until = performance.now() + timeoutMs
  for (;;) {
    try {
      return call()
    } catch (error) {
      if (!isBusy(error) || performance.now() >= until) {
        return translateSqlite(() => {
          throw error
        })
      }
    }
    await sleep(BUSY_POLL_MS)
  }
}

function readerOf({ prepared }: Connection): Reader {
  const rows = <Row>({ sql: text, values }: Sql) => translateSqlite(() => fetchRows(prepared(text), values) as Row[])
  const reads = {
    all: async <Row>(statement: Sql) => rows<Row>(statement),
    get: async <Row>(statement: Sql) => rows<Row>(statement)[0],
  }
  return { dialect: sqliteDialect, ...reads, slow: reads, ...READER_WITHOUT_CACHES }
}

/** @param onBesides called for what writes to anything but events */
function transactionOn(inner: Connection, onBesides: () => void): Transaction {
  const connection: Connection = {
    db: inner.db,
    prepared(text) {
      if (mayWriteOtherTables(text)) onBesides()
      return inner.prepared(text)
    },
  }
  const reader = readerOf(connection)
  const run = ({ sql: text, values }: Sql) =>
    translateSqlite(() => Number(connection.prepared(text).statement.run(...(values as SQLInputValue[])).changes))
  return {
    ...reader,
    run: async (statement) => run(statement),
    async runAll(statements) {
      for (const statement of statements) run(statement)
    },
    async script(text) {
      onBesides()
      translateSqlite(() => connection.db.exec(text))
    },
    async nextId(sequence: Sequence) {
      const row = await reader.get<{ value: number }>(
        sql`UPDATE id_sequence SET value = value + 1 WHERE name = ${sequence} RETURNING value`,
      )
      return (row as { value: number }).value
    },
    lock: async () => {},
    ...sqliteBulkMethods(reader, connection),
  }
}
