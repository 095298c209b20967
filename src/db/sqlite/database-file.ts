import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { CalendarError } from '../../core/errors.ts'
import type { Queryable, Sql } from '../database.ts'
import { UnusableDatabaseError } from '../errors.ts'

/** Refuses a missing file by name, which SQLite's own error lacks. @throws {UnusableDatabaseError} */
export function requireDatabaseFile(file: string): void {
  if (existsSync(file)) return
  throw new UnusableDatabaseError(
    `there is no database ${file}; check --data-dir (DATA_DIR) and --database-url (DATABASE_URL)`,
  )
}

/**
 * Creates the file, with its folder, if it is missing. Only its owner may read it, because it will contain password hashes;
 * SQLite gives its `-wal` and `-shm` files the same mode.
 */
export function createDatabaseFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true })
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch {
    // The file exists, or opening it will fail with the reason.
  }
}

/**
 * Creates a check that the path still leads to the same file. When the file is removed or replaced, SQLite goes on using the
 * old one, and everything written to it would be lost at the end of the process.
 * @returns throws `CalendarError` `database_unavailable` when the file is missing or another one
 */
export function createFileCheck(file: string): () => void {
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

/** Checks the file before each query: a new worker thread opens it by its path, and would see a replaced file. */
export const withFileCheck = ({ all, get }: Queryable, checkFile: () => void): Queryable => ({
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
    // The folder may be inaccessible.
    return undefined
  }
}
