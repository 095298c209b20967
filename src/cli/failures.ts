import { AccountError } from '../accounts/accounts.ts'
import { BackupError } from '../backup/job.ts'
import { ConfigError } from '../config/config.ts'
import { CalendarError, presentError } from '../core/errors.ts'
import { UnusableDatabaseError } from '../db/errors.ts'
import { NewerDatabaseError } from '../db/migrate.ts'
import { UsageError } from './options.ts'
import { WorkerError } from './serving/worker-pool.ts'

/** What Node, SQLite and PostgreSQL add to their errors. */
interface FailureDetails extends Error {
  code?: string
  /** SQLite. */
  errcode?: number
  syscall?: string
  path?: string
  address?: string
  hostname?: string
  port?: number
}

/** A command that looks for faults has found some, and printed them. */
export class ChecksFailedError extends Error {
  override name = 'FaultsFound'
}

/** What went wrong and what to do about it, for the person at the terminal. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const ours = [
    UsageError,
    ConfigError,
    AccountError,
    NewerDatabaseError,
    UnusableDatabaseError,
    WorkerError,
    BackupError,
    ChecksFailedError,
  ]
  if (ours.some((kind) => error instanceof kind)) return error.message
  if (error instanceof CalendarError) return describeCalendarError(error)
  return (
    describeSystemError(error) ??
    describeSqliteError(error) ??
    describePostgresError(error) ??
    `unexpected failure: ${error.message}; LOG_LEVEL=debug shows where`
  )
}

function describeCalendarError(error: CalendarError): string {
  if (error.code === 'database_unavailable' && error.cause) return describeFailure(error.cause)
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
      return `${place} is taken; stop what listens there, or choose another port with --port (PORT)`
    case 'EADDRNOTAVAIL':
      return `${place} is no address of this machine; choose another with --host (HOST)`
    case 'EACCES':
    case 'EPERM':
      if (syscall === 'listen') return `no right to listen on ${place}; choose a port from 1024 with --port (PORT)`
      return `no right to use ${place}; give it to this user, or choose another folder with --data-dir (DATA_DIR)`
    case 'ENOSPC':
    case 'EDQUOT':
      return `the disk${place ? ` of ${place}` : ''} is full; make room`
    case 'EROFS':
      return `${place} cannot be written to; choose another folder with --data-dir (DATA_DIR)`
    case 'ENOENT':
      return `${place} does not exist; check --data-dir (DATA_DIR) and --database-url (DATABASE_URL)`
    case 'EEXIST':
    case 'ENOTDIR':
      return `${place} is not a folder; choose another with --data-dir (DATA_DIR)`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `nobody knows the host "${hostname}"; check --database-url (DATABASE_URL) and --host (HOST)`
    case 'ERR_INVALID_URL':
      return 'DATABASE_URL is no address that can be read; special characters in its password are written as %XX'
    // Nothing but PostgreSQL is connected to.
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'CONNECT_TIMEOUT':
    case 'CONNECTION_CLOSED':
      return `PostgreSQL does not answer (${message || code}); is it running, and is DATABASE_URL right?`
    default:
      return undefined
  }
}

const SQLITE_FILE = 'the database file (DATABASE_URL, else almanac.db in DATA_DIR)'

/** By the primary code (sqlite.org/rescode.html). */
function describeSqliteError({ errcode, message }: FailureDetails): string | undefined {
  switch (errcode === undefined ? undefined : errcode & 0xff) {
    case 5: // busy
    case 6: // locked
      return `another program keeps ${SQLITE_FILE} locked; try again when it is done`
    case 8: // read-only
      return `${SQLITE_FILE} cannot be written to; give this user the right to write it and its folder`
    case 10: // I/O error
    case 11: // corrupt
      return `${SQLITE_FILE} cannot be read (${message}); check the disk, or bring back a copy`
    case 13: // full
      return `the disk of ${SQLITE_FILE} is full; make room`
    case 14: // cannot open
      return `${SQLITE_FILE} cannot be opened; check that this user may read and write it and its folder`
    case 26: // not a database
      return `${SQLITE_FILE} is not a database; name another file, or move this one away`
    default:
      return undefined
  }
}

/** By SQLSTATE (PostgreSQL manual, appendix A). */
function describePostgresError({ code, message }: FailureDetails): string | undefined {
  switch (code) {
    case '28P01':
    case '28000':
      return `PostgreSQL refuses the user (${message}); check user and password in DATABASE_URL`
    case '3D000':
      return `PostgreSQL has no such database (${message}); make it with \`createdb --encoding=UTF8 --template=template0 <name>\``
    case '42501':
      return `the user in DATABASE_URL has too few rights (${message}); make it the owner of the database`
    case '22P05':
    case '22021':
      return 'the PostgreSQL database is not UTF-8; make one with `createdb --encoding=UTF8 --template=template0 <name>`'
    case '53300':
      return 'PostgreSQL has no connection left; raise its max_connections, or stop what holds them'
    case '57P03':
      return 'PostgreSQL is starting or stopping; try again in a moment'
    default:
      return undefined
  }
}
