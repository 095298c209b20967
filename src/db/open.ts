import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { FOR_REQUESTS } from './postgres-limits.ts'

const SQLITE = 'sqlite:'

/** The file that a DATABASE_URL names; undefined when it names a PostgreSQL server. */
export const sqliteFileOf = (url: string) => (url.startsWith(SQLITE) ? url.slice(SQLITE.length) : undefined)

/**
 * Opens the database, loading only the engine it needs, and brings it up to date.
 * @param url `sqlite:<file>` or `postgres://…`
 * @param isServing whether requests wait for it: then nothing may take long
 */
export async function openDatabase(url: string, { isServing = false } = {}): Promise<Database> {
  const file = sqliteFileOf(url)
  if (file !== undefined) {
    const { openSqlite } = await import('./sqlite.ts')
    return upToDate(await openSqlite(file))
  }
  const { openPostgres } = await import('./postgres.ts')
  const db = await upToDate(await openPostgres(url))
  if (!isServing) return db
  await db.close()
  return openPostgres(url, FOR_REQUESTS)
}

async function upToDate(db: Database): Promise<Database> {
  try {
    await migrate(db)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}
