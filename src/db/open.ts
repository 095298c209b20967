import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

/**
 * Opens the database and brings it up to date.
 * @param url `sqlite:<file>` or `postgres://…`
 */
export async function openDatabase(url: string): Promise<Database> {
  const db = await (url.startsWith('sqlite:') ? openSqlite(url.slice('sqlite:'.length)) : openPostgres(url))
  try {
    await migrate(db)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}
