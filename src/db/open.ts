import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { FOR_REQUESTS } from './postgres-limits.ts'

/**
 * Opens the database, loading only the engine it needs, and brings it up to date.
 * @param url `sqlite:<file>` or `postgres://…`
 * @param isServing whether requests wait for it: then nothing may take long
 */
export async function openDatabase(url: string, { isServing = false } = {}): Promise<Database> {
  if (url.startsWith('sqlite:')) {
    const { openSqlite } = await import('./sqlite.ts')
    return upToDate(await openSqlite(url.slice('sqlite:'.length)))
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
