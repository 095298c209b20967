import sqlTag, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { RecordCache } from './cache/record-cache.ts'

/** A statement with its values apart: `.sql` with `?` for SQLite, `.text` with `$1` for PostgreSQL. */
export { empty, join, raw, type Sql, sqlTag as sql }

export type Engine = 'sqlite' | 'postgres'

/** The two id sequences: posts and pictures share one, categories and tags the other. */
export type Sequence = 'record' | 'term'

/** Where the engines spell the same thing differently, each has its spelling here and nowhere else. */
export interface Dialect {
  engine: Engine
  /** `column` equals one of `values`; an empty list matches nothing. One bound value, however long the list. */
  inList(column: Sql, values: readonly number[] | readonly string[]): Sql
  /** Where `column` stands in `values`, to order by; null when it does not. */
  positionIn(column: Sql, values: readonly number[]): Sql
  /** The rows of `from`, each a list of `fields`, as one JSON text; null or `[]` when there are none. */
  jsonRows(fields: Sql, from: Sql): Sql
  /** The column `id` of `rows`, in their order, as one text with commas; null when there are none. */
  joinedIds(rows: Sql): Sql
  /** The values as a table of `value` and `position`, from 0. */
  valuesTable(values: readonly number[]): Sql
  /** `text` contains `needle`, both folded; no character is a wildcard. */
  contains(text: Sql, needle: string): Sql
  /**
   * Texts `t` of events that contain every one of `words`, found by the search index: for FROM, and for WHERE.
   * @param where another condition on `t`
   */
  searchEventTexts(db: Queryable, words: readonly string[], where: Sql): Promise<{ from: Sql; where: Sql }>
  /** Ends a SELECT whose rows no other writer may change until this transaction ends. */
  forUpdate: Sql
  /** As `forUpdate`, but rows that only refer to them may still be written. */
  forNoKeyUpdate: Sql
  /** Text compared by its bytes, so that both engines sort alike. */
  binaryOrder(text: Sql): Sql
}

export interface Queryable {
  all<Row>(statement: Sql): Promise<Row[]>
  get<Row>(statement: Sql): Promise<Row | undefined>
}

/** What only reads cannot write. */
export interface Reader extends Queryable {
  dialect: Dialect
  /** For what takes longer in a larger calendar: nobody else waits for it. It sees what `all` and `get` would. */
  slow: Queryable
  /** Records that events refer to and that need not be read again, for now. */
  recordCache(): RecordCache
  /** The same for what a write of an event may change: it holds until anyone writes. */
  countCache(): RecordCache
}

/** What stands in the columns of a row. */
export type RowValues = readonly (string | number | null)[]

export interface Transaction extends Reader {
  /** @returns how many rows changed */
  run(statement: Sql): Promise<number>
  /**
   * Writes that need nothing of each other, at once: none sees what another writes. They need not be waited for: what
   * comes after them comes after them, and when one fails, the transaction does.
   */
  runAll(statements: readonly Sql[]): Promise<void>
  /** Several statements without values; for migrations. */
  script(text: string): Promise<void>
  nextId(sequence: Sequence): Promise<number>
  /** So many at once, rising. */
  nextIds(sequence: Sequence, count: number): Promise<number[]>
  /** New rows, any number of them: a value a column, in the order of `columns`. */
  insert(into: string, columns: readonly string[], rows: readonly RowValues[]): Promise<void>
  /** From here to `endBulk`, events with these ids are counted and indexed all at once instead of each by itself. */
  beginBulk(firstId: number, lastId: number): Promise<void>
  endBulk(): Promise<void>
  /** Has the engine look at what its tables hold, after many rows: without that it plans statements as if they were empty. */
  gatherStatistics(): Promise<void>
  /** Later writers that name the same lock wait until this transaction ends, but those who share it not for each other. SQLite has one writer, so there it is always held. */
  lock(name: string, how?: 'shared'): Promise<void>
}

export interface Database extends Reader {
  /**
   * All of `work` or nothing of it. The handle is the argument: inside, the outer database is out of scope.
   * `work` may run again when it lost a race against another writer, so it must change nothing but the database.
   * @param read what is answered, as the last thing that is asked; the commit need not wait for it
   */
  transaction<T, Answer = T>(
    work: (tx: Transaction) => Promise<T>,
    read?: (tx: Reader, made: T) => Promise<Answer>,
  ): Promise<Answer>
  /** Changes whenever anyone, this process or another, has committed. Only equality means anything. */
  version(): string
  /** The same, but what was only written to events need not change it. */
  versionExceptEvents(): string
  /** Fails when the database cannot be asked. */
  ping(): Promise<void>
  close(): Promise<void>
}
