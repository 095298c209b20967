import type { Queryable, Reader, Sql } from '../database.ts'
import { createRecordCache } from './record-cache.ts'

/** A reader that asks each statement once, for work that asks the same over and over. Answers are shared: change none. */
export interface MemoizingReader extends Reader {
  /** What was answered so far may no longer be so. */
  clear(): void
}

export function createMemoizingReader(inner: Reader): MemoizingReader {
  const answers = new Map<string, Promise<unknown>>()
  const once = <Result>(how: string, statement: Sql, ask: () => Promise<Result>): Promise<Result> => {
    const key = `${how} ${statement.sql} ${JSON.stringify(statement.values)}`
    const known = answers.get(key) as Promise<Result> | undefined
    if (known) return known
    const answer = ask()
    answers.set(key, answer)
    return answer
  }
  const reads: Queryable = {
    all: <Row>(statement: Sql) => once('all', statement, () => inner.all<Row>(statement)),
    get: <Row>(statement: Sql) => once('get', statement, () => inner.get<Row>(statement)),
  }
  let forgotten = 0
  const known = createRecordCache(() => String(forgotten))
  return {
    ...reads,
    dialect: inner.dialect,
    slow: reads,
    recordCache: known,
    countCache: known,
    clear() {
      answers.clear()
      forgotten += 1
    },
  }
}
