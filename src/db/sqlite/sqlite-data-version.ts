import type { DatabaseSync } from 'node:sqlite'
import { translateSqliteErrors } from '../translate-database-errors.ts'

/**
 * Returns a function that reads SQLite's `data_version`, which changes when another connection commits. Reading it
 * takes two file locks, so all calls within one microtask turn share one result. The returned version may be older than
 * data that is read afterwards, but never newer.
 */
export function createSqliteDataVersionReader(db: DatabaseSync): () => string {
  const dataVersion = db.prepare('PRAGMA data_version')
  let version: string | undefined
  return () => {
    if (version === undefined) {
      version = translateSqliteErrors(() => String((dataVersion.get() as { data_version: number }).data_version))
      queueMicrotask(() => {
        version = undefined
      })
    }
    return version
  }
}
