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
import { KINDS } from '../core/kinds.ts'
import { isDamaged, isLocked } from '../db/errors.ts'
import { openDatabase } from '../db/open.ts'
import { SQLITE_SUFFIXES, syncToDisk, writeAtomically } from './atomic-file.ts'
import { BackupError, type BackupSummary, type JobOptions } from './job.ts'
import { MANIFEST_TABLE } from './sqlite-checksums.ts'
import { assertAlmanacSchema, detectBackupEngine, hasTable, verifySqliteBackup } from './sqlite-verify.ts'

/** What people wrote; the first administrator alone is made by any start. */
const RECORDS = [...KINDS, 'picture']

export interface RestoreOptions extends JobOptions {
  /** Whether a calendar that is there may be replaced. */
  force: boolean
  /** What the name of the replaced one ends with. */
  timestamp: string
  /** Called when nothing can be refused any more, before the calendar is another. */
  onBeforeReplace(): void
}

export interface RestoreResult extends BackupSummary {
  /** Where the calendar is that was there before. */
  previousFile: string | undefined
}

/**
 * Puts the calendar in the copy `file` in place of the one `named`. Whenever this process ends, the whole of one of them is there.
 * @throws {BackupError} when the copy cannot be used, or the target is in use or not empty
 */
export async function restoreSqlite(file: string, named: string, options: RestoreOptions): Promise<RestoreResult> {
  // A link goes on leading to the calendar, wherever that is.
  const target = existsSync(named) ? realpathSync(named) : named
  if (detectBackupEngine(file) !== 'sqlite') {
    throw new BackupError(`${file} is a copy of a PostgreSQL database, but DATABASE_URL names a SQLite file`)
  }
  if (SQLITE_SUFFIXES.some((suffix) => sizeOf(file + suffix) > 0)) {
    throw new BackupError(`${file} is in use, or was copied without its -wal file; make a copy with \`almanac backup\``)
  }
  mkdirSync(dirname(target), { recursive: true })
  const previousFile = existsSync(target) ? `${target}.${options.timestamp}` : undefined
  const leave = lockTarget(target, options.force)
  try {
    return await writeAtomically(target, { replace: true }, async (unfinished) => {
      copyFileSync(file, unfinished)
      // What was checked is what is taken, whatever happens to the file meanwhile.
      const backup = await verifySqliteBackup(unfinished, file, options)
      await migrate(unfinished)
      await assertAlmanacSchema(unfinished, file, `${unfinished}-model`)
      copyOwnership(target, unfinished)
      options.onBeforeReplace()
      if (previousFile) renamePrevious(target, previousFile)
      return { ...backup, previousFile }
    })
  } finally {
    leave()
  }
}

/** Whoever restores may be another user than the server: the file stays with whom the last one, or its folder, belongs to. */
function copyOwnership(target: string, made: string): void {
  const last = existsSync(target) ? statSync(target) : undefined
  const { uid, gid } = last ?? statSync(dirname(target))
  const { uid: own } = statSync(made)
  if (own !== uid) chownSync(made, uid, gid)
  chmodSync(made, last ? last.mode & 0o777 : 0o600)
}

const sizeOf = (file: string) => (existsSync(file) ? statSync(file).size : 0)

async function migrate(file: string): Promise<void> {
  const db = new DatabaseSync(file)
  if (hasTable(db, MANIFEST_TABLE)) db.exec(`DROP TABLE ${MANIFEST_TABLE}`)
  db.close()
  await (await openDatabase(`sqlite:${file}`)).close()
}

/**
 * Holds the calendar that is there, so that nobody opens it meanwhile.
 * @returns lets go of it
 * @throws {BackupError} when somebody uses it, or it holds records and `force` is not given
 */
function lockTarget(target: string, force: boolean): () => void {
  if (sizeOf(target) === 0) return () => {}
  const db = new DatabaseSync(target, { timeout: 1000 })
  const leave = () => db.close()
  try {
    // Leaving WAL is refused while any other connection is open, even one at rest.
    const mode = db.prepare('PRAGMA journal_mode = DELETE').get() as { journal_mode: string }
    if (mode.journal_mode !== 'delete') throw databaseInUse(target)
    db.exec('BEGIN EXCLUSIVE')
    if (!force && hasRecords(db)) throw databaseNotEmpty(target)
    return leave
  } catch (error) {
    leave()
    if (isLocked(error)) throw databaseInUse(target, error)
    // Damaged, which is why a copy is brought back.
    if (!isDamaged(error)) throw error
    const { message } = error as Error
    if (!force) throw new BackupError(`${target} is damaged (${message}); replace it with --force, it is kept aside`)
    return () => {}
  }
}

const databaseInUse = (target: string, cause?: unknown) =>
  new BackupError(`a server or another program uses ${target}; stop it first`, { cause })

const databaseNotEmpty = (target: string) =>
  new BackupError(`there is a calendar in ${target}; replace it with --force, it is kept aside under another name`)

function hasRecords(db: DatabaseSync): boolean {
  const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all() as { name: string }[]
  const present = RECORDS.filter((record) => tables.some(({ name }) => name === record))
  if (tables.length > 0 && present.length === 0) return true
  return present.some((record) => db.prepare(`SELECT 1 FROM "${record}" LIMIT 1`).get() !== undefined)
}

/** Under both names at first, so that none is ever missing; then the new one takes the old name. */
function renamePrevious(target: string, previousFile: string): void {
  try {
    linkSync(target, previousFile)
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') throw new BackupError(`${previousFile} is there already`)
    copyFileSync(target, previousFile)
    syncToDisk(previousFile)
  }
  // Only a damaged database still has any. Beside another database they would be taken for a part of it.
  for (const suffix of SQLITE_SUFFIXES) {
    if (sizeOf(target + suffix) > 0) renameSync(target + suffix, previousFile + suffix)
    else rmSync(target + suffix, { force: true })
  }
}
