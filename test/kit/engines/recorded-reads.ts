import { READER_WITHOUT_CACHES } from '../../../src/db/cache/record-cache.ts'
import type { Database, Queryable, Sql } from '../../../src/db/database.ts'

/**
 * Wraps a database so that it records every statement that reads, in order.
 * @param hasCaches whether the database has its caches of records and counts; by default they are off, because what is
 *   cached is not read
 */
export function recordReads(db: Database, { hasCaches = false } = {}): { db: Database; reads: Sql[] } {
  const reads: Sql[] = []
  const kept =
    <Result>(read: (statement: Sql) => Promise<Result>) =>
    (statement: Sql) => {
      reads.push(statement)
      return read(statement)
    }
  const keeping = ({ all, get }: Queryable): Queryable => ({
    all: kept(all) as Queryable['all'],
    get: kept(get) as Queryable['get'],
  })
  const caches = hasCaches ? {} : READER_WITHOUT_CACHES
  return { db: { ...db, ...keeping(db), slow: keeping(db.slow), ...caches }, reads }
}

/**
 * The query plan of a statement, one line for each step.
 * @param without an index that PostgreSQL must not use: for few rows it chooses between several, whichever is better for many
 */
export async function planOf(db: Database, statement: Sql, without?: string): Promise<string[]> {
  const explained = (prefix: string) => ({
    sql: prefix + statement.sql,
    text: prefix + statement.text,
    values: statement.values,
  })
  if (db.dialect.engine === 'sqlite') {
    const steps = await db.all<{ detail: string }>(explained('EXPLAIN QUERY PLAN ') as Sql)
    return steps.map(({ detail }) => detail)
  }
  return db.transaction(async (tx) => {
    // In a small database a sequential scan is the best plan. Without it, the plan shows whether an index could be
    // used.
    await tx.script('SET LOCAL enable_seqscan = off; SAVEPOINT before')
    if (without !== undefined) await tx.script(`DROP INDEX ${without}`)
    const steps = await tx.all<{ 'QUERY PLAN': string }>(explained('EXPLAIN ') as Sql)
    await tx.script('ROLLBACK TO before')
    return steps.map((step) => step['QUERY PLAN'].trim())
  })
}
