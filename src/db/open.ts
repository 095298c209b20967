import type { Database } from './database.ts'
import { migrate } from './migrate.ts'

/**
 * Opens the database, loading only the engine it needs, and brings it up to date.
 * @param url `sqlite:<file>` or `postgres://…`
 */
export async function openDatabase(url: string): Promise<Database> {
  const db = url.startsWith('sqlite:')
    ? await (await import('./sqlite.ts')).openSqlite(url.slice('sqlite:'.length))
    : await (await import('./postgres.ts')).openPostgres(url)
  try {
    await migrate(db)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}
