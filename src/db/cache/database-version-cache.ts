import type { Database } from '../database.ts'

/**
 * The database version, which is read only once for all HTTP requests that arrive in the same turn of the event loop.
 */
export interface DatabaseVersionCache {
  /**
   * A wrapper of the database, to be used instead of it: transactions made with the wrapper clear the cached version.
   */
  db: Database
  /**
   * The current database version. On SQLite, reading it takes two file locks, so it is cached for one turn of the event
   * loop. No client can notice an outdated version: all requests handled in a turn had arrived before the turn began,
   * and transactions made with `db` clear the cache.
   */
  version(): string
}

export function createDatabaseVersionCache(db: Database): DatabaseVersionCache {
  let version: string | undefined
  const clear = () => {
    version = undefined
  }
  return {
    db: { ...db, transaction: (work, read) => db.transaction(work, read).finally(clear) },
    version() {
      if (version === undefined) {
        version = db.version()
        // Clears the cached version at the end of this turn of the event
        // loop. `unref`, because this timer must not keep the process alive.
        setImmediate(clear).unref()
      }
      return version
    },
  }
}
