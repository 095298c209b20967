import { type Dialect, type Queryable, raw, type Sql, sql } from '../database.ts'

/** A table that a move copies to the new database. */
export interface MovedTable {
  name: string
  columns: readonly string[]
  /** Columns of the primary key. */
  key: readonly string[]
}

/**
 * Tables that are not copied: triggers compute their rows, they differ between the engines, or they describe the
 * database itself.
 */
const COMPUTED =
  /^(migration|id_sequence|sqlite_.*|event_count\w*|event_text_search\w*|event_text_terms|event_text_unindexed|event_word)$/

/** The tables to copy first, in this order, because other tables refer to them. */
const FIRST = [
  ...[
    'account',
    'submission_key',
    'picture',
    'venue',
    'organizer',
    'series',
    'category',
    'tag',
    'event',
    'event_text',
    'import_source',
    'import_run',
  ],
]

/**
 * The columns of all tables, with their position in the primary key (0 if they are not in it). Generated columns are
 * missing.
 */
const COLUMNS: Record<Dialect['engine'], Sql> = {
  sqlite: sql`SELECT m.name AS "table", c.name, c.pk FROM sqlite_schema m, pragma_table_xinfo(m.name) c
    WHERE m.type = 'table' AND c.hidden = 0 ORDER BY m.name, c.cid`,
  postgres: sql`SELECT c.relname AS "table", a.attname AS name, coalesce(array_position(i.indkey::int2[], a.attnum) + 1, 0) AS pk
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
    WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace ORDER BY c.relname, a.attnum`,
}

/** The tables of a calendar, with those first that others refer to. */
export async function listTablesToMove(db: Queryable & { dialect: Dialect }): Promise<MovedTable[]> {
  const rows = await db.all<{ table: string; name: string; pk: number }>(COLUMNS[db.dialect.engine])
  const tables = [...Map.groupBy(rows, ({ table }) => table)].map(([name, columns]) => ({
    name,
    columns: columns.map((column) => column.name).filter((column) => !isRowNumber(name, column)),
    key: KEYS[name] ?? primaryKey(columns),
  }))
  const rank = ({ name }: MovedTable) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length)
  return tables
    .filter(({ name }) => !COMPUTED.test(name))
    .sort((one, other) => rank(one) - rank(other) || (one.name < other.name ? -1 : 1))
}

/**
 * Whether a column only numbers rows, so that it is not copied: `event_text.id` numbers the rows of the search index of
 * SQLite.
 */
const isRowNumber = (table: string, column: string) => table === 'event_text' && column === 'id'

/** The unique columns by which rows are sorted, for tables whose primary keys differ between the engines. */
const KEYS: Partial<Record<string, readonly string[]>> = { event_text: ['event_id', 'language'] }

const primaryKey = (columns: readonly { name: string; pk: number }[]) =>
  columns
    .filter(({ pk }) => pk > 0)
    .sort((one, other) => one.pk - other.pk)
    .map(({ name }) => name)

/** A list of column names, quoted and separated by commas, as SQL. */
export const quotedColumnListSql = (names: readonly string[]): Sql => raw(names.map((name) => `"${name}"`).join())
