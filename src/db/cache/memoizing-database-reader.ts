import type { Queryable, Reader, Sql } from '../database.ts'
import { createRecordCache } from './record-cache.ts'

/**
 * Database reader that runs each distinct statement once and then returns the same rows, each time as new objects,
 * because callers may change them.
 */
export interface MemoizingDatabaseReader extends Reader {
  /** Drops all cached results; to be called after a write. */
  clear(): void
}

/**
 * Creates a reader for bulk imports, which look up the same records thousands of times. The cache has no size limit.
 */
export function createMemoizingDatabaseReader(inner: Reader): MemoizingDatabaseReader {
  const results = new Map<string, Promise<unknown>>()
  const memoized = <Result>(method: string, statement: Sql, query: () => Promise<Result>): Promise<Result> => {
    const key = `${method} ${statement.sql} ${JSON.stringify(statement.values)}`
    const cached = results.get(key) as Promise<Result> | undefined
    if (cached) return cached
    const result = query()
    results.set(key, result)
    return result
  }
  const reads: Queryable = {
    async all<Row>(statement: Sql) {
      const rows = await memoized('all', statement, () => inner.all<Row>(statement))
      return rows.map((row) => ({ ...row }))
    },
    async get<Row>(statement: Sql) {
      const row = await memoized('get', statement, () => inner.get<Row>(statement))
      return row && { ...row }
    },
  }
  let clearCount = 0
  const records = createRecordCache(() => String(clearCount))
  return {
    ...reads,
    dialect: inner.dialect,
    slow: reads,
    recordCache: records,
    countCache: records,
    clear() {
      results.clear()
      clearCount += 1
    },
  }
}
