import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { isBusy, translateSqlite } from '../errors.ts'
import { type PreparedStatement, prepareStatement } from './prepared-statements.ts'

/**
 * How often to retry for a lock that another process holds. A busy process releases the lock only for microseconds, and
 * SQLite has no queue for it, so frequent retries get it sooner; one takes about 20 µs. With 5 ms the slowest writers waited
 * twice as long, and fewer writes were done in total.
 */
const BUSY_POLL_MS = 1
const STATEMENTS_MAX = 500

export interface SqliteConnection {
  db: DatabaseSync
  /** The prepared statement of a text, from a cache of 500. */
  prepared(text: string): PreparedStatement
}

const PRAGMAS =
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; ' +
  // 4000 pages are 16 MiB; pages that every write changes are copied to the database file a quarter as often as by default.
  'PRAGMA wal_autocheckpoint = 4000; PRAGMA cache_size = -4000'

/**
 * Opens a connection that can read and write.
 * @param timeoutMs how long SQLite itself waits for a lock, blocking the event loop
 * @param busyTimeoutMs how long opening retries for a lock, without blocking
 */
export async function openSqliteConnection(
  file: string,
  timeoutMs: number,
  busyTimeoutMs: number,
): Promise<SqliteConnection> {
  const db = translateSqlite(() => new DatabaseSync(file, { timeout: timeoutMs }))
  try {
    // Setting the journal mode needs an exclusive lock, and another process may be opening the new file right now.
    await retryWhileBusy(busyTimeoutMs, () => db.exec(PRAGMAS))
  } catch (error) {
    db.close()
    throw error
  }
  const statements = new Map<string, PreparedStatement>()
  const prepared = (text: string) => {
    const cached = statements.get(text)
    if (cached) return cached
    // Drops the oldest statement. Filters combine to many texts, but the common ones are soon prepared again.
    if (statements.size >= STATEMENTS_MAX) statements.delete(statements.keys().next().value as string)
    const statement = prepareStatement(db, text)
    statements.set(text, statement)
    return statement
  }
  return { db, prepared }
}

/** Retries `call` while another connection holds the lock. @throws {CalendarError} `database_unavailable` after the timeout */
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
