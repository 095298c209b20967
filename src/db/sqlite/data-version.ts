import type { DatabaseSync } from 'node:sqlite'
import { translateSqlite } from '../errors.ts'

/**
 * Changes when another connection has committed. The file is asked once for all who ask in one breath, for each asking takes
 * two locks: what they are told may be older than what they read then, never newer.
 */
export function createDataVersionReader(db: DatabaseSync): () => string {
  const dataVersion = db.prepare('PRAGMA data_version')
  let now: string | undefined
  return () => {
    if (now === undefined) {
      now = translateSqlite(() => String((dataVersion.get() as { data_version: number }).data_version))
      queueMicrotask(() => {
        now = undefined
      })
    }
    return now
  }
}
