import type { Reader, Reads, Sql } from '../database.ts'
import { createRecordCache } from './record-cache.ts'

/** A reader that asks each statement once, for work that asks the same over and over. Answers are shared: change none. */
export interface MemoReader extends Reader {
  /** What was answered so far may no longer be so. */
  forget(): void
}

export function withQueryMemo(inner: Reader): MemoReader {
  const answers = new Map<string, Promise<unknown>>()
  const once = <Result>(how: string, statement: Sql, ask: () => Promise<Result>): Promise<Result> => {
    const key = `${how} ${statement.sql} ${JSON.stringify(statement.values)}`
    const known = answers.get(key) as Promise<Result> | undefined
    if (known) return known
    const answer = ask()
    answers.set(key, answer)
    return answer
  }
  const reads: Reads = {
    all: <Row>(statement: Sql) => once('all', statement, () => inner.all<Row>(statement)),
    get: <Row>(statement: Sql) => once('get', statement, () => inner.get<Row>(statement)),
  }
  let forgotten = 0
  const known = createRecordCache(() => String(forgotten))
  return {
    ...reads,
    dialect: inner.dialect,
    slow: reads,
    records: known,
    recordCounts: known,
    forget() {
      answers.clear()
      forgotten += 1
    },
  }
}
