import type { Reader, Sql, Transaction } from './database.ts'

/** A transaction that refuses statements after `end` was called. */
export interface TransactionFailingAtFirstError {
  tx: Transaction
  /** Resolves when all statements sent so far have completed. @throws the error of the first statement that failed */
  allCompleted(): Promise<void>
  /** Makes the transaction refuse all further statements. */
  end(): void
}

/**
 * Wraps a transaction of SQLite or PostgreSQL so that both treat errors alike. After a failed statement, PostgreSQL
 * accepts no others, so in this wrapper a failed statement fails the whole transaction on SQLite too: later statements
 * and `allCompleted` throw its error again, even if the caller caught it.
 * @param inner sends the statements to the database
 */
export function createTransactionFailingAtFirstError(inner: Transaction): TransactionFailingAtFirstError {
  let ended = false
  let failed: { error: unknown } | undefined
  const pending = new Set<Promise<unknown>>()
  const attempt = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    if (ended) throw new Error('a statement was sent through a transaction that has ended')
    if (failed) throw failed.error
    try {
      return await call()
    } catch (error) {
      failed ??= { error }
      // If one statement fails, statements sent together with it fail
      // too. The first error is reported, because it is the cause.
      throw failed.error
    }
  }
  const send = <Result>(call: () => Promise<Result>): Promise<Result> => {
    const result = attempt(call)
    pending.add(result)
    const remove = () => pending.delete(result)
    result.then(remove, remove)
    return result
  }
  const reads = {
    all: <Row>(statement: Sql) => send(() => inner.all<Row>(statement)),
    get: <Row>(statement: Sql) => send(() => inner.get<Row>(statement)),
  }
  const tx: Transaction = {
    dialect: inner.dialect,
    ...reads,
    slow: reads,
    recordCache: inner.recordCache,
    countCache: inner.countCache,
    run: (statement) => send(() => inner.run(statement)),
    runAll: (statements) => send(() => inner.runAll(statements)),
    script: (text) => send(() => inner.script(text)),
    nextId: (sequence) => send(() => inner.nextId(sequence)),
    raiseSequence: (sequence, id) => send(() => inner.raiseSequence(sequence, id)),
    nextIds: (sequence, count) => send(() => inner.nextIds(sequence, count)),
    insert: (into, columns, rows) => send(() => inner.insert(into, columns, rows)),
    updateEach: (table, columns, rows, others) => send(() => inner.updateEach(table, columns, rows, others)),
    beginBulk: (firstId, lastId) => send(() => inner.beginBulk(firstId, lastId)),
    endBulk: () => send(() => inner.endBulk()),
    gatherStatistics: () => send(() => inner.gatherStatistics()),
    lock: (name, how) => send(() => inner.lock(name, how)),
    // Needs no check of its own: `write` sends its statements through this fail-fast transaction, which checks them.
    inParts: (rows, write) => inner.inParts(rows, write),
  }
  return {
    tx,
    async allCompleted() {
      await Promise.allSettled(pending)
      if (failed) throw failed.error
    },
    end() {
      ended = true
    },
  }
}

/**
 * Runs `work`, then `read`, in a `TransactionFailingAtFirstError`, which ends after them. The caller must begin and commit the
 * transaction.
 */
export async function runInTransactionFailingAtFirstError<T, Result = T>(
  inner: Transaction,
  work: (tx: Transaction) => Promise<T>,
  read?: (tx: Reader, workResult: T) => Promise<Result>,
): Promise<Result> {
  const { tx, allCompleted, end } = createTransactionFailingAtFirstError(inner)
  try {
    const workResult = await work(tx)
    const result = read ? await read(tx, workResult) : (workResult as unknown as Result)
    await allCompleted()
    return result
  } finally {
    end()
  }
}
