import type { Reader } from './database.ts'
import { sqliteFileOf } from './open.ts'

/** A database as it was at one moment, only to be read; servers write on meanwhile. */
export interface Snapshot extends Reader {
  /** Runs `work`. When it fails, because what it reads is damaged, the rest can still be read; what `script` set is undone. */
  attempt<T>(work: () => Promise<T>): Promise<T>
  /** Statements without values that change how this connection works, for PostgreSQL's planner. */
  script(text: string): Promise<void>
}

/**
 * Opens a snapshot without bringing the database up to date.
 * @param url `sqlite:<file>` or `postgres://…`
 */
export async function withSnapshot<T>(url: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const file = sqliteFileOf(url)
  return file === undefined
    ? (await import('./postgres/snapshot.ts')).withPostgresSnapshot(url, work)
    : (await import('./sqlite/snapshot.ts')).withSqliteSnapshot(file, work)
}
