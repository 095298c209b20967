import { AccountError } from '../accounts/account-store.ts'
import { BackupError } from '../backup/backup-options.ts'
import { ConfigError } from '../config/config-types.ts'
import { CalendarError, presentError } from '../core/errors.ts'
import { NewerDatabaseError } from '../db/migrations.ts'
import { MoveError } from '../db/move/move-error.ts'
import { UnusableDatabaseError } from '../db/translate-database-errors.ts'
import { RunTakenOverError, UnreadableSourceError } from '../import/import-errors.ts'
import { UsageError } from './parse-arguments.ts'
import { WorkerError } from './serving/workers/worker-pool.ts'

/** Properties that Node, SQLite and PostgreSQL add to their errors. */
interface FailureDetails extends Error {
  code?: string
  /** Extended result code of SQLite. */
  errcode?: number
  syscall?: string
  path?: string
  address?: string
  hostname?: string
  port?: number
}

/** Thrown after `check` or `doctor` has printed problems, so that the command ends with exit code 1. */
export class ChecksFailedError extends Error {
  override name = 'ChecksFailedError'
}

/** Thrown after the reason was logged, so that the command ends with exit code 1 and prints nothing. */
export class LoggedError extends Error {
  override name = 'LoggedError'
}

/** Describes an error in one line for the terminal: what failed, and what to do about it. */
export function describeErrorForTerminal(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const ownErrors = [
    UsageError,
    ConfigError,
    AccountError,
    NewerDatabaseError,
    UnusableDatabaseError,
    WorkerError,
    BackupError,
    ChecksFailedError,
    UnreadableSourceError,
    RunTakenOverError,
    MoveError,
  ]
  if (ownErrors.some((kind) => error instanceof kind)) return error.message
  if (error instanceof CalendarError) return describeCalendarError(error)
  return (
    describeSystemError(error) ??
    describeSqliteError(error) ??
    describePostgresError(error) ??
    `unexpected failure: ${error.message}; LOG_LEVEL=debug prints the stack trace`
  )
}

function describeCalendarError(error: CalendarError): string {
  if (error.code === 'database_unavailable' && error.cause) return describeErrorForTerminal(error.cause)
  const { message, data } = presentError(error)
  const params = (data as { params?: Record<string, string> }).params
  return params ? Object.values(params).join(' ') : message
}

function describeSystemError({
  code,
  syscall,
  path,
  address,
  hostname,
  port,
  message,
}: FailureDetails): string | undefined {
  const place = [path ?? address, path ? undefined : port].filter((part) => part !== undefined).join(':')
  switch (code) {
    case 'EADDRINUSE':
      return `${place} is in use; stop the program that listens there, or choose another port with --port (PORT)`
    case 'EADDRNOTAVAIL':
      return `${place} is not an address of this machine; choose another with --host (HOST)`
    case 'EACCES':
    case 'EPERM':
      if (syscall === 'listen')
        return `no permission to listen on ${place}; choose a port of 1024 or above with --port (PORT)`
      return `no permission to access ${place}; change its owner to this user, or choose another folder with --data-dir (DATA_DIR)`
    case 'ENOSPC':
    case 'EDQUOT':
      return `the disk${place ? ` of ${place}` : ''} is full; free some space`
    case 'EROFS':
      return `${place} is read-only; choose another folder with --data-dir (DATA_DIR)`
    case 'ENOENT':
      return `${place} does not exist; check --data-dir (DATA_DIR) and --database-url (DATABASE_URL)`
    case 'EEXIST':
    case 'ENOTDIR':
      return `${place} is not a folder; choose another with --data-dir (DATA_DIR)`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host "${hostname}" cannot be resolved; check --database-url (DATABASE_URL) and --host (HOST)`
    case 'ERR_INVALID_URL':
      return 'DATABASE_URL is not a valid URL; special characters in the password must be written as %XX'
    // Commands connect to nothing but PostgreSQL, so these network errors concern PostgreSQL.
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'CONNECT_TIMEOUT':
    case 'CONNECTION_CLOSED':
      return `PostgreSQL does not answer (${message || code}); check that it runs and that DATABASE_URL is correct`
    default:
      return undefined
  }
}

const SQLITE_FILE = 'the database file (DATABASE_URL, else almanac.db in DATA_DIR)'

/** Describes an error of SQLite by its primary result code (sqlite.org/rescode.html). */
function describeSqliteError({ errcode, message }: FailureDetails): string | undefined {
  switch (errcode === undefined ? undefined : errcode & 0xff) {
    case 5: // SQLITE_BUSY: another process or connection holds a lock
    case 6: // SQLITE_LOCKED: another connection of this process holds a lock
      return `another program has locked ${SQLITE_FILE}; try again later`
    case 8: // SQLITE_READONLY: the file may not be written
      return `${SQLITE_FILE} is read-only; give this user write permission for the file and its folder`
    case 10: // SQLITE_IOERR: reading or writing failed
    case 11: // SQLITE_CORRUPT: the file is damaged
      return `${SQLITE_FILE} cannot be read (${message}); check the disk, or restore a backup`
    case 13: // SQLITE_FULL: no space is left on the disk
      return `the disk of ${SQLITE_FILE} is full; free some space`
    case 14: // SQLITE_CANTOPEN: the file cannot be opened
      return `${SQLITE_FILE} cannot be opened; check that this user has read and write permission for the file and its folder`
    case 26: // SQLITE_NOTADB: the file is not a database
      return `${SQLITE_FILE} is not a database; configure another file, or move this one away`
    default:
      return undefined
  }
}

/** Describes an error of PostgreSQL by its SQLSTATE code (PostgreSQL manual, appendix A). */
function describePostgresError({ code, message }: FailureDetails): string | undefined {
  switch (code) {
    case '28P01':
    case '28000':
      return `PostgreSQL rejects the user (${message}); check user and password in DATABASE_URL`
    case '3D000':
      return `PostgreSQL has no such database (${message}); create it with \`createdb --encoding=UTF8 --template=template0 <name>\``
    case '42501':
      return `the user in DATABASE_URL has insufficient privileges (${message}); make it the owner of the database`
    case '22P05':
    case '22021':
      return 'the PostgreSQL database is not encoded in UTF-8; create one with `createdb --encoding=UTF8 --template=template0 <name>`'
    case '53300':
      return 'PostgreSQL has no free connections; raise max_connections, or close connections of other programs'
    case '57P03':
      return 'PostgreSQL is starting or stopping; try again later'
    default:
      return undefined
  }
}
