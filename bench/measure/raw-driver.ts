import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import postgres from 'postgres'
import { median } from './quantile.ts'

/**
 * Reference operations on the database driver alone. Results of different machines or days are comparable as multiples of
 * these.
 */
export interface RawDriver {
  /** Reads one row by its primary key. */
  byKey(id: number): unknown
  /** Reads a page of events with one text each in one statement, without total and links. @param steps offset */
  list(from: string, steps: number): unknown
  /** Inserts one row durably. */
  commit(): unknown
  close(): unknown
}

const BY_KEY = 'SELECT id, start_local, end_local, status FROM event WHERE id = '
const listOf = (from: string, steps: string) => `SELECT e.*, t.title, t.description FROM (
  SELECT id FROM event WHERE listed_start >= ${from} ORDER BY listed_start, id LIMIT 4 OFFSET ${steps}) page
  JOIN event e ON e.id = page.id JOIN event_text t ON t.event_id = e.id AND t.language = 'en'`

/** Opens the driver. `commit` creates a table, so use it on copies of calendars only. */
export const openRawDriver = (url: string): Promise<RawDriver> =>
  url.startsWith('sqlite:') ? probeSqlite(url.slice('sqlite:'.length)) : probePostgres(url)

async function probeSqlite(file: string): Promise<RawDriver> {
  const db = new DatabaseSync(file, { timeout: 5000 })
  db.exec('PRAGMA synchronous = FULL')
  const byKey = db.prepare(`${BY_KEY} ?`)
  const list = db.prepare(listOf('?', '?'))
  return {
    byKey: (id) => byKey.get(id),
    list: (from, steps) => list.all(from, steps),
    commit: () => db.exec('CREATE TABLE IF NOT EXISTS bench_probe (n integer); INSERT INTO bench_probe VALUES (1)'),
    close: () => db.close(),
  }
}

async function probePostgres(url: string): Promise<RawDriver> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  const prepare = { prepare: true }
  return {
    byKey: (id) => sql.unsafe(`${BY_KEY} $1`, [id], prepare),
    list: (from, steps) => sql.unsafe(listOf('$1::text::timestamp', '$2'), [from, steps], prepare),
    commit: () => sql.unsafe('CREATE TABLE IF NOT EXISTS bench_probe (n integer); INSERT INTO bench_probe VALUES (1)'),
    close: () => sql.end(),
  }
}

/** Median duration of writing and syncing 4 KiB in a folder, in milliseconds. */
export function measureFsyncMs(folder: string, times = 200): number {
  const path = join(folder, 'almanac-fsync')
  const file = openSync(path, 'w')
  const block = Buffer.alloc(4096, 1)
  const taken: number[] = []
  for (let turn = 0; turn < times; turn += 1) {
    const begun = performance.now()
    writeSync(file, block)
    fsyncSync(file)
    taken.push(performance.now() - begun)
  }
  closeSync(file)
  rmSync(path)
  return median(taken.sort((one, other) => one - other))
}
