import { CalendarError, invalidParameter } from '../core/errors.ts'

/** The database can be reached, but Almanac cannot work with it. */
export class UnusableDatabaseError extends Error {
  override name = 'UnusableDatabaseError'
}

interface SqliteError {
  errcode?: number
  message: string
}

/** SQLite result codes (sqlite.org/rescode.html): the low byte is the primary code. */
const SQLITE = {
  busy: 5,
  locked: 6,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cantOpen: 14,
  constraint: 19,
  notADatabase: 26,
}

const primaryCode = (error: SqliteError | undefined) =>
  error?.errcode === undefined ? undefined : error.errcode & 0xff

const hasCode = (error: unknown, ...codes: number[]) => codes.includes(primaryCode(error as SqliteError) ?? 0)

/** Whether another connection holds the lock this call needs. */
export const isBusy = (error: unknown) => hasCode(error, SQLITE.busy)

/** As `isBusy`; the other connection may also be one of this process. */
export const isLocked = (error: unknown) => hasCode(error, SQLITE.busy, SQLITE.locked)

/** Whether what is in the file is not what SQLite wrote there. */
export const isDamaged = (error: unknown) => hasCode(error, SQLITE.corrupt, SQLITE.notADatabase)

/** Whether a page could not be read: the disk fails, or the file is shorter than it should be. */
export const isUnreadable = (error: unknown) => hasCode(error, SQLITE.ioError)

/** Whether a table that was read is not there. SQLite has no code of its own for that; 42P01 is undefined_table. */
export const isMissingTable = (error: unknown) =>
  (error as { code?: string }).code === '42P01' || /^no such table: /.test((error as Error).message)

/** Runs a synchronous SQLite call; what the engine throws becomes the refusal it means. */
export function translateSqlite<T>(call: () => T): T {
  try {
    return call()
  } catch (error) {
    const { errcode, message } = error as SqliteError
    switch (primaryCode(error as SqliteError)) {
      case SQLITE.busy:
      case SQLITE.locked:
      case SQLITE.readOnly:
      case SQLITE.ioError:
      case SQLITE.corrupt:
      case SQLITE.full:
      case SQLITE.cantOpen:
      case SQLITE.notADatabase:
        throw new CalendarError('database_unavailable', { cause: error })
      case SQLITE.constraint:
        // 787 is SQLITE_CONSTRAINT_FOREIGNKEY: what a request referred to was removed while it ran.
        if (errcode === 787 || message.includes('FOREIGN KEY')) throw goneMeanwhile(error)
        throw error
      default:
        throw error
    }
  }
}

/** As `translateSqlite`, for PostgreSQL's SQLSTATE classes (PostgreSQL manual, appendix A). */
export async function translatePostgres<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const { code = '', severity = '' } = error as { code?: string; severity?: string }
    // 23503 is foreign_key_violation.
    if (code === '23503') throw goneMeanwhile(error)
    // 08 connection, 25006 read-only replica, 53 resources, 55P03 lock, 57 operator, 58 system; then the driver's and Node's own.
    const isAway = /^(08|53|57|58)...$|^25006$|^55P03$|^(CONNECT|ECONN|EAI_|EHOST|ENET|ENOTFOUND|EPIPE|ETIMEDOUT)/
    if (isAway.test(code) || severity === 'FATAL' || severity === 'PANIC') {
      throw new CalendarError('database_unavailable', { cause: error })
    }
    throw error
  }
}

/** Whether another writer won: unique value taken, serialization failure, deadlock. Trying again then sees its work. */
export const isWriteConflict = (error: unknown) =>
  ['23505', '40001', '40P01'].includes((error as { code?: string }).code ?? '')

const goneMeanwhile = (cause: unknown) => {
  const error = invalidParameter('id', 'reason.gone')
  error.cause = cause
  return error
}
