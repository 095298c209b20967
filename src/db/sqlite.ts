import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Database,
  type Dialect,
  empty,
  type Reader,
  type Sequence,
  type Sql,
  sql,
  type Transaction,
} from './database.ts'
import { isBusy, translateSqlite } from './errors.ts'
import { sqliteBulk } from './sqlite-bulk.ts'
import { runWork } from './transaction.ts'

/** How long to wait for a writer of another process. */
const BUSY_TIMEOUT_MS = 5000
const BUSY_POLL_MS = 5
const STATEMENTS_MAX = 500

export const sqliteDialect: Dialect = {
  engine: 'sqlite',
  among: (column, values) => sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`,
  positionIn: (column, values) => sql`(SELECT key FROM json_each(${JSON.stringify(values)}) WHERE value = ${column})`,
  numbered: (values) => sql`(SELECT value, key AS position FROM json_each(${JSON.stringify(values)}))`,
  contains: (text, needle) => sql`instr(${text}, ${needle}) > 0`,
  forUpdate: empty,
  forChange: empty,
  sortable: (text) => text,
}

/**
 * One file: a writer behind a queue and a reader of its own, so that reads never see half a transaction (WAL).
 * @param file path, created with its folder when absent
 */
export async function openSqlite(file: string, options: { busyTimeoutMs?: number } = {}): Promise<Database> {
  const busyTimeoutMs = options.busyTimeoutMs ?? BUSY_TIMEOUT_MS
  mkdirSync(dirname(file), { recursive: true })
  const writer = await connect(file, 0, busyTimeoutMs)
  const reads = await connect(file, busyTimeoutMs, busyTimeoutMs)
  const dataVersion = reads.db.prepare('PRAGMA data_version')
  const reader = readerOf(reads)
  let lastWrite: Promise<unknown> = Promise.resolve()
  return {
    ...reader,
    transaction(work) {
      const turn = lastWrite.then(() => inTransaction(writer, busyTimeoutMs, work))
      lastWrite = turn.catch(() => {})
      return turn
    },
    version: () => translateSqlite(() => String((dataVersion.get() as { data_version: number }).data_version)),
    ping: async () => void (await reader.get(sql`SELECT 1 AS one`)),
    async close() {
      await lastWrite
      for (const { db } of [reads, writer]) if (db.isOpen) db.close()
    },
  }
}

interface Connection {
  db: DatabaseSync
  prepare(text: string): StatementSync
}

const PRAGMAS =
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY'

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
  const statements = new Map<string, StatementSync>()
  const prepare = (text: string) => {
    const known = statements.get(text)
    if (known) return known
    // The oldest text goes: filters combine freely, so texts are many but the common ones return at once.
    if (statements.size >= STATEMENTS_MAX) statements.delete(statements.keys().next().value as string)
    const made = db.prepare(text)
    statements.set(text, made)
    return made
  }
  return { db, prepare }
}

/** Tries again while another connection holds the lock. */
async function whenFree<T>(timeoutMs: number, call: () => T): Promise<T> {
  for (let waitedMs = 0; ; waitedMs += BUSY_POLL_MS) {
    try {
      return call()
    } catch (error) {
      if (!isBusy(error) || waitedMs >= timeoutMs) {
        return translateSqlite(() => {
          throw error
        })
      }
    }
    await sleep(BUSY_POLL_MS)
  }
}

function readerOf({ prepare }: Connection): Reader {
  return {
    dialect: sqliteDialect,
    all: async <Row>(statement: Sql) =>
      translateSqlite(() => prepare(statement.sql).all(...(statement.values as SQLInputValue[])) as Row[]),
    get: async <Row>(statement: Sql) =>
      translateSqlite(() => prepare(statement.sql).get(...(statement.values as SQLInputValue[])) as Row | undefined),
  }
}

function transactionOn(connection: Connection): Transaction {
  const reader = readerOf(connection)
  return {
    ...reader,
    run: async ({ sql: text, values }) =>
      translateSqlite(() => Number(connection.prepare(text).run(...(values as SQLInputValue[])).changes)),
    script: async (text) => translateSqlite(() => connection.db.exec(text)),
    async nextId(sequence: Sequence) {
      const row = await reader.get<{ value: number }>(
        sql`UPDATE id_sequence SET value = value + 1 WHERE name = ${sequence} RETURNING value`,
      )
      return (row as { value: number }).value
    },
    lock: async () => {},
    ...sqliteBulk(reader, connection),
  }
}

async function inTransaction<T>(
  connection: Connection,
  busyTimeoutMs: number,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const { db } = connection
  await whenFree(busyTimeoutMs, () => db.exec('BEGIN IMMEDIATE'))
  try {
    const result = await runWork(transactionOn(connection), work)
    translateSqlite(() => db.exec('COMMIT'))
    return result
  } catch (error) {
    // A failed COMMIT may already have rolled back.
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}
