import sqlTag, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { RecordCache } from './cache/record-cache.ts'

/** SQL text with its values kept separate: `.sql` has `?` placeholders for SQLite, `.text` has `$1` for PostgreSQL. */
export { empty, join, raw, type Sql, sqlTag as sql }

export type Engine = 'sqlite' | 'postgres'

/** The two id sequences: events, venues, organizers and images share `record`, categories and tags share `term`. */
export type Sequence = 'record' | 'term'

/** SQL fragments that SQLite and PostgreSQL spell differently. All other SQL runs on both engines. */
export interface Dialect {
  engine: Engine
  /** `column` equals one of `values`. An empty list matches no row. Binds one parameter, however long the list is. */
  inList(column: Sql, values: readonly number[] | readonly string[]): Sql
  /** The position of `column` in `values`, for ORDER BY; NULL when it is not in the list. */
  positionIn(column: Sql, values: readonly number[]): Sql
  /** The rows of `from` as one JSON text: an array of arrays of `fields`. NULL or `[]` when there are no rows. */
  jsonRows(fields: Sql, from: Sql): Sql
  /** The column `id` of the query `rows`, in its order, as one comma-separated text; NULL when there are no rows. */
  joinedIds(rows: Sql): Sql
  /** A table with the columns `value` and `position` (from 0), for FROM. */
  valuesTable(values: readonly number[]): Sql
  /** `text` contains `needle`. Both must be case-folded already; no character of `needle` is a wildcard. */
  contains(text: Sql, needle: string): Sql
  /**
   * Full-text search: the rows `t` of `event_text` that contain every one of `words`, as a FROM and a WHERE clause.
   * @param db runs the lookups that building the clauses needs
   * @param words case-folded
   * @param where another condition on `t`
   */
  searchEventTexts(db: Queryable, words: readonly string[], where: Sql): Promise<{ from: Sql; where: Sql }>
  /** Ends a SELECT to lock its rows against other writers until the transaction ends. Empty on SQLite. */
  forUpdate: Sql
  /** Like `forUpdate`, but others may still insert rows that reference the locked rows. Empty on SQLite. */
  forNoKeyUpdate: Sql
  /** `text` compared byte by byte, so that both engines sort alike. */
  binaryOrder(text: Sql): Sql
}

/** Runs SELECT statements. */
export interface Queryable {
  all<Row>(statement: Sql): Promise<Row[]>
  /** The first row, or undefined when there is none. */
  get<Row>(statement: Sql): Promise<Row | undefined>
}

/** Read access to the database: the part that `Database`, `Transaction` and `Snapshot` share. */
export interface Reader extends Queryable {
  dialect: Dialect
  /**
   * For queries whose duration grows with the calendar, such as searches. They run on connections of their own, so that
   * short queries do not queue behind them. The data they see is the same as for `all` and `get`.
   */
  slow: Queryable
  /** Cache of the records that events refer to: venues, organizers, terms. Cleared when one of these tables changes. */
  recordCache(): RecordCache
  /** Cache of numbers counted from events. Cleared by every commit. */
  countCache(): RecordCache
}

/** The values of one row, in the order of its columns. */
export type RowValues = readonly (string | number | null)[]

/** An open transaction. It must not be used after `Database.transaction` has returned. */
export interface Transaction extends Reader {
  /** @returns the number of changed rows */
  run(statement: Sql): Promise<number>
  /**
   * Runs several writes in one round trip. They must not depend on each other: none sees the changes of the others.
   * The caller need not await the result: later statements run after them, and if one fails, the transaction fails.
   */
  runAll(statements: readonly Sql[]): Promise<void>
  /** Runs several statements without parameters, such as a migration. */
  script(text: string): Promise<void>
  nextId(sequence: Sequence): Promise<number>
  /** @returns `count` new ids, ascending */
  nextIds(sequence: Sequence, count: number): Promise<number[]>
  /** Inserts any number of rows; each has one value per column. */
  insert(into: string, columns: readonly string[], rows: readonly RowValues[]): Promise<void>
  /**
   * Starts a bulk load: until `endBulk`, counters and search index are not updated per event but once at the end.
   * @param firstId first id of the events that will be inserted
   * @param lastId last id of these events
   */
  beginBulk(firstId: number, lastId: number): Promise<void>
  endBulk(): Promise<void>
  /** Updates the planner's statistics after a bulk load; without it PostgreSQL plans as if the tables were empty. */
  gatherStatistics(): Promise<void>
  /**
   * Takes a named lock until the transaction ends; other transactions that want it wait. Transactions that take it as
   * `shared` exclude only those that do not. Does nothing on SQLite, which runs one transaction at a time anyway.
   */
  lock(name: string, how?: 'shared'): Promise<void>
}

/**
 * The database of one calendar, on SQLite or PostgreSQL.
 * All methods throw `CalendarError` `database_unavailable` when the database cannot be reached or is overloaded.
 */
export interface Database extends Reader {
  /**
   * Runs `work` in a transaction: all of its changes are committed, or none if it throws.
   * `work` runs again when it conflicts with another writer, so it must have no side effects outside the database.
   * @param read the last query of the transaction, whose result is returned; the commit is sent without waiting for it
   * @returns the result of `read`, or that of `work` without `read`
   */
  transaction<T, Result = T>(
    work: (tx: Transaction) => Promise<T>,
    read?: (tx: Reader, workResult: T) => Promise<Result>,
  ): Promise<Result>
  /**
   * The version of the data: changes with every commit, of this process or another. Compare versions for equality only.
   * Cheap enough to be called once per request.
   */
  version(): string
  /** Like `version()`, but may stay the same when only event tables were written. */
  versionExceptEvents(): string
  /** Runs a trivial query. @throws when the database does not respond */
  ping(): Promise<void>
  close(): Promise<void>
}

/** A read-only view of the database as it was at one moment, on a connection of its own. Servers may go on writing. */
export interface Snapshot extends Reader {
  /**
   * Runs `work` so that the snapshot stays usable if a query in it fails, for example because the data is damaged.
   * Settings made by `script` inside `work` are undone afterwards.
   */
  attempt<T>(work: () => Promise<T>): Promise<T>
  /** Runs statements without parameters that change session settings, such as those of PostgreSQL's planner. */
  script(text: string): Promise<void>
}
