import { KINDS } from '../../core/kinds.ts'
import { empty, join, type Queryable, type RowValues, raw, type Sql, sql, type Transaction } from '../database.ts'
import { openDatabase } from '../open-database.ts'
import { withDatabaseSnapshot } from '../with-database-snapshot.ts'
import { MoveError } from './move-error.ts'
import {
  addRowToTableChecksum,
  areTableChecksumsEqual,
  createEmptyTableChecksum,
  type MovedTableChecksum,
  type MovedValue,
} from './table-checksum.ts'
import { listTablesToMove, type MovedTable, quotedColumnListSql } from './tables-to-move.ts'

export interface MoveOptions {
  /** When aborted, the move ends and nothing is written. */
  signal: AbortSignal
  onProgress?(table: string, rows: number): void
}

/** How many tables and rows have been copied. */
export interface MoveSummary {
  tables: number
  rows: number
}

type Row = Record<string, MovedValue>

/**
 * Copies a whole calendar to an empty database of the same or the other engine, in one transaction: all tables with
 * their ids, also accounts with their credentials, settings, pictures and the audit log. Before the commit, all rows
 * are read from the new database and compared. The search index and counters are computed anew.
 * @param from `sqlite:<file>` or `postgres://…`; it may be in use, and is copied as it is at the beginning
 * @throws {MoveError}
 */
export async function moveDatabase(from: string, to: string, options: MoveOptions): Promise<MoveSummary> {
  // Applies pending migrations, so that both databases have the same tables.
  await (await openDatabase(from)).close()
  const target = await openDatabase(to)
  try {
    return await withDatabaseSnapshot(from, (source) =>
      target.transaction(async (tx) => {
        const tables = await listTablesToMove(source)
        assertSameTables(tables, await listTablesToMove(tx))
        await assertEmpty(tx)
        for (const { name } of tables.toReversed()) await tx.run(sql`DELETE FROM ${raw(name)}`)
        const summary = await copyTables(source, tx, tables, options)
        await copySequences(source, tx)
        await tx.gatherStatistics()
        return summary
      }),
    )
  } finally {
    await target.close()
  }
}

function assertSameTables(tables: readonly MovedTable[], others: readonly MovedTable[]): void {
  const describe = (list: readonly MovedTable[]) =>
    new Set(list.map(({ name, columns }) => `${name} (${columns.toSorted().join()})`))
  const [own, target] = [describe(tables), describe(others)]
  const different = [...own, ...target].filter((table) => !own.has(table) || !target.has(table))
  if (different.length > 0) throw new MoveError(`the databases do not have the same tables: ${different.join('; ')}`)
}

/**
 * The tables that must be empty in the new database. They have rows only after a user or a command has written to it.
 */
const OWN_TABLES = ['account', 'picture', ...KINDS, 'audit']

async function assertEmpty(db: Queryable): Promise<void> {
  for (const table of OWN_TABLES) {
    if (await db.get(sql`SELECT 1 AS one FROM ${raw(table)} LIMIT 1`)) {
      throw new MoveError(`the other database is not empty: its table ${table} has rows`)
    }
  }
}

async function copyTables(
  source: Queryable,
  tx: Transaction,
  tables: readonly MovedTable[],
  { signal, onProgress }: MoveOptions,
): Promise<MoveSummary> {
  const last = await source.get<{ id: number | null }>(sql`SELECT max(id) AS id FROM event`)
  await tx.beginBulk(0, last?.id ?? 0)
  const sums = new Map<string, MovedTableChecksum>()
  for (const table of tables) {
    const sum = createEmptyTableChecksum()
    for await (const rows of readTable(source, table)) {
      if (signal.aborted) throw new MoveError('interrupted; nothing was written')
      for (const row of rows) addRowToTableChecksum(sum, valuesOf(table, row))
      await insertRows(tx, table, rows)
      onProgress?.(table.name, sum.rows)
    }
    sums.set(table.name, sum)
  }
  await tx.endBulk()
  for (const table of tables) {
    const copied = createEmptyTableChecksum()
    for await (const rows of readTable(tx, table))
      for (const row of rows) addRowToTableChecksum(copied, valuesOf(table, row))
    if (!areTableChecksumsEqual(copied, sums.get(table.name) as MovedTableChecksum)) {
      throw new MoveError(`the rows of the table ${table.name} differ after copying; nothing was written`)
    }
  }
  return { tables: tables.length, rows: [...sums.values()].reduce((total, { rows }) => total + rows, 0) }
}

const valuesOf = ({ columns }: MovedTable, row: Row) => columns.toSorted().map((column) => row[column] as MovedValue)

/** Number of rows to read at once. It is small for pictures, because each row contains a whole picture file. */
const rowsAtOnce = ({ columns }: MovedTable) => (columns.includes('content') && columns.includes('mime_type') ? 4 : 500)

/** Reads a table in batches. In tables whose rows refer to each other, the rows that others refer to come first. */
async function* readTable(db: Queryable, table: MovedTable): AsyncGenerator<Row[]> {
  if (table.name === 'event') {
    yield* readByKey(db, table, sql`repeat_id IS NULL`)
    yield* readByKey(db, table, sql`repeat_id IS NOT NULL`)
  } else if (table.name === 'category') {
    const depth = sql`(SELECT count(*) FROM category_within w WHERE w.category_id = category.id)`
    yield db.all<Row>(sql`SELECT ${quotedColumnListSql(table.columns)} FROM category ORDER BY ${depth}, id`)
  } else if (table.key.length === 0) {
    yield db.all<Row>(sql`SELECT ${quotedColumnListSql(table.columns)} FROM ${raw(table.name)}`)
  } else yield* readByKey(db, table, sql`1 = 1`)
}

async function* readByKey(db: Queryable, table: MovedTable, where: Sql): AsyncGenerator<Row[]> {
  const key = quotedColumnListSql(table.key)
  const limit = rowsAtOnce(table)
  let after: Sql = sql`1 = 1`
  for (;;) {
    const rows = await db.all<Row>(sql`SELECT ${quotedColumnListSql(table.columns)} FROM ${raw(table.name)}
      WHERE ${where} AND ${after} ORDER BY ${key} LIMIT ${limit}`)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < limit) return
    after = sql`(${key}) > (${join(table.key.map((column) => sql`${last[column]}`))})`
  }
}

async function insertRows(tx: Transaction, { name, columns }: MovedTable, rows: readonly Row[]): Promise<void> {
  const hasBytes = rows.some((row) => Object.values(row).some((value) => value instanceof Uint8Array))
  if (!hasBytes)
    return tx.insert(
      name,
      columns,
      rows.map((row) => columns.map((column) => row[column] as RowValues[number])),
    )
  // Without this clause, PostgreSQL refuses values for columns that it numbers itself.
  const overriding = tx.dialect.engine === 'postgres' ? sql`OVERRIDING SYSTEM VALUE` : empty
  for (const row of rows) {
    const values = columns.map((column) => sql`${row[column]}`)
    await tx.run(sql`INSERT INTO ${raw(name)} (${quotedColumnListSql(columns)}) ${overriding} VALUES (${join(values)})`)
  }
}

/**
 * Sets the sequences of ids in the new database to their values in the old one, so that new ids are greater than all
 * ids of the calendar, also those of deleted records.
 */
async function copySequences(source: Queryable & { dialect: { engine: string } }, tx: Transaction): Promise<void> {
  for (const sequence of ['record', 'term'] as const) {
    const row = await source.get<{ value: number | null }>(
      source.dialect.engine === 'sqlite'
        ? sql`SELECT value FROM id_sequence WHERE name = ${sequence}`
        : sql`SELECT last_value AS value FROM pg_sequences WHERE sequencename = ${`${sequence}_id`} AND schemaname = current_schema()`,
    )
    if (row?.value) await tx.raiseSequence(sequence, Number(row.value))
  }
  if (tx.dialect.engine === 'sqlite') return
  const columns = await tx.all<{ table: string; name: string }>(sql`
    SELECT c.relname AS "table", a.attname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE a.attidentity <> '' AND c.relnamespace = current_schema()::regnamespace`)
  for (const { table, name } of columns) {
    await tx.all(sql`SELECT setval(pg_get_serial_sequence(${table}, ${name}), m.value)
      FROM (SELECT max(${raw(name)}) AS value FROM ${raw(table)}) m WHERE m.value IS NOT NULL`)
  }
}
