import type { Database } from './database.ts'
import { migrate, pendingMigrations } from './migrate.ts'
import { COMMAND_LIMITS, REQUEST_LIMITS } from './postgres/limits.ts'

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
    const { openSqlite } = await import('./sqlite/database.ts')
    return upToDate(await openSqlite(file))
  }
  const { openPostgres } = await import('./postgres/database.ts')
  const db = await openPostgres(url, isServing ? REQUEST_LIMITS : COMMAND_LIMITS)
  if (!isServing) return upToDate(db)
  if ((await closedOnError(db, pendingMigrations)).length === 0) return db
  // Migrations may take longer than requests.
  await db.close()
  await (await upToDate(await openPostgres(url))).close()
  return openPostgres(url, REQUEST_LIMITS)
}

async function upToDate(db: Database): Promise<Database> {
  await closedOnError(db, migrate)
  return db
}

async function closedOnError<T>(db: Database, work: (db: Database) => Promise<T>): Promise<T> {
  try {
    return await work(db)
  } catch (error) {
    await db.close()
    throw error
  }
}
