import type { Sql, Transaction } from './database.ts'
import { nothingKnown } from './known.ts'

/**
 * Runs `work` on a handle that ends with it. A statement that failed ends it too: PostgreSQL takes none after that and
 * never commits, so neither does SQLite, and whoever swallowed the error meets it again here.
 */
export async function runWork<T>(inner: Transaction, work: (tx: Transaction) => Promise<T>): Promise<T> {
  let ended = false
  let failed: { error: unknown } | undefined
  const send = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    if (ended) throw new Error('a statement was sent through a transaction that has ended')
    if (failed) throw failed.error
    try {
      return await call()
    } catch (error) {
      failed ??= { error }
      throw error
    }
  }
  const reads = {
    all: <Row>(statement: Sql) => send(() => inner.all<Row>(statement)),
    get: <Row>(statement: Sql) => send(() => inner.get<Row>(statement)),
  }
  const tx: Transaction = {
    dialect: inner.dialect,
    ...reads,
    slow: reads,
    known: () => nothingKnown,
    run: (statement) => send(() => inner.run(statement)),
    script: (text) => send(() => inner.script(text)),
    nextId: (sequence) => send(() => inner.nextId(sequence)),
    nextIds: (sequence, count) => send(() => inner.nextIds(sequence, count)),
    insert: (into, columns, rows) => send(() => inner.insert(into, columns, rows)),
    beginBulk: (firstId, lastId) => send(() => inner.beginBulk(firstId, lastId)),
    endBulk: () => send(() => inner.endBulk()),
    lock: (name, how) => send(() => inner.lock(name, how)),
  }
  try {
    const result = await work(tx)
    if (failed) throw failed.error
    return result
  } finally {
    ended = true
  }
}
