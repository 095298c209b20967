import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { KINDS } from '../../core/kinds.ts'
import { openDatabase } from '../../db/open-database.ts'
import { isSqliteDamagedError, isSqliteLockedError } from '../../db/translate-database-errors.ts'
import { BackupError, type RestoreOptions } from '../backup-options.ts'
import { detectBackupEngine } from '../detect-backup-engine.ts'
import type { RestoreResult } from '../table-checksums.ts'
import { SQLITE_SUFFIXES, syncFileToDisk, writeFileAtomically } from '../write-file-atomically.ts'
import { MANIFEST_TABLE } from './sqlite-checksums.ts'
import { assertSchemaEqualsThatOfAlmanac, hasSqliteTable, verifySqliteBackup } from './verify-sqlite-backup.ts'

/**
 * The tables that contain the content of a calendar. A database with rows in one of them is replaced only with
 * `--force`. Accounts are not among them, because the first start of the server creates one.
 */
const CONTENT_TABLES = [...KINDS, 'picture']

/**
 * Replaces the database `path` by the backup `file`. If the process is interrupted, `path` is either the complete old
 * database or the complete new one.
 * @throws {BackupError} when the backup is unusable, or the database is in use, or has content and `force` is false
 */
export async function restoreSqlite(file: string, path: string, options: RestoreOptions): Promise<RestoreResult> {
  // If the path is a symbolic link, the file to which it points is replaced, not the link.
  const target = existsSync(path) ? realpathSync(path) : path
  if (detectBackupEngine(file) !== 'sqlite') {
    throw new BackupError(`${file} is a backup of a PostgreSQL database, but DATABASE_URL names a SQLite file`)
  }
  if (SQLITE_SUFFIXES.some((suffix) => sizeOf(file + suffix) > 0)) {
    throw new BackupError(
      `${file} is in use, or was copied without its -wal file; make a backup with \`almanac backup\``,
    )
  }
  mkdirSync(dirname(target), { recursive: true })
  const previousFile = existsSync(target) ? `${target}.${options.timestamp}` : undefined
  const unlock = lockTarget(target, options.force)
  try {
    return await writeFileAtomically(target, { replace: true }, async (temporary) => {
      copyFileSync(file, temporary)
      // The copy of the backup is verified instead of the original, because the original may change after its
      // verification.
      const backup = await verifySqliteBackup(temporary, file, options)
      await migrate(temporary)
      await assertSchemaEqualsThatOfAlmanac(temporary, file, `${temporary}-model`)
      copyOwnership(target, temporary)
      options.onBeforeReplace()
      if (previousFile) renamePrevious(target, previousFile)
      return { ...backup, previousFile }
    })
  } finally {
    unlock()
  }
}

/**
 * Gives the new database file the owner of the replaced file, or of the folder if there was none, because the user who
 * restores may be another than the user who runs the server.
 */
function copyOwnership(target: string, restored: string): void {
  const last = existsSync(target) ? statSync(target) : undefined
  const { uid, gid } = last ?? statSync(dirname(target))
  const { uid: own } = statSync(restored)
  if (own !== uid) chownSync(restored, uid, gid)
  chmodSync(restored, last ? last.mode & 0o777 : 0o600)
}

const sizeOf = (file: string) => (existsSync(file) ? statSync(file).size : 0)

async function migrate(file: string): Promise<void> {
  const db = new DatabaseSync(file)
  if (hasSqliteTable(db, MANIFEST_TABLE)) db.exec(`DROP TABLE ${MANIFEST_TABLE}`)
  db.close()
  await (await openDatabase(`sqlite:${file}`)).close()
}

/**
 * Locks the existing database, so that no other process uses it during the restore.
 * @returns a function that unlocks the database
 * @throws {BackupError} when the database is in use, or has content and `force` is false
 */
function lockTarget(target: string, force: boolean): () => void {
  if (sizeOf(target) === 0) return () => {}
  const db = new DatabaseSync(target, { timeout: 1000 })
  const unlock = () => db.close()
  try {
    // This statement finds out whether other processes use the database: leaving WAL mode fails while another
    // connection is open, even an idle one.
    const mode = db.prepare('PRAGMA journal_mode = DELETE').get() as { journal_mode: string }
    if (mode.journal_mode !== 'delete') throw databaseInUse(target)
    db.exec('BEGIN EXCLUSIVE')
    if (!force && hasRecords(db)) throw databaseNotEmpty(target)
    return unlock
  } catch (error) {
    unlock()
    if (isSqliteLockedError(error)) throw databaseInUse(target, error)
    // With `force`, a damaged database is replaced too, because damage is a common reason to restore a backup.
    if (!isSqliteDamagedError(error)) throw error
    const { message } = error as Error
    if (!force) throw new BackupError(`${target} is damaged (${message}); replace it with --force, which renames it`)
    return () => {}
  }
}

const databaseInUse = (target: string, cause?: unknown) =>
  new BackupError(`a server or another program uses ${target}; stop it first`, { cause })

const databaseNotEmpty = (target: string) =>
  new BackupError(`${target} has content; replace it with --force, which renames it`)

function hasRecords(db: DatabaseSync): boolean {
  const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all() as { name: string }[]
  const present = CONTENT_TABLES.filter((record) => tables.some(({ name }) => name === record))
  if (tables.length > 0 && present.length === 0) return true
  return present.some((record) => db.prepare(`SELECT 1 FROM "${record}" LIMIT 1`).get() !== undefined)
}

/**
 * Gives the old database file a second name, as a hard link or copy. The file `target` remains until
 * `writeFileAtomically` replaces it, so that `target` always exists.
 */
function renamePrevious(target: string, previousFile: string): void {
  try {
    linkSync(target, previousFile)
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') throw new BackupError(`${previousFile} already exists`)
    copyFileSync(target, previousFile)
    syncFileToDisk(previousFile)
  }
  // A damaged database may have a WAL or journal file. It is moved away, because SQLite would apply it to the new
  // database.
  for (const suffix of SQLITE_SUFFIXES) {
    if (sizeOf(target + suffix) > 0) renameSync(target + suffix, previousFile + suffix)
    else rmSync(target + suffix, { force: true })
  }
}
