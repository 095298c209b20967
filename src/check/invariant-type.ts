import { type Snapshot, type Sql, sql } from '../db/database.ts'

/** Rows of one table that violate an invariant: a condition that must hold after every commit. */
export interface Violation {
  table: string
  /** The number of rows that violate the invariant. */
  count: number
  /** Ids of up to ten of the violating rows, such as `7`; ids of texts include the language, such as `7 de`. */
  ids: string[]
  /**
   * Description of the violation, as printed after table and count: `end before they begin` in "event: 3 end before
   * they begin".
   */
  what: string
}

/** The database and the options of a check. */
export interface CheckContext {
  db: Snapshot
  /**
   * Maximum number of texts of each kind of record to check one by one: their derived columns are computed again, which
   * is slow. If there are more texts, an evenly spread sample of this size is checked.
   */
  textsMax: number
}

/** A condition that the database must meet after every commit. `almanac check` prints its name and texts. */
export interface Invariant {
  name: string
  /** The condition that must hold, in one sentence. */
  promise: string
  /** What the operator should do when the condition is violated. */
  advice: string
  find(context: CheckContext): Promise<Violation[]>
}

const IDS_SHOWN_MAX = 10

/**
 * Runs a query for rows that violate an invariant. Reports all of them as one violation.
 * @param what see `Violation.what`
 * @param statement selects the ids of these rows as the column `id`
 * @returns a list with the violation; empty when there are no such rows
 */
export async function findRowsViolatingInvariant(
  db: Snapshot,
  table: string,
  what: string,
  statement: Sql,
): Promise<Violation[]> {
  const rows = await db.all<{ id: number | string; total: number }>(
    sql`SELECT r.id, count(*) OVER () AS total FROM (${statement}) AS r LIMIT ${IDS_SHOWN_MAX}`,
  )
  return createViolations(
    table,
    what,
    rows.map(({ id }) => String(id)),
    Number(rows[0]?.total ?? 0),
  )
}

/** Returns a list with one violation, or an empty list when no rows violate the invariant. */
export const createViolations = (
  table: string,
  what: string,
  ids: readonly string[],
  count = ids.length,
): Violation[] => (count > 0 ? [{ table, what, ids: ids.slice(0, IDS_SHOWN_MAX), count }] : [])

/**
 * Runs a check for each item and collects the violations. The checks run one at a time, because a snapshot has only one
 * connection.
 */
export async function collectInvariantViolationsOfItems<T>(
  items: readonly T[],
  find: (item: T) => Promise<Violation[]>,
): Promise<Violation[]> {
  const found: Violation[] = []
  for (const item of items) found.push(...(await find(item)))
  return found
}
