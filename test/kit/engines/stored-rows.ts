import { type Database, raw, sql } from '../../../src/db/database.ts'
import { countRows } from './row-counts.ts'

/** All rows of all tables, each as JSON, sorted. */
export async function storedRows(db: Database): Promise<Record<string, string[]>> {
  const tables = Object.keys(await countRows(db, db.dialect.engine))
  const rows = await Promise.all(tables.map((table) => db.all(sql`SELECT * FROM ${raw(table)}`)))
  return Object.fromEntries(
    tables.map((table, at) => [table, (rows[at] ?? []).map((row) => JSON.stringify(row)).sort()]),
  )
}
