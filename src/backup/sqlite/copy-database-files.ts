import { createHash } from 'node:crypto'
import { chmodSync, copyFileSync, createReadStream, existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { BackupError } from '../backup-options.ts'

/** Result codes of SQLite if it cannot create a file, because the disk or the folder is read-only. */
const CANNOT_CREATE = [14, 1544] // SQLITE_CANTOPEN, SQLITE_READONLY_DIRECTORY

/**
 * Whether SQLite cannot read the database because it cannot create the files `-wal` and `-shm` next to it: the disk is
 * read-only, or this user may not write to the folder. No other process uses such a database, otherwise its `-shm`
 * would exist.
 */
export function mustReadSqliteFromCopyOfFiles(source: string): boolean {
  // If there is a `-journal` file, SQLite must first undo an unfinished transaction, so the file must not simply be
  // copied.
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
 * Copies a database that no process uses, with its `-wal` file if there is one, and compares the bytes.
 * @throws {BackupError} when a process used the database during the copy, or a copy differs
 */
export async function copyDatabaseFiles(source: string, target: string): Promise<void> {
  const before = stateOf(source)
  for (const suffix of ['', '-wal']) {
    if (!existsSync(source + suffix)) continue
    copyFileSync(source + suffix, target + suffix)
    // A copied file has the mode of the original. The copy must be writable, and readable by this user only.
    chmodSync(target + suffix, 0o600)
    if ((await digestOf(source + suffix)) !== (await digestOf(target + suffix)))
      throw new BackupError(`the copy of ${source + suffix} differs from the original; try again`)
  }
  if (stateOf(source) !== before) throw new BackupError(`${source} was changed during the backup; try again`)
}

/** For the database file and each file next to it: whether it exists, its size and the time of its last change. */
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
