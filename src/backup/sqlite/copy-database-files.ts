import { createHash } from 'node:crypto'
import { chmodSync, copyFileSync, createReadStream, existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { BackupError } from '../backup-options.ts'

/** Result codes of SQLite when it cannot create a file: because the disk is read-only, or the folder is. */
const CANNOT_CREATE = [14, 1544] // SQLITE_CANTOPEN, SQLITE_READONLY_DIRECTORY

/**
 * Whether SQLite cannot read the database because it cannot create the files `-wal` and `-shm` beside it: the disk is
 * read-only, or this user may not write to the folder. No other process uses such a database, or its `-shm` would exist.
 */
export function needsFileCopy(source: string): boolean {
  // With a `-journal` file, SQLite must first undo an unfinished transaction.
  if (existsSync(`${source}-shm`) || existsSync(`${source}-journal`)) return false
  const db = new DatabaseSync(source, { readOnly: true })
  try {
    db.prepare('SELECT 1 FROM sqlite_schema').get()
    return false
  } catch (error) {
    if (CANNOT_CREATE.includes((error as { errcode?: number }).errcode ?? 0)) return true
    throw error
  } finally {
    db.close()
  }
}

/**
 * Copies a database that no process uses, with its `-wal` file if it has one, and compares the bytes.
 * @throws {BackupError} when the database was used meanwhile, or a copy differs
 */
export async function copyDatabaseFiles(source: string, target: string): Promise<void> {
  const before = stateOf(source)
  for (const suffix of ['', '-wal']) {
    if (!existsSync(source + suffix)) continue
    copyFileSync(source + suffix, target + suffix)
    // Copying a file copies its mode: make the copy writable, and readable by this user only.
    chmodSync(target + suffix, 0o600)
    if ((await digestOf(source + suffix)) !== (await digestOf(target + suffix)))
      throw new BackupError(`the copy of ${source + suffix} differs from the original; try again`)
  }
  if (stateOf(source) !== before) throw new BackupError(`${source} was changed during the backup; try again`)
}

/** Presence, size and time of the last change of the database file and of the files beside it. */
const stateOf = (file: string) =>
  ['', '-wal', '-shm']
    .map((suffix) => statSync(file + suffix, { throwIfNoEntry: false }))
    .map((stats) => (stats ? `${stats.ino} ${stats.size} ${stats.mtimeMs}` : 'absent'))
    .join()

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
