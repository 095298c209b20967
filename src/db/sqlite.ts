import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { type Database, type Dialect, type Reader, type Sequence, type Sql, sql, type Transaction } from './database.ts'
import { translateSqlite } from './errors.ts'

const BUSY_TIMEOUT_MS = 5000
const STATEMENTS_MAX = 500

export const sqliteDialect: Dialect = {
  engine: 'sqlite',
  among: (column, values) => sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`,
  contains: (text, needle) => sql`instr(${text}, ${needle}) > 0`,
  sortable: (text) => text,
}

/**
 * One file: a writer behind a queue and a reader of its own, so that reads never see half a transaction (WAL).
 * @param file path, created with its folder when absent
 */
export function openSqlite(file: string): Database {
  mkdirSync(dirname(file), { recursive: true })
  const writer = connect(file)
  const reads = connect(file)
  const reader = readerOf(reads)
  let lastWrite: Promise<unknown> = Promise.resolve()

  const transaction = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
    const turn = lastWrite.then(() => inTransaction(writer, work))
    lastWrite = turn.catch(() => {})
    return turn
  }
  const dataVersion = reads.db.prepare('PRAGMA data_version')
  return {
    ...reader,
    transaction,
    version: () => String((dataVersion.get() as { data_version: number }).data_version),
    ping: async () => void (await reader.get(sql`SELECT 1 AS one`)),
    async close() {
      await lastWrite
      reads.db.close()
      writer.db.close()
    },
  }
}

interface Connection {
  db: DatabaseSync
  prepare(text: string): StatementSync
}

function connect(file: string): Connection {
  const db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY')
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

function readerOf({ prepare }: Connection): Reader {
  return {
    dialect: sqliteDialect,
    all: async <Row>(statement: Sql) =>
      translateSqlite(() => prepare(statement.sql).all(...(statement.values as SQLInputValue[])) as Row[]),
    get: async <Row>(statement: Sql) =>
      translateSqlite(() => prepare(statement.sql).get(...(statement.values as SQLInputValue[])) as Row | undefined),
  }
}

async function inTransaction<T>(connection: Connection, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const { db, prepare } = connection
  translateSqlite(() => db.exec('BEGIN IMMEDIATE'))
  let open = true
  const guard = () => {
    if (!open) throw new Error('a statement was sent through a transaction that has ended')
  }
  const reader = readerOf(connection)
  const run = async (statement: Sql) => {
    guard()
    return translateSqlite(() => Number(prepare(statement.sql).run(...(statement.values as SQLInputValue[])).changes))
  }
  const tx: Transaction = {
    dialect: sqliteDialect,
    all: async (statement) => {
      guard()
      return reader.all(statement)
    },
    get: async (statement) => {
      guard()
      return reader.get(statement)
    },
    run,
    script: async (text) => {
      guard()
      db.exec(text)
    },
    async nextId(sequence: Sequence) {
      const row = await tx.get<{ value: number }>(
        sql`UPDATE id_sequence SET value = value + 1 WHERE name = ${sequence} RETURNING value`,
      )
      return (row as { value: number }).value
    },
    lock: async () => guard(),
  }
  try {
    const result = await work(tx)
    open = false
    translateSqlite(() => db.exec('COMMIT'))
    return result
  } catch (error) {
    open = false
    // A failed COMMIT may already have rolled back.
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}
