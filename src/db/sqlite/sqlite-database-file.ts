import { closeSync, existsSync, linkSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { CalendarError } from '../../core/errors.ts'
import type { Queryable, Sql } from '../database.ts'
import { UnusableDatabaseError } from '../translate-database-errors.ts'

/**
 * Throws an error that names the path when the database file is missing; SQLite's own error does not name it.
 * @throws {UnusableDatabaseError}
 */
export function requireSqliteDatabaseFile(file: string): void {
  if (existsSync(file)) return
  throw new UnusableDatabaseError(
    `there is no database ${file}; check --data-dir (DATA_DIR) and --database-url (DATABASE_URL)`,
  )
}

/**
 * Creates the database file and its folder if they are missing. Only the owner can read the file, because it will
 * contain password hashes; SQLite gives its `-wal` and `-shm` files the same permissions. The file gets its name when
 * it has its first page, so an existing file of 0 bytes was truncated.
 * @throws {UnusableDatabaseError} when the file exists and has 0 bytes
 */
export function createSqliteDatabaseFile(file: string): void {
  const size = statOrUndefined(file)?.size
  if (size === 0) throw createEmptyDatabaseFileError(file)
  if (size !== undefined) return
  mkdirSync(dirname(file), { recursive: true })
  const temporary = join(dirname(file), `.${basename(file)}.${process.pid}.new`)
  try {
    rmSync(temporary, { force: true })
    closeSync(openSync(temporary, 'wx', 0o600))
    const db = new DatabaseSync(temporary)
    db.exec('PRAGMA journal_mode = WAL')
    db.close()
    linkOrRename(temporary, file)
  } catch {
    // The error is ignored: the file exists, or SQLite will fail to create it and report the reason.
  } finally {
    rmSync(temporary, { force: true })
  }
}

/** Unlike renaming, linking never replaces a file that another process has created meanwhile. */
function linkOrRename(temporary: string, file: string): void {
  try {
    linkSync(temporary, file)
  } catch (error) {
    // Some file systems do not support hard links: there the file is renamed.
    if ((error as { code?: string }).code !== 'EEXIST') renameSync(temporary, file)
  }
}

/** The error for a database file of 0 bytes. A crash or a full disk may have emptied it. */
export const createEmptyDatabaseFileError = (file: string) =>
  new UnusableDatabaseError(`${file} is empty (0 bytes): restore a backup, or delete the file to begin a new calendar`)

/**
 * Returns a function that checks whether the path still leads to the file that was opened. After the file was removed
 * or replaced, SQLite goes on using the removed file, and all data written to it is lost when the process ends.
 * @returns a function that throws `CalendarError` `database_unavailable` when the file was removed or replaced
 */
export function createCheckForReplacedDatabaseFile(file: string): () => void {
  const { dev, ino } = statSync(file)
  return () => {
    const now = statOrUndefined(file)
    if (now?.dev === dev && now.ino === ino) return
    const cause = new Error(
      `${file} was ${now ? 'replaced' : 'removed'}; restart Almanac to use the file that is there now`,
    )
    throw new CalendarError('database_unavailable', { cause })
  }
}

/**
 * Wraps `all` and `get` so that `checkFile` is called before each query. Needed for worker threads, because a new
 * thread opens the file by its path, and would read a file that has replaced the original.
 */
export const checkDatabaseFileBeforeEachQuery = ({ all, get }: Queryable, checkFile: () => void): Queryable => ({
  async all<Row>(statement: Sql) {
    checkFile()
    return all<Row>(statement)
  },
  async get<Row>(statement: Sql) {
    checkFile()
    return get<Row>(statement)
  },
})

function statOrUndefined(file: string) {
  try {
    return statSync(file, { throwIfNoEntry: false })
  } catch {
    // An error such as a folder without permission is treated like a missing file.
    return undefined
  }
}
