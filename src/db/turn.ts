import type { Database } from './database.ts'

/**
 * The database, asked for its version once a turn of the event loop: on SQLite that takes two locks, and dozens of requests
 * that came together need but one answer.
 *
 * Nothing that was written before a request was sent is missed: what a turn reads had arrived when it began, and commits
 * through this handle count at once.
 */
export function askedOncePerTurn(db: Database): Database {
  let version: string | undefined
  const forget = () => {
    version = undefined
  }
  return {
    ...db,
    version() {
      if (version === undefined) {
        version = db.version()
        setImmediate(forget)
      }
      return version
    },
    transaction: (work) => db.transaction(work).finally(forget),
  }
}
