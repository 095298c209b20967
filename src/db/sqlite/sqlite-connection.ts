import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { isSqliteBusyError, translateSqliteErrors } from '../translate-database-errors.ts'
import { type PreparedStatement, prepareSqliteStatement } from './prepare-sqlite-statement.ts'
import { PAGES_OF_WRITER } from './sqlite-checkpoints.ts'

/**
 * Time between two attempts to take SQLite's write lock while another process holds it; milliseconds. A busy process
 * releases the lock only for microseconds and SQLite has no queue for it, so a waiting process must try often. Each
 * attempt takes about 20 µs. With 5 ms, the slowest writers waited twice as long, and fewer writes were done in total.
 */
const BUSY_POLL_MS = 1
const STATEMENTS_MAX = 500

export interface SqliteConnection {
  db: DatabaseSync
  /** Returns the prepared statement for an SQL text, from a cache of 500 statements. */
  prepared(text: string): PreparedStatement
}

/**
 * What a connection that writes needs. With `secure_delete`, deleted and replaced texts are overwritten with zeros, so
 * that they do not remain in free space of the file, which backups would copy.
 */
const PRAGMAS =
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; ' +
  'PRAGMA secure_delete = ON; ' +
  `PRAGMA wal_autocheckpoint = ${PAGES_OF_WRITER}; PRAGMA cache_size = -4000`

/**
 * Opens a connection that can read and write.
 * @param timeoutMs how long a statement waits for a lock, blocking the event loop
 * @param busyTimeoutMs how long opening the connection waits for a lock, without blocking the event loop
 */
export async function openSqliteConnection(
  file: string,
  timeoutMs: number,
  busyTimeoutMs: number,
): Promise<SqliteConnection> {
  const db = translateSqliteErrors(() => new DatabaseSync(file, { timeout: timeoutMs }))
  try {
    // Setting the journal mode needs an exclusive lock, which fails while another process opens the same new file.
    await retryWhileSqliteIsLocked(busyTimeoutMs, () => db.exec(PRAGMAS))
  } catch (error) {
    db.close()
    throw error
  }
  const statements = new Map<string, PreparedStatement>()
  const prepared = (text: string) => {
    const cached = statements.get(text)
    if (cached) return cached
    // Removes the oldest prepared statement from the full cache. List filters can be combined to any number of SQL
    // texts; a statement that is used often is soon prepared again.
    if (statements.size >= STATEMENTS_MAX) statements.delete(statements.keys().next().value as string)
    const statement = prepareSqliteStatement(db, text)
    statements.set(text, statement)
    return statement
  }
  return { db, prepared }
}

/**
 * Repeats `call` while another connection holds a lock on the SQLite file.
 * @throws {CalendarError} `database_unavailable` after the timeout
 */
export async function retryWhileSqliteIsLocked<T>(timeoutMs: number, call: () => T): Promise<T> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    try {
      return call()
    } catch (error) {
      if (!isSqliteBusyError(error) || performance.now() >= deadline) {
        return translateSqliteErrors(() => {
          throw error
        })
      }
    }
    await sleep(BUSY_POLL_MS)
  }
}
