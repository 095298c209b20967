import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type JobOptions, throwIfBackupOrRestoreCancelled } from '../backup-options.ts'
import type { TableChecksum } from '../table-checksums.ts'

/** Name of the table in a backup that contains the checksums of all other tables. Restored databases do not have it. */
export const MANIFEST_TABLE = 'backup_manifest'
/** Number of rows after which computing a checksum checks whether it was aborted, about every 50 ms. */
const ROWS_PER_CHECK = 20_000
/**
 * Number of characters that are collected for one call of the hash function, because many small calls would be slow.
 */
const HASH_CHUNK_LENGTH = 65_536

type Value = string | number | bigint | null | Uint8Array

/**
 * Reads the whole database and returns a checksum per table, including the tables of full-text indexes.
 * @param onTable called after each table
 */
export async function computeSqliteTableChecksums(
  db: DatabaseSync,
  job: Pick<JobOptions, 'signal'>,
  onTable: (done: number, total: number) => void,
): Promise<TableChecksum[]> {
  const names = tablesIn(db)
  const checksums: TableChecksum[] = []
  for (const table of names) {
    checksums.push(await readTableChecksum(db, table, job))
    onTable(checksums.length, names.length)
  }
  return checksums
}

/**
 * The names of the tables for which checksums are computed. Virtual tables are omitted, because their data are in
 * ordinary tables, and so are tables of SQLite itself (`sqlite_…`), such as statistics.
 */
function tablesIn(db: DatabaseSync): string[] {
  const rows = db
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      AND name <> '${MANIFEST_TABLE}' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name`)
    .all() as { name: string }[]
  return rows.map(({ name }) => name)
}

/**
 * Computes the checksum of a table. If the table contains integers beyond the range of JavaScript numbers, as full-text
 * indexes do, the function starts again with `bigint`, which takes twice as long.
 */
async function readTableChecksum(
  db: DatabaseSync,
  table: string,
  job: Pick<JobOptions, 'signal'>,
): Promise<TableChecksum> {
  try {
    return await hashRows(db, table, { readBigInts: false }, job)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_OUT_OF_RANGE') throw error
    return await hashRows(db, table, { readBigInts: true }, job)
  }
}

async function hashRows(
  db: DatabaseSync,
  table: string,
  { readBigInts }: { readBigInts: boolean },
  job: Pick<JobOptions, 'signal'>,
): Promise<TableChecksum> {
  const hash = createHash('sha256')
  const statement = db.prepare(`SELECT * FROM "${table}" NOT INDEXED`)
  statement.setReturnArrays(true)
  statement.setReadBigInts(readBigInts)
  let rows = 0
  let text = ''
  for (const row of statement.iterate() as Iterable<unknown> as Iterable<Value[]>) {
    rows += 1
    text += serializeRow(row)
    if (text.length > HASH_CHUNK_LENGTH) {
      hash.update(text)
      text = ''
    }
    if (rows % ROWS_PER_CHECK > 0) continue
    await nextTurn()
    throwIfBackupOrRestoreCancelled(job)
  }
  return { table, rows, digest: hash.update(text).digest('hex') }
}

/**
 * Formats a row as text, from which the checksum is computed. Different rows have different texts, also when the texts
 * of several rows are concatenated.
 */
const serializeRow = (row: Value[]): string => JSON.stringify(row.some(isSpecial) ? row.map(serializeValue) : row)

const isSpecial = (value: Value) => typeof value === 'bigint' || value instanceof Uint8Array

function serializeValue(value: Value): unknown {
  if (typeof value === 'bigint') return { number: String(value) }
  return value instanceof Uint8Array ? { blob: createHash('sha256').update(value).digest('hex') } : value
}
