import sqlTag, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Kind } from '../core/kinds.ts'
import type { RecordCache } from './cache/record-cache.ts'

/**
 * A SQL statement: its text and, separately, its values. The text in `.sql` has `?` placeholders for SQLite, the text
 * in `.text` has `$1`, `$2` … for PostgreSQL.
 */
export { empty, join, raw, type Sql, sqlTag as sql }

export type Engine = 'sqlite' | 'postgres'

/**
 * The two sequences that ids are taken from: `record` for events, venues, organizers and images, `term` for categories
 * and tags.
 */
export type Sequence = 'record' | 'term'

/** SQL fragments that SQLite and PostgreSQL spell differently. All other SQL runs on both engines. */
export interface Dialect {
  engine: Engine
  /**
   * A condition: `column` equals one of `values`. An empty list matches no row. Binds one parameter, even for a long
   * list.
   */
  inList(column: Sql, values: readonly number[] | readonly string[]): Sql
  /**
   * An expression for the index of `column` in `values`, for ORDER BY; NULL when `values` does not contain the column's
   * value.
   */
  positionIn(column: Sql, values: readonly number[]): Sql
  /**
   * An expression that returns all rows of `from` as one JSON array of arrays of `fields`; NULL or `[]` when there are
   * no rows. Local times must be cast to text: PostgreSQL would write them with a `T`.
   */
  jsonRows(fields: Sql, from: Sql): Sql
  /**
   * An expression that returns the column `id` of the query `rows`, in the order of the rows, as comma-separated text;
   * NULL when there are no rows.
   */
  joinedIds(rows: Sql): Sql
  /** `values` as a table for FROM, with the columns `value` and `position` (from 0). */
  valuesTable(values: readonly number[] | readonly string[]): Sql
  /**
   * A condition: `text` contains `needle`. Both must already be case-folded. `%` and `_` in `needle` have no special
   * meaning.
   */
  contains(text: Sql, needle: string): Sql
  /** An expression for one of the three lines of `text`, which are separated by line feeds. */
  lineOf(text: Sql, line: 1 | 2 | 3): Sql
  /**
   * Full-text search: returns a FROM clause and a WHERE clause that select the rows of `event_text`, under the alias
   * `t`, that contain all `words`.
   * @param db runs the index lookups needed to build the clauses
   * @param words case-folded
   * @param where an additional condition on `t`
   */
  eventTextSearchSql(db: Reader, words: readonly string[], where: Sql): Promise<{ from: Sql; where: Sql }>
  /**
   * The counters of listed events per month or per day, for FROM, with the columns `facet`, `period` (`YYYY-MM` or
   * `YYYY-MM-DD`) and `events`. A period may have several rows. Months contain only the days of the range.
   * @param from first day, `YYYY-MM-DD`
   * @param to last day
   */
  eventCounts(period: 'month' | 'day', from: string, to: string): Sql
  /**
   * Appended to a SELECT: locks the selected rows against other writers until the transaction ends. Empty on SQLite.
   */
  forUpdate: Sql
  /**
   * Appended to a SELECT: locks the selected rows against changes until the transaction ends, but other transactions
   * may insert references to the rows. Empty on SQLite.
   */
  forNoKeyUpdate: Sql
  /**
   * An expression for the value of a column with local times, such as `start_local`, from `text`
   * (`YYYY-MM-DD HH:MM:SS`). Needed where the database would take the text for a value of another type, but not to
   * compare the column with a parameter.
   */
  localTime(text: Sql): Sql
  /** An expression for the day of a local time, as indexes contain it. Cast to text it is `YYYY-MM-DD`. */
  dayOfLocalTime(local: Sql): Sql
  /** An expression for the time of day of a local time. Can be compared with a literal `HH:MM:SS`. */
  timeOfLocalTime(local: Sql): Sql
  /** An expression that sorts `text` by its bytes, so that both engines return the same order. */
  binaryOrder(text: Sql): Sql
}

/** Runs SELECT statements. Base type of `Reader`, which adds caches and a method for slow queries. */
export interface Queryable {
  all<Row>(statement: Sql): Promise<Row[]>
  /** The first row, or undefined when there is none. */
  get<Row>(statement: Sql): Promise<Row | undefined>
}

/** Read access to the database: the methods that `Database`, `Transaction` and `Snapshot` have in common. */
export interface Reader extends Queryable {
  dialect: Dialect
  /**
   * Runs queries whose duration grows with the number of events, such as searches. Slow queries use separate
   * connections, so that short queries need not wait for them, but see the same data as `all` and `get`.
   */
  slow: Queryable
  /**
   * Cache of the records that events refer to (venues, organizers, terms). Cleared by each commit that may have changed
   * them.
   */
  recordCache(): RecordCache
  /** Cache of values that depend on events, such as totals of lists and dates of festivals. Cleared by every commit. */
  countCache(): RecordCache
}

/** The values of one row, in the order of its columns. */
export type RowValues = readonly (string | number | null)[]

/** An open transaction. It must not be used after `Database.transaction` has returned. */
export interface Transaction extends Reader {
  /**
   * Runs a statement that writes.
   * @returns the number of changed rows
   */
  run(statement: Sql): Promise<number>
  /**
   * Sends several writes together. No write may depend on another one of them, because it does not see the changes of
   * the others. The caller need not await the result: later statements run after these writes, and if a write fails,
   * the transaction fails.
   */
  runAll(statements: readonly Sql[]): Promise<void>
  /** Runs SQL text with several statements and no parameters, such as a migration. */
  script(text: string): Promise<void>
  /**
   * Takes the next id from a sequence.
   * @param of the kind of record that gets the id, for callers that choose the ids of some records themselves
   * (import/items/keep-record-ids-of-source.ts)
   */
  nextId(sequence: Sequence, of?: Kind | 'picture'): Promise<number>
  /**
   * Takes ids from a sequence.
   * @returns `count` new ids, ascending
   */
  nextIds(sequence: Sequence, count: number): Promise<number[]>
  /** Raises a sequence to at least `id`, so that new ids are greater than `id`. */
  raiseSequence(sequence: Sequence, id: number): Promise<void>
  /** Inserts any number of rows. The values of each row are in the order of the given columns. */
  insert(into: string, columns: readonly string[], rows: readonly RowValues[]): Promise<void>
  /**
   * Updates any number of rows, each with values of its own.
   * @param rows for each row its id, followed by its values in the order of the given columns
   * @param others assignments that are the same for all rows
   */
  updateEach(table: string, columns: readonly string[], rows: readonly RowValues[], others: Sql): Promise<void>
  /**
   * Starts a bulk load: until `endBulk` is called, event counters and the search index are not updated. `endBulk`
   * updates them once for all inserted events.
   * @param firstId first id of the events that will be inserted
   * @param lastId last id of these events
   */
  beginBulk(firstId: number, lastId: number): Promise<void>
  endBulk(): Promise<void>
  /**
   * Updates the statistics of the query planner after a bulk load; without them, PostgreSQL plans as if the tables were
   * empty.
   */
  gatherStatistics(): Promise<void>
  /**
   * Takes a named lock until the transaction ends; other transactions that take the same lock wait. Several
   * transactions can hold a lock as `shared` at once, but not while another transaction holds it exclusively (without
   * `shared`). Does nothing on SQLite, where transactions run one at a time anyway.
   */
  lock(name: string, how?: 'shared'): Promise<void>
  /**
   * Calls `write` for any number of rows. On SQLite, where a statement blocks the event loop, `write` is called for one
   * part of the rows after the other, and other requests run between the parts; they do not see uncommitted rows. On
   * PostgreSQL each part, which is larger, starts the time limit of the transaction again.
   */
  inParts<Row>(rows: readonly Row[], write: (part: readonly Row[]) => Promise<unknown>): Promise<void>
}

/**
 * Names of the methods of `Transaction` that write many rows. The files `sqlite-bulk-write-methods.ts` and
 * `postgres-bulk-write-methods.ts` implement them.
 */
export type BulkMethod =
  | 'nextIds'
  | 'raiseSequence'
  | 'insert'
  | 'updateEach'
  | 'inParts'
  | 'beginBulk'
  | 'endBulk'
  | 'gatherStatistics'

/**
 * The database of one calendar, on SQLite or PostgreSQL.
 * All methods throw `CalendarError` `database_unavailable` when the database cannot be reached or is overloaded.
 */
export interface Database extends Reader {
  /**
   * Runs `work` in a transaction: all of its changes are committed, or none if it throws. `work` may run several times
   * (on PostgreSQL after a conflict with another writer, on SQLite when transactions that share a COMMIT are repeated),
   * so it must have no side effects outside the database. After the transaction, no server process responds with data
   * that was cached before the commit (decision 0039). A server on PostgreSQL runs five transactions at once;
   * `rest_too_busy` is thrown when one waits too long for another.
   * @param read the last query of the transaction; its result is returned, and the commit is sent without waiting for
   * it
   * @returns the result of `read`, or the result of `work` if there is no `read`
   */
  transaction<T, Result = T>(
    work: (tx: Transaction) => Promise<T>,
    read?: (tx: Reader, workResult: T) => Promise<Result>,
  ): Promise<Result>
  /**
   * The database version, which changes with every commit of any process. Versions have no order; compare them for
   * equality only. Fast enough to be called for every request.
   */
  version(): string
  /**
   * Like `version()`, but may stay the same after a commit that wrote to event tables only (see
   * cache/tables-written-by-statement.ts).
   */
  versionExceptEvents(): string
  /**
   * Checks that the database responds and has all tables, columns, indexes and triggers of the migrations.
   * @throws {CalendarError} `database_unavailable`
   */
  ping(): Promise<void>
  close(): Promise<void>
}

/** A read-only view of the database as it was at one moment, on its own connection. Does not block writers. */
export interface Snapshot extends Reader {
  /**
   * Runs `work`. If a query in it fails, for example because data is damaged, the snapshot stays usable. On PostgreSQL,
   * settings that `work` changes with `script` are restored afterwards.
   */
  attempt<T>(work: () => Promise<T>): Promise<T>
  /** Runs statements without parameters that change session settings, such as those of PostgreSQL's planner. */
  script(text: string): Promise<void>
}
