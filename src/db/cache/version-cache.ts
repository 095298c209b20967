import type { Database } from '../database.ts'

/** Reads `Database.version()` once for all requests that arrive together. */
export interface VersionCache {
  /** The database to use instead of the original: its commits clear the cached version. */
  db: Database
  /**
   * The version of the data, for a request that just arrived. Reading it takes two file locks on SQLite, so it is cached
   * for one turn of the event loop. A request still sees every commit made before it was sent: all requests of one turn
   * had arrived when the turn began, and a commit through `db` clears the cache.
   */
  version(): string
}

export function createVersionCache(db: Database): VersionCache {
  let version: string | undefined
  const clear = () => {
    version = undefined
  }
  return {
    db: { ...db, transaction: (work, read) => db.transaction(work, read).finally(clear) },
    version() {
      if (version === undefined) {
        version = db.version()
        // Runs at the end of this turn. Unreferenced: it must not keep the event loop alive.
        setImmediate(clear).unref()
      }
      return version
    },
  }
}
