import { type Database, type Engine, raw, sql } from '../../../src/db/database.ts'

/** The number of rows of each table. */
export async function countRows(db: Database, engine: Engine): Promise<Record<string, number>> {
  const tables = await db.all<{ name: string }>(
    engine === 'sqlite'
      ? sql`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`
      : sql`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`,
  )
  const counts = tables.map(({ name }) => `(SELECT count(*) FROM ${name}) AS "${name}"`)
  return (await db.get(sql`SELECT ${raw(counts.join(', '))}`)) as Record<string, number>
}
