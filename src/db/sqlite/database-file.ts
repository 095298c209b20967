import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { CalendarError } from '../../core/errors.ts'
import type { Queryable, Sql } from '../database.ts'
import { UnusableDatabaseError } from '../errors.ts'

/** For commands that only read: SQLite does not say which file it does not find. @throws {UnusableDatabaseError} */
export function requireDatabaseFile(file: string): void {
  if (existsSync(file)) return
  throw new UnusableDatabaseError(
    `there is no database ${file}; check --data-dir (DATA_DIR) and --database-url (DATABASE_URL)`,
  )
}

/** A new file can be read by its owner alone, as those that SQLite puts beside it: there are hashes of passwords in it. */
export function createDatabaseFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true })
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch {
    // It is there, or SQLite says why it cannot be.
  }
}

/**
 * SQLite goes on in a file that was removed, and in the old one when another took its name: what is written there is lost
 * when the process ends.
 * @returns fails when the file is not that of before
 */
export function createFileCheck(file: string): () => void {
  const { dev, ino } = statSync(file)
  return () => {
    const now = existing(file)
    if (now?.dev === dev && now.ino === ino) return
    const cause = new Error(`${file} was ${now ? 'replaced' : 'removed'}; start Almanac again on the one to use`)
    throw new CalendarError('database_unavailable', { cause })
  }
}

/** A thread that starts opens the file by its name. */
export const withFileCheck = ({ all, get }: Queryable, isThere: () => void): Queryable => ({
  async all<Row>(statement: Sql) {
    isThere()
    return all<Row>(statement)
  },
  async get<Row>(statement: Sql) {
    isThere()
    return get<Row>(statement)
  },
})

function existing(file: string) {
  try {
    return statSync(file, { throwIfNoEntry: false })
  } catch {
    // Its folder may not even be looked into.
    return undefined
  }
}
