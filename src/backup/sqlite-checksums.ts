import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { assertNotAborted, type JobOptions, type TableChecksum } from './job.ts'

/** What a copy says of itself; no part of the calendar. */
export const MANIFEST_TABLE = 'backup_manifest'
/** Between two looks at whether to go on, some 50 ms. */
const ROWS_AT_ONCE = 20_000
/** Hashed together: each call costs more than the bytes. */
const TEXT_LENGTH = 65_536

type Value = string | number | bigint | null | Uint8Array

/**
 * Reads everything in the database: a print of each table, those of indexes of words included.
 * @param onTable how many tables are read, and how many there are
 */
export async function readSqliteChecksums(
  db: DatabaseSync,
  attempt: Pick<JobOptions, 'signal'>,
  onTable: (done: number, total: number) => void,
): Promise<TableChecksum[]> {
  const names = tablesIn(db)
  const prints: TableChecksum[] = []
  for (const table of names) {
    prints.push(await readTableChecksum(db, table, attempt))
    onTable(prints.length, names.length)
  }
  return prints
}

/** Virtual tables are views of the real ones beside them; statistics may change while nothing else does. */
function tablesIn(db: DatabaseSync): string[] {
  const rows = db
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      AND name <> '${MANIFEST_TABLE}' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name`)
    .all() as { name: string }[]
  return rows.map(({ name }) => name)
}

/** The index of words has numbers that JavaScript has not; spelling those takes twice as long, so only where there are any. */
async function readTableChecksum(
  db: DatabaseSync,
  table: string,
  attempt: Pick<JobOptions, 'signal'>,
): Promise<TableChecksum> {
  try {
    return await hashRows(db, table, { large: false }, attempt)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_OUT_OF_RANGE') throw error
    return await hashRows(db, table, { large: true }, attempt)
  }
}

async function hashRows(
  db: DatabaseSync,
  table: string,
  { large }: { large: boolean },
  attempt: Pick<JobOptions, 'signal'>,
): Promise<TableChecksum> {
  const hash = createHash('sha256')
  const statement = db.prepare(`SELECT * FROM "${table}" NOT INDEXED`)
  statement.setReturnArrays(true)
  statement.setReadBigInts(large)
  let rows = 0
  let text = ''
  for (const row of statement.iterate() as Iterable<unknown> as Iterable<Value[]>) {
    rows += 1
    text += serializeRow(row)
    if (text.length > TEXT_LENGTH) {
      hash.update(text)
      text = ''
    }
    if (rows % ROWS_AT_ONCE > 0) continue
    await nextTurn()
    assertNotAborted(attempt)
  }
  return { table, rows, digest: hash.update(text).digest('hex') }
}

/** No two rows are spelled alike, and none goes over into the next. */
const serializeRow = (row: Value[]): string => JSON.stringify(row.some(isSpecial) ? row.map(serializeValue) : row)

const isSpecial = (value: Value) => typeof value === 'bigint' || value instanceof Uint8Array

function serializeValue(value: Value): unknown {
  if (typeof value === 'bigint') return { number: String(value) }
  return value instanceof Uint8Array ? { blob: createHash('sha256').update(value).digest('hex') } : value
}
