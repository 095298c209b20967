import sqlTag, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { RecordCache } from './cache/record-cache.ts'

/**
 * SQL text with its values kept separate: `.sql` has `?` placeholders for SQLite, `.text` has `$1`, `$2` … for
 * PostgreSQL.
 */
export { empty, join, raw, type Sql, sqlTag as sql }

export type Engine = 'sqlite' | 'postgres'

/**
 * The two sequences of ids: events, venues, organizers and images take theirs from `record`, categories and tags from
 * `term`.
 */
export type Sequence = 'record' | 'term'

/** SQL fragments that SQLite and PostgreSQL spell differently. All other SQL runs on both engines. */
export interface Dialect {
  engine: Engine
  /**
   * A condition: `column` equals one of `values`. An empty list matches no row. Binds one parameter, however long the
   * list is.
   */
  inList(column: Sql, values: readonly number[] | readonly string[]): Sql
  /** An expression for the index of `column` in `values`, to sort by; NULL when `values` does not contain it. */
  positionIn(column: Sql, values: readonly number[]): Sql
  /**
   * An expression that returns all rows of `from` as one JSON array of arrays of `fields`; NULL or `[]` when there are
   * no rows.
   */
  jsonRows(fields: Sql, from: Sql): Sql
  /**
   * An expression that returns the column `id` of the query `rows`, in its order, as comma-separated text; NULL without
   * rows.
   */
  joinedIds(rows: Sql): Sql
  /** `values` as a table for FROM, with the columns `value` and `position` (from 0). */
  valuesTable(values: readonly number[]): Sql
  /**
   * A condition: `text` contains `needle`. Both must be case-folded already. `%` and `_` in `needle` have no special
   * meaning.
   */
  contains(text: Sql, needle: string): Sql
  /**
   * Full-text search: a FROM clause and a WHERE clause that select the rows of `event_text`, under the alias `t`, that
   * contain all `words`.
   * @param db runs the index lookups needed to build the clauses
   * @param words case-folded
   * @param where an additional condition on `t`
   */
  searchEventTexts(db: Queryable, words: readonly string[], where: Sql): Promise<{ from: Sql; where: Sql }>
  /** Appended to a SELECT: locks its rows against other writers until the transaction ends. Empty on SQLite. */
  forUpdate: Sql
  /**
   * Appended to a SELECT: locks its rows against changes; others may still insert references to them. Empty on SQLite.
   */
  forNoKeyUpdate: Sql
  /** An expression that sorts `text` by its bytes, so that both engines return the same order. */
  binaryOrder(text: Sql): Sql
}

/** Runs SELECT statements. Base of `Reader`, which adds caches and slow queries. */
export interface Queryable {
  all<Row>(statement: Sql): Promise<Row[]>
  /** The first row, or undefined when there is none. */
  get<Row>(statement: Sql): Promise<Row | undefined>
}

/** Read access to the database: the methods that `Database`, `Transaction` and `Snapshot` have in common. */
export interface Reader extends Queryable {
  dialect: Dialect
  /**
   * Runs queries that take longer the more events there are, such as searches. They use separate connections, so that
   * short queries need not wait for them. They see the same data as `all` and `get`.
   */
  slow: Queryable
  /**
   * Cache of the records that events refer to (venues, organizers, terms). Cleared by each commit that may have changed
   * them.
   */
  recordCache(): RecordCache
  /** Cache of numbers of events, such as totals of lists. Cleared by every commit. */
  countCache(): RecordCache
}

/** The values of one row, in the order of its columns. */
export type RowValues = readonly (string | number | null)[]

/** An open transaction. It must not be used after `Database.transaction` has returned. */
export interface Transaction extends Reader {
  /** @returns the number of changed rows */
  run(statement: Sql): Promise<number>
  /**
   * Sends several writes together. They must not depend on each other: none sees the changes of the others. The caller
   * need not await the result: later statements run after these, and if one of these fails, the transaction fails.
   */
  runAll(statements: readonly Sql[]): Promise<void>
  /** Runs SQL text with several statements and no parameters, such as a migration. */
  script(text: string): Promise<void>
  nextId(sequence: Sequence): Promise<number>
  /** @returns `count` new ids, ascending */
  nextIds(sequence: Sequence, count: number): Promise<number[]>
  /** Inserts any number of rows. The values of each row are in the order of the given columns. */
  insert(into: string, columns: readonly string[], rows: readonly RowValues[]): Promise<void>
  /**
   * Starts a bulk load: until `endBulk` is called, event counters and the search index are not updated. `endBulk`
   * updates them once for all inserted events.
   * @param firstId first id of the events that will be inserted
   * @param lastId last id of these events
   */
  beginBulk(firstId: number, lastId: number): Promise<void>
  endBulk(): Promise<void>
  /**
   * Updates the statistics of the query planner after a bulk load; otherwise PostgreSQL plans as if the tables were
   * empty.
   */
  gatherStatistics(): Promise<void>
  /**
   * Takes a named lock until the transaction ends; other transactions that need it wait. With `shared`, several
   * transactions can hold it at once, but none together with a transaction that took it without `shared`. Does nothing
   * on SQLite, where transactions run one at a time anyway.
   */
  lock(name: string, how?: 'shared'): Promise<void>
}

/**
 * The database of one calendar, on SQLite or PostgreSQL.
 * All methods throw `CalendarError` `database_unavailable` when the database cannot be reached or is overloaded.
 */
export interface Database extends Reader {
  /**
   * Runs `work` in a transaction: all of its changes are committed, or none if it throws. After a conflict with another
   * writer, `work` runs again, so it must have no side effects outside the database.
   * @param read the last query of the transaction; its result is returned, and the commit is sent without waiting for
   * it
   * @returns the result of `read`, or the result of `work` if there is no `read`
   */
  transaction<T, Result = T>(
    work: (tx: Transaction) => Promise<T>,
    read?: (tx: Reader, workResult: T) => Promise<Result>,
  ): Promise<Result>
  /**
   * The database version: changes with every commit of any process. Versions have no order; compare them for equality
   * only. Fast enough to be called for every request.
   */
  version(): string
  /** Like `version()`, but need not change when a commit wrote to event tables only (cache/written-tables.ts). */
  versionExceptEvents(): string
  /** Runs a trivial query. @throws when the database does not respond */
  ping(): Promise<void>
  close(): Promise<void>
}

/** A read-only view of the database as it was at one moment, on its own connection. Others can write meanwhile. */
export interface Snapshot extends Reader {
  /**
   * Runs `work`. If a query in it fails, for example because data is damaged, the snapshot stays usable. Settings that
   * `work` makes with `script` are undone afterwards.
   */
  attempt<T>(work: () => Promise<T>): Promise<T>
  /** Runs statements without parameters that change session settings, such as those of PostgreSQL's planner. */
  script(text: string): Promise<void>
}
