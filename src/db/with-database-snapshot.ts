import type { Snapshot } from './database.ts'
import { sqliteFileOfUrl } from './open-database.ts'

/**
 * Opens a snapshot of the database, calls `work` with the snapshot and closes it. Does not apply migrations.
 * @param url `sqlite:<file>` or `postgres://…`
 */
export async function withDatabaseSnapshot<T>(url: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const file = sqliteFileOfUrl(url)
  return file === undefined
    ? (await import('./postgres/postgres-snapshot.ts')).withPostgresSnapshot(url, work)
    : (await import('./sqlite/sqlite-snapshot.ts')).withSqliteSnapshot(file, work)
}
