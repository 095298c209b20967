import { closeSync, existsSync, fdatasyncSync, openSync, statSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'
import { refuseAbsent } from '../db/sqlite/file.ts'
import { refuseDamaged } from './copied-file.ts'
import { type Attempt, type Backup, BackupError, refuseStopped, type TablePrint, totalsOf } from './copy.ts'
import { MANIFEST, printsOf } from './sqlite-prints.ts'
import { makeWhole, SUFFIXES } from './whole-file.ts'

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
  options: Attempt & { replace: boolean },
): Promise<Backup> {
  refuseAbsent(source)
  if (['', ...SUFFIXES].some((suffix) => isSame(source + suffix, file)))
    throw new BackupError(`${file} is the calendar itself; name another file`)
  return makeWhole(file, options, async (unfinished) => {
    const prints = await copyMoment(source, unfinished, options)
    seal(unfinished, prints)
    await refuseDamaged(unfinished, 'the copy', prints, options)
    return { ...totalsOf(prints), sizeBytes: statSync(unfinished).size }
  })
}

/** Whatever links lead there. */
function isSame(one: string, other: string): boolean {
  if (!existsSync(one) || !existsSync(other)) return one === other
  const [here, there] = [statSync(one), statSync(other)]
  return here.dev === there.dev && here.ino === there.ino
}

async function copyMoment(source: string, target: string, attempt: Attempt): Promise<TablePrint[]> {
  const db = new DatabaseSync(source, { readOnly: true, timeout: TIMEOUT_MS })
  const descriptor = openSync(target, 'r+')
  try {
    // Without it the copy begins anew whenever another process has written, and under steady writes never ends.
    db.exec('BEGIN')
    db.prepare('SELECT count(*) FROM sqlite_schema').get()
    await backup(db, target, {
      rate: PAGES_AT_ONCE,
      progress({ totalPages, remainingPages }) {
        refuseStopped(attempt)
        fdatasyncSync(descriptor)
        attempt.onProgress('copying', totalPages - remainingPages, totalPages)
      },
    })
    return await printsOf(db, attempt, (done, total) => attempt.onProgress('reading', done, total))
  } finally {
    closeSync(descriptor)
    db.close()
  }
}

/** Makes the copy one file that needs none beside it, and writes into it what it holds. */
function seal(file: string, prints: readonly TablePrint[]): void {
  const db = new DatabaseSync(file)
  try {
    db.exec(`PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL; BEGIN; DROP TABLE IF EXISTS ${MANIFEST};
      CREATE TABLE ${MANIFEST} (name TEXT PRIMARY KEY, row_count INTEGER NOT NULL, digest TEXT NOT NULL) STRICT`)
    const insert = db.prepare(`INSERT INTO ${MANIFEST} (name, row_count, digest) VALUES (?, ?, ?)`)
    for (const { table, rows, digest } of prints) insert.run(table, rows, digest)
    db.exec('COMMIT')
  } finally {
    db.close()
  }
}
