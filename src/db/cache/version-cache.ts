import type { Database } from '../database.ts'

/** A database, and its version for requests as they arrive. */
export interface VersionCache {
  db: Database
  /**
   * The version, asked once for all requests that arrived together: on SQLite that takes two locks. To be called when a
   * request arrives. Nothing that was written before it was sent is missed: what comes in one turn of the event loop had
   * arrived when the turn began, and commits through `db` count at once.
   */
  version(): string
}

export function createVersionCache(db: Database): VersionCache {
  let version: string | undefined
  const forget = () => {
    version = undefined
  }
  return {
    db: { ...db, transaction: (work, read) => db.transaction(work, read).finally(forget) },
    version() {
      if (version === undefined) {
        version = db.version()
        // Runs right after what the turn received. Unreferenced: it is no reason for another turn.
        setImmediate(forget).unref()
      }
      return version
    },
  }
}
