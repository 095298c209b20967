import type { Reader, Sql, Transaction } from './database.ts'

/** A handle that ends with the work it is for. */
export interface TransactionScope {
  tx: Transaction
  /** When all that was sent is answered. @throws the first that failed */
  settled(): Promise<void>
  /** Nothing more is sent. */
  end(): void
}

/**
 * A statement that failed ends a handle too: PostgreSQL takes none after that and never commits, so neither does SQLite,
 * and whoever swallowed the error meets it again.
 */
export function createTransactionScope(inner: Transaction): TransactionScope {
  let ended = false
  let failed: { error: unknown } | undefined
  const sent = new Set<Promise<unknown>>()
  const attempt = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    if (ended) throw new Error('a statement was sent through a transaction that has ended')
    if (failed) throw failed.error
    try {
      return await call()
    } catch (error) {
      failed ??= { error }
      // What was sent in one go fails one after the other; the first says why.
      throw failed.error
    }
  }
  const send = <Result>(call: () => Promise<Result>): Promise<Result> => {
    const answer = attempt(call)
    sent.add(answer)
    const forget = () => sent.delete(answer)
    answer.then(forget, forget)
    return answer
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
    nextIds: (sequence, count) => send(() => inner.nextIds(sequence, count)),
    insert: (into, columns, rows) => send(() => inner.insert(into, columns, rows)),
    beginBulk: (firstId, lastId) => send(() => inner.beginBulk(firstId, lastId)),
    endBulk: () => send(() => inner.endBulk()),
    gatherStatistics: () => send(() => inner.gatherStatistics()),
    lock: (name, how) => send(() => inner.lock(name, how)),
  }
  return {
    tx,
    async settled() {
      await Promise.allSettled(sent)
      if (failed) throw failed.error
    },
    end() {
      ended = true
    },
  }
}

/** Runs `work`, then `read`, on a handle that ends with them. */
export async function runInTransactionScope<T, Answer = T>(
  inner: Transaction,
  work: (tx: Transaction) => Promise<T>,
  read?: (tx: Reader, made: T) => Promise<Answer>,
): Promise<Answer> {
  const { tx, settled, end } = createTransactionScope(inner)
  try {
    const made = await work(tx)
    const answer = read ? await read(tx, made) : (made as unknown as Answer)
    await settled()
    return answer
  } finally {
    end()
  }
}
