import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { isBusy, translateSqlite } from '../errors.ts'
import { type PreparedStatement, prepareStatement } from './prepared-statements.ts'

/**
 * How often to try again to get a lock that another process holds; milliseconds. A busy process releases the lock only
 * for microseconds and SQLite has no queue for it, so frequent tries get it sooner. Each takes about 20 µs. With 5 ms,
 * the slowest writers waited twice as long, and fewer writes were done in total.
 */
const BUSY_POLL_MS = 1
const STATEMENTS_MAX = 500

export interface SqliteConnection {
  db: DatabaseSync
  /** Returns the prepared statement for an SQL text, from a cache of 500 statements. */
  prepared(text: string): PreparedStatement
}

const PRAGMAS =
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; ' +
  // 4000 pages are 16 MiB. Pages that every write changes are copied to the file a quarter as often as by default.
  'PRAGMA wal_autocheckpoint = 4000; PRAGMA cache_size = -4000'

/**
 * Opens a connection that can read and write.
 * @param timeoutMs how long a statement waits for a lock, blocking the event loop
 * @param busyTimeoutMs how long opening tries to get a lock, without blocking the event loop
 */
export async function openSqliteConnection(
  file: string,
  timeoutMs: number,
  busyTimeoutMs: number,
): Promise<SqliteConnection> {
  const db = translateSqlite(() => new DatabaseSync(file, { timeout: timeoutMs }))
  try {
    // Setting the journal mode needs an exclusive lock, and another process may be opening the same new file.
    await retryWhileBusy(busyTimeoutMs, () => db.exec(PRAGMAS))
  } catch (error) {
    db.close()
    throw error
  }
  const statements = new Map<string, PreparedStatement>()
  const prepared = (text: string) => {
    const cached = statements.get(text)
    if (cached) return cached
    // Removes the oldest statement. Filters combine to many SQL texts; common ones are soon prepared again.
    if (statements.size >= STATEMENTS_MAX) statements.delete(statements.keys().next().value as string)
    const statement = prepareStatement(db, text)
    statements.set(text, statement)
    return statement
  }
  return { db, prepared }
}

/**
 * Repeats `call` while another connection holds the lock. @throws {CalendarError} `database_unavailable` after the
 * timeout
 */
export async function retryWhileBusy<T>(timeoutMs: number, call: () => T): Promise<T> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    try {
      return call()
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) {
        return translateSqlite(() => {
          throw error
        })
      }
    }
    await sleep(BUSY_POLL_MS)
  }
}
