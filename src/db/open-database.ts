import type { Database } from './database.ts'
import { applyPendingMigrations, listPendingMigrations } from './migrations.ts'
import type { SqliteOptions } from './sqlite/sqlite-database.ts'

const SQLITE = 'sqlite:'

/** The file path in a URL `sqlite:<file>` (DATABASE_URL); undefined for a PostgreSQL URL. */
export const sqliteFileOfUrl = (url: string) => (url.startsWith(SQLITE) ? url.slice(SQLITE.length) : undefined)

/**
 * Opens the database and applies pending migrations. Imports only the code of the engine in use.
 * @param url `sqlite:<file>` or `postgres://…`
 * @param isServing true for a server: PostgreSQL connections have short timeouts (`REQUEST_LIMITS`), and caches are
 * never older than an answered write; false for a command
 * @param sqlite options that apply only to SQLite
 */
export async function openDatabase(
  url: string,
  { isServing = false, sqlite = {} }: { isServing?: boolean; sqlite?: SqliteOptions } = {},
): Promise<Database> {
  const file = sqliteFileOfUrl(url)
  if (file !== undefined) {
    const { openSqliteDatabase } = await import('./sqlite/sqlite-database.ts')
    return migrated(await openSqliteDatabase(file, sqlite))
  }
  const { openPostgresDatabase } = await import('./postgres/postgres-database.ts')
  const db = await openPostgresDatabase(url, { isServing })
  if (!isServing) return migrated(db)
  if ((await closeOnError(db, listPendingMigrations)).length === 0) return db
  // Migrations may take longer than requests, so they run on connections with the timeouts of `COMMAND_LIMITS`.
  await db.close()
  await (await migrated(await openPostgresDatabase(url))).close()
  return openPostgresDatabase(url, { isServing })
}

async function migrated(db: Database): Promise<Database> {
  await closeOnError(db, applyPendingMigrations)
  return db
}

async function closeOnError<T>(db: Database, work: (db: Database) => Promise<T>): Promise<T> {
  try {
    return await work(db)
  } catch (error) {
    await db.close()
    throw error
  }
}
