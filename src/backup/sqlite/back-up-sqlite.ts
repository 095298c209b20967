import { closeSync, existsSync, fdatasyncSync, openSync, statSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'
import { createEmptyDatabaseFileError, requireSqliteDatabaseFile } from '../../db/sqlite/sqlite-database-file.ts'
import { assertDatabaseHasCompleteSchema } from '../assert-database-has-complete-schema.ts'
import { BackupError, type JobOptions, throwIfBackupOrRestoreCancelled } from '../backup-options.ts'
import { type BackupSummary, countTablesRowsAndBytesOfBackup, type TableChecksum } from '../table-checksums.ts'
import { SQLITE_SUFFIXES, writeFileAtomically } from '../write-file-atomically.ts'
import { copyDatabaseFiles, mustReadSqliteFromCopyOfFiles } from './copy-database-files.ts'
import { computeSqliteTableChecksums, MANIFEST_TABLE } from './sqlite-checksums.ts'
import { verifySqliteIntegrity } from './verify-sqlite-backup.ts'

/**
 * Number of database pages that are copied at a time (4 MiB) and then synced to the disk. A single sync of the whole
 * copy would delay commits of the server.
 */
const PAGES_PER_BATCH = 1000
/** Maximum time in milliseconds to wait for locks of the source database. Servers hold them only briefly. */
const LOCK_TIMEOUT_MS = 5000

/**
 * Copies one snapshot of the database `source`, while servers may use it, then compares checksums of the copy with the
 * snapshot. The backup stores the checksums in a table, so that it can be verified later without the original.
 * @throws {BackupError} when the database lacks tables of its migrations, the copy differs, or `file` is the database
 * itself
 */
export async function backUpSqlite(
  source: string,
  file: string,
  options: JobOptions & { replace: boolean },
): Promise<BackupSummary> {
  requireSqliteDatabaseFile(source)
  if (statSync(source).size === 0) throw createEmptyDatabaseFileError(source)
  if (['', ...SQLITE_SUFFIXES].some((suffix) => isSameFile(source + suffix, file)))
    throw new BackupError(`${file} is the database itself; choose another file`)
  return writeFileAtomically(file, options, async (temporary) => {
    const copy = mustReadSqliteFromCopyOfFiles(source) ? copyUnusedDatabase : copySnapshot
    const checksums = await copy(source, temporary, options)
    writeManifest(temporary, checksums)
    await verifySqliteIntegrity(temporary, 'the copy', checksums, options)
    return countTablesRowsAndBytesOfBackup(temporary, checksums)
  })
}

/** Whether two paths lead to the same file, directly or through links. */
function isSameFile(one: string, other: string): boolean {
  if (!existsSync(one) || !existsSync(other)) return one === other
  const [here, there] = [statSync(one), statSync(other)]
  return here.dev === there.dev && here.ino === there.ino
}

async function copySnapshot(source: string, target: string, job: JobOptions): Promise<TableChecksum[]> {
  const db = new DatabaseSync(source, { readOnly: true, timeout: LOCK_TIMEOUT_MS })
  const descriptor = openSync(target, 'r+')
  try {
    // Without a read transaction, SQLite restarts the copy after every write of another process, so it might never end.
    db.exec('BEGIN')
    await assertDatabaseHasCompleteSchema('sqlite', async <Row>(text: string) => db.prepare(text).all() as Row[])
    await backup(db, target, {
      rate: PAGES_PER_BATCH,
      progress({ totalPages, remainingPages }) {
        throwIfBackupOrRestoreCancelled(job)
        fdatasyncSync(descriptor)
        job.onProgress('copying', totalPages - remainingPages, totalPages)
      },
    })
    return await computeSqliteTableChecksums(db, job, (done, total) => job.onProgress('reading', done, total))
  } finally {
    closeSync(descriptor)
    db.close()
  }
}

/**
 * Copies the files of a database that no process uses. This is needed when SQLite cannot open the database where it is,
 * for example on a read-only disk.
 */
async function copyUnusedDatabase(source: string, target: string, job: JobOptions): Promise<TableChecksum[]> {
  await copyDatabaseFiles(source, target)
  const db = new DatabaseSync(target)
  try {
    await assertDatabaseHasCompleteSchema('sqlite', async <Row>(text: string) => db.prepare(text).all() as Row[])
    return await computeSqliteTableChecksums(db, job, (done, total) => job.onProgress('reading', done, total))
  } finally {
    db.close()
  }
}

/**
 * Turns the copied database into a single file without a write-ahead log (WAL), and stores the checksums of its tables
 * in it.
 */
function writeManifest(file: string, checksums: readonly TableChecksum[]): void {
  const db = new DatabaseSync(file)
  try {
    db.exec(`PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL; BEGIN; DROP TABLE IF EXISTS ${MANIFEST_TABLE};
      CREATE TABLE ${MANIFEST_TABLE} (name TEXT PRIMARY KEY, row_count INTEGER NOT NULL, digest TEXT NOT NULL) STRICT`)
    const insert = db.prepare(`INSERT INTO ${MANIFEST_TABLE} (name, row_count, digest) VALUES (?, ?, ?)`)
    for (const { table, rows, digest } of checksums) insert.run(table, rows, digest)
    db.exec('COMMIT')
  } finally {
    db.close()
  }
}
