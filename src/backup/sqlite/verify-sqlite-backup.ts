import { DatabaseSync } from 'node:sqlite'
import { openDatabase } from '../../db/open-database.ts'
import { isSqliteDamagedError } from '../../db/translate-database-errors.ts'
import { BackupError, type JobOptions } from '../backup-options.ts'
import { assertBackupNotOfNewerAlmanacVersion } from '../detect-backup-engine.ts'
import {
  assertSameTableChecksums,
  type BackupSummary,
  countTablesRowsAndBytesOfBackup,
  type TableChecksum,
} from '../table-checksums.ts'
import { removeSqliteFiles } from '../write-file-atomically.ts'
import { computeSqliteTableChecksums, MANIFEST_TABLE } from './sqlite-checksums.ts'

/**
 * Checks that `file` is an undamaged Almanac database without unknown migrations, and compares its tables with the
 * checksums stored in it. A copy made by another program contains no checksums.
 * @param label name of the file in messages
 * @throws {BackupError | NewerDatabaseError}
 */
export async function verifySqliteBackup(file: string, label: string, job: JobOptions): Promise<BackupSummary> {
  const expected = await withReadOnlyDatabase(file, label, (db) => {
    const has = (table: string) => hasSqliteTable(db, table)
    if (!has('migration') || !has('site')) throw new BackupError(`${label} is a SQLite database, but not of Almanac`)
    const applied = db.prepare('SELECT name FROM migration').all() as { name: string }[]
    assertBackupNotOfNewerAlmanacVersion(
      'sqlite',
      applied.map(({ name }) => name),
      label,
    )
    if (!has(MANIFEST_TABLE)) return undefined
    return db
      .prepare(`SELECT name AS "table", row_count AS rows, digest FROM ${MANIFEST_TABLE}`)
      .all() as unknown as TableChecksum[]
  })
  const found = await verifySqliteIntegrity(file, label, expected, job)
  return countTablesRowsAndBytesOfBackup(file, found)
}

/** Whether the database has a table of this name. */
export const hasSqliteTable = (db: DatabaseSync, name: string): boolean =>
  db.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?`).get(name) !== undefined

/**
 * Runs the integrity check of SQLite and reads all tables.
 * @param expected checksums to compare with; undefined if the file has none
 * @returns the checksums of the tables in the file
 * @throws {BackupError} when the file is damaged or its checksums differ from `expected`
 */
export function verifySqliteIntegrity(
  file: string,
  label: string,
  expected: readonly TableChecksum[] | undefined,
  job: JobOptions,
): Promise<TableChecksum[]> {
  return withReadOnlyDatabase(file, label, async (db) => {
    const [first] = db.prepare('PRAGMA integrity_check').all() as { integrity_check: string }[]
    if (first?.integrity_check !== 'ok') throw new BackupError(`${label} is damaged: ${first?.integrity_check}`)
    const found = await computeSqliteTableChecksums(db, job, (done, total) => job.onProgress('comparing', done, total))
    if (expected) assertSameTableChecksums(expected, found, label)
    return found
  })
}

async function withReadOnlyDatabase<T>(
  file: string,
  label: string,
  work: (db: DatabaseSync) => T | Promise<T>,
): Promise<T> {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return await work(db)
  } catch (error) {
    if (!isSqliteDamagedError(error)) throw error
    throw new BackupError(`${label} is damaged: ${(error as Error).message}`, { cause: error })
  } finally {
    db.close()
  }
}

/**
 * Checks that a migrated database has exactly the schema that Almanac creates: an additional trigger or view could
 * change later writes.
 * @param scratch path of a temporary database, which is created for the comparison and deleted
 * @throws {BackupError} naming the first missing or additional table, index, trigger or view
 */
export async function assertSchemaEqualsThatOfAlmanac(file: string, label: string, scratch: string): Promise<void> {
  removeSqliteFiles(scratch)
  try {
    await (await openDatabase(`sqlite:${scratch}`)).close()
    const [found, expected] = [
      await withReadOnlyDatabase(file, label, readSchemaObjects),
      await withReadOnlyDatabase(scratch, scratch, readSchemaObjects),
    ]
    const different = [...found, ...expected].find(([what]) => found.get(what) !== expected.get(what))
    if (different) throw new BackupError(`${label} does not have the schema of Almanac: ${different[0]} differs`)
  } finally {
    removeSqliteFiles(scratch)
  }
}

/**
 * Reads the schema of a database, as a map from the name of each table, index, trigger and view, such as `trigger
 * event_counted`, to its SQL.
 */
function readSchemaObjects(db: DatabaseSync): Map<string, string> {
  const rows = db
    .prepare(
      `SELECT type || ' ' || name AS what, coalesce(sql, '') AS how FROM sqlite_schema WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!'`,
    )
    .all() as { what: string; how: string }[]
  return new Map(rows.map(({ what, how }) => [what, how]))
}
