import { CalendarError } from '../core/errors.ts'

/** The database can be reached but cannot be used, for example because PostgreSQL is too old. The message says why. */
export class UnusableDatabaseError extends Error {
  override name = 'UnusableDatabaseError'
}

/** A record that a write refers to was deleted after the write was checked. A repeated check finds it missing. */
export class DeletedReferenceError extends CalendarError {
  constructor(cause: unknown) {
    super('rest_invalid_param', { cause, data: { problems: [{ name: 'id', reason: 'reason.gone' }] } })
  }
}

interface SqliteError {
  errcode?: number
  message: string
}

/** SQLite result codes (sqlite.org/rescode.html). The low byte of an extended code is one of these. */
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

/** Whether an SQLite call failed because another process or connection holds a lock. */
export const isSqliteBusyError = (error: unknown) => hasCode(error, SQLITE.busy)

/** Whether an SQLite call failed because of a lock, even one held by another connection of this process. */
export const isSqliteLockedError = (error: unknown) => hasCode(error, SQLITE.busy, SQLITE.locked)

/** Whether the SQLite file is corrupt or is not a database. */
export const isSqliteDamagedError = (error: unknown) => hasCode(error, SQLITE.corrupt, SQLITE.notADatabase)

/**
 * Whether the SQLite file could not be read or written, for example because the disk fails or the file is truncated.
 */
export const isSqliteInputOutputError = (error: unknown) => hasCode(error, SQLITE.ioError)

/**
 * Whether a statement failed because a table does not exist. SQLite has no error code for a missing table; PostgreSQL's
 * is 42P01.
 */
export const isMissingTableError = (error: unknown) =>
  (error as { code?: string }).code === '42P01' || /^no such table: /.test((error as Error).message)

/**
 * Runs a synchronous SQLite call and translates its errors.
 * @throws {CalendarError} `database_unavailable` when the file cannot be used at the moment; `DeletedReferenceError` when
 * the call refers to a record that was deleted in the meantime. Other errors are thrown unchanged.
 */
export function translateSqliteErrors<T>(call: () => T): T {
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
        // 787 is SQLITE_CONSTRAINT_FOREIGNKEY: a record that the request refers to was deleted while the request ran.
        if (errcode === 787 || message.includes('FOREIGN KEY')) throw new DeletedReferenceError(error)
        throw error
      default:
        throw error
    }
  }
}

/**
 * Runs a PostgreSQL call and translates its errors, by the SQLSTATE of PostgreSQL (manual, appendix A) or the error
 * code of the driver.
 */
export async function translatePostgresErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const { code = '', severity = '' } = error as { code?: string; severity?: string }
    // 23503 is foreign_key_violation: a record that the request refers to was deleted while the request ran.
    if (code === '23503') throw new DeletedReferenceError(error)
    // SQLSTATEs of an unavailable database: classes 08 connection, 53
    // resources, 57 operator, 58 system; 25006 read-only, 55P03 lock timeout.
    const isUnavailable =
      /^(08|53|57|58)...$|^25006$|^55P03$|^(CONNECT|ECONN|EAI_|EHOST|ENET|ENOTFOUND|EPIPE|ETIMEDOUT)/
    if (isUnavailable.test(code) || severity === 'FATAL' || severity === 'PANIC') {
      throw new CalendarError('database_unavailable', { cause: error })
    }
    throw error
  }
}

/**
 * Whether a PostgreSQL transaction failed because of another writer: unique violation, serialization failure or
 * deadlock. When the transaction is repeated, it sees the changes of the other writer.
 */
export const isErrorOfConcurrentWrite = (error: unknown) =>
  ['23505', '40001', '40P01'].includes((error as { code?: string }).code ?? '')
