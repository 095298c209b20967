import { closeSync, existsSync, fdatasyncSync, openSync, statSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'
import { requireDatabaseFile } from '../db/sqlite/database-file.ts'
import { SQLITE_SUFFIXES, writeAtomically } from './atomic-file.ts'
import {
  assertNotAborted,
  BackupError,
  type BackupSummary,
  type JobOptions,
  sumTables,
  type TableChecksum,
} from './job.ts'
import { MANIFEST_TABLE, readSqliteChecksums } from './sqlite-checksums.ts'
import { verifyIntegrity } from './sqlite-verify.ts'

/** 4 MiB of pages: written, put on the disk, then the next, so that writes of the server never wait for all of them. */
const PAGES_AT_ONCE = 1000
/** For a lock on the file of a calendar, which nobody holds for long. */
const TIMEOUT_MS = 5000

/**
 * Copies the calendar in `source`, as it is at one moment, while servers read and write it; then compares the copy with
 * that moment. The copy says what it holds in a table of its own, so that it can be checked alone later.
 * @throws {BackupError} when the copy is not what the original was, or would take its place
 */
export async function backUpSqlite(
  source: string,
  file: string,
  options: JobOptions & { replace: boolean },
): Promise<BackupSummary> {
  requireDatabaseFile(source)
  if (['', ...SQLITE_SUFFIXES].some((suffix) => isSameFile(source + suffix, file)))
    throw new BackupError(`${file} is the calendar itself; name another file`)
  return writeAtomically(file, options, async (unfinished) => {
    const prints = await copySnapshot(source, unfinished, options)
    writeManifest(unfinished, prints)
    await verifyIntegrity(unfinished, 'the copy', prints, options)
    return { ...sumTables(prints), sizeBytes: statSync(unfinished).size }
  })
}

/** Whatever links lead there. */
function isSameFile(one: string, other: string): boolean {
  if (!existsSync(one) || !existsSync(other)) return one === other
  const [here, there] = [statSync(one), statSync(other)]
  return here.dev === there.dev && here.ino === there.ino
}

async function copySnapshot(source: string, target: string, attempt: JobOptions): Promise<TableChecksum[]> {
  const db = new DatabaseSync(source, { readOnly: true, timeout: TIMEOUT_MS })
  const descriptor = openSync(target, 'r+')
  try {
    // Without it the copy begins anew whenever another process has written, and under steady writes never ends.
    db.exec('BEGIN')
    db.prepare('SELECT count(*) FROM sqlite_schema').get()
    await backup(db, target, {
      rate: PAGES_AT_ONCE,
      progress({ totalPages, remainingPages }) {
        assertNotAborted(attempt)
        fdatasyncSync(descriptor)
        attempt.onProgress('copying', totalPages - remainingPages, totalPages)
      },
    })
    return await readSqliteChecksums(db, attempt, (done, total) => attempt.onProgress('reading', done, total))
  } finally {
    closeSync(descriptor)
    db.close()
  }
}

/** Makes the copy one file that needs none beside it, and writes into it what it holds. */
function writeManifest(file: string, prints: readonly TableChecksum[]): void {
  const db = new DatabaseSync(file)
  try {
    db.exec(`PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL; BEGIN; DROP TABLE IF EXISTS ${MANIFEST_TABLE};
      CREATE TABLE ${MANIFEST_TABLE} (name TEXT PRIMARY KEY, row_count INTEGER NOT NULL, digest TEXT NOT NULL) STRICT`)
    const insert = db.prepare(`INSERT INTO ${MANIFEST_TABLE} (name, row_count, digest) VALUES (?, ?, ?)`)
    for (const { table, rows, digest } of prints) insert.run(table, rows, digest)
    db.exec('COMMIT')
  } finally {
    db.close()
  }
}
