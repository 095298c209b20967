import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Engine } from '../db/database.ts'
import { isDamaged } from '../db/errors.ts'
import { migrationNames, refuseNewerDatabase } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { removeDatabaseFiles } from './atomic-file.ts'
import {
  assertSameTables,
  BackupError,
  type BackupSummary,
  type JobOptions,
  sumTables,
  type TableChecksum,
} from './job.ts'
import { MANIFEST_TABLE, readSqliteChecksums } from './sqlite-checksums.ts'

/** The first bytes of a file. */
const MAGIC = { sqlite: 'SQLite format 3\0', postgres: 'PGDMP' } as const

/** Which engine a file is a copy of. @throws {BackupError} when of none */
export function detectBackupEngine(file: string): keyof typeof MAGIC {
  if (!existsSync(file) || !statSync(file).isFile()) throw new BackupError(`${file} is not there, or no file`)
  const bytes = Buffer.alloc(MAGIC.sqlite.length)
  const descriptor = openSync(file, 'r')
  readSync(descriptor, bytes, 0, bytes.length, 0)
  closeSync(descriptor)
  const begin = bytes.toString('latin1')
  const engine = (['sqlite', 'postgres'] as const).find((name) => begin.startsWith(MAGIC[name]))
  if (!engine) throw new BackupError(`${file} is no backup of a calendar`)
  return engine
}

/**
 * Whether `file` is a calendar that this program can read, and holds all that it says. A copy made by other means says
 * nothing of itself; then it only has to be sound.
 * @param called the name people know it by
 * @throws {BackupError | NewerDatabaseError}
 */
export async function verifySqliteBackup(file: string, called: string, attempt: JobOptions): Promise<BackupSummary> {
  const said = await withReadOnlyDatabase(file, called, (db) => {
    const has = (table: string) => hasTable(db, table)
    if (!has('migration') || !has('site')) throw new BackupError(`${called} is a database, but no calendar of Almanac`)
    const applied = db.prepare('SELECT name FROM migration').all() as { name: string }[]
    assertBackupNotNewer(
      'sqlite',
      applied.map(({ name }) => name),
      called,
    )
    if (!has(MANIFEST_TABLE)) return undefined
    return db
      .prepare(`SELECT name AS "table", row_count AS rows, digest FROM ${MANIFEST_TABLE}`)
      .all() as unknown as TableChecksum[]
  })
  const found = await verifyIntegrity(file, called, said, attempt)
  return { ...sumTables(found), sizeBytes: statSync(file).size }
}

export const hasTable = (db: DatabaseSync, name: string): boolean =>
  db.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?`).get(name) !== undefined

/** @throws {NewerDatabaseError} when a copy has one of the migrations `applied` that this program does not know */
export const assertBackupNotNewer = (engine: Engine, applied: readonly string[], called: string) =>
  refuseNewerDatabase(migrationNames(engine), applied, called, 'bring it back with that version instead')

/**
 * @param wanted what it must hold, if that is known
 * @returns what it holds
 * @throws {BackupError} when the file is damaged or holds something else
 */
export function verifyIntegrity(
  file: string,
  called: string,
  wanted: readonly TableChecksum[] | undefined,
  attempt: JobOptions,
): Promise<TableChecksum[]> {
  return withReadOnlyDatabase(file, called, async (db) => {
    const [first] = db.prepare('PRAGMA integrity_check').all() as { integrity_check: string }[]
    if (first?.integrity_check !== 'ok') throw new BackupError(`${called} is damaged: ${first?.integrity_check}`)
    const found = await readSqliteChecksums(db, attempt, (done, total) => attempt.onProgress('comparing', done, total))
    if (wanted) assertSameTables(wanted, found, called)
    return found
  })
}

async function withReadOnlyDatabase<T>(
  file: string,
  called: string,
  work: (db: DatabaseSync) => T | Promise<T>,
): Promise<T> {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return await work(db)
  } catch (error) {
    if (!isDamaged(error)) throw error
    throw new BackupError(`${called} is damaged: ${(error as Error).message}`, { cause: error })
  } finally {
    db.close()
  }
}

/**
 * Whether a calendar that was brought up to date is built as those are that Almanac makes: a trigger or a view of somebody
 * else's would act on what is written later.
 * @param scratch the name of a file that may be made and is removed
 * @throws {BackupError} that names what is foreign or missing
 */
export async function assertAlmanacSchema(file: string, called: string, scratch: string): Promise<void> {
  removeDatabaseFiles(scratch)
  try {
    await (await openDatabase(`sqlite:${scratch}`)).close()
    const [found, wanted] = [
      await withReadOnlyDatabase(file, called, readSchemaObjects),
      await withReadOnlyDatabase(scratch, scratch, readSchemaObjects),
    ]
    const odd = [...found, ...wanted].find(([what]) => found.get(what) !== wanted.get(what))
    if (odd) throw new BackupError(`${called} is not built as a calendar of Almanac: ${odd[0]} is not`)
  } finally {
    removeDatabaseFiles(scratch)
  }
}

/** What a database is built of, `trigger event_counted` and the like, each with the statement that made it. */
function readSchemaObjects(db: DatabaseSync): Map<string, string> {
  const rows = db
    .prepare(
      `SELECT type || ' ' || name AS what, coalesce(sql, '') AS how FROM sqlite_schema WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!'`,
    )
    .all() as { what: string; how: string }[]
  return new Map(rows.map(({ what, how }) => [what, how]))
}
