import { type Snapshot, type Sql, sql } from '../db/database.ts'

/** Rows of one table that violate an invariant. */
export interface Violation {
  table: string
  /** The number of such rows. */
  count: number
  /** Up to ten of them: the id (`7`), for texts with the language (`7 de`). */
  ids: string[]
  /** What is wrong, to be printed after table and count: "event: 3 end before they begin". */
  what: string
}

/** The database and the options of a check. */
export interface CheckContext {
  db: Snapshot
  /**
   * How many texts of each kind to check individually, which is slow: their derived columns are computed again. Of larger
   * tables an evenly spread sample of this size is checked.
   */
  textsMax: number
}

/** A condition that every committed state of the database must meet. Names and texts are part of the command's output. */
export interface Invariant {
  name: string
  /** The condition, in one sentence. */
  promise: string
  /** What the operator should do when the condition is violated. */
  advice: string
  find(context: CheckContext): Promise<Violation[]>
}

const IDS_SHOWN_MAX = 10

/**
 * Reports all rows of a query as one violation; none when there are no rows.
 * @param what see `Violation.what`
 * @param statement selects the column `id` of the wrong rows
 */
export async function findViolations(db: Snapshot, table: string, what: string, statement: Sql): Promise<Violation[]> {
  const rows = await db.all<{ id: number | string; total: number }>(
    sql`SELECT r.id, count(*) OVER () AS total FROM (${statement}) AS r LIMIT ${IDS_SHOWN_MAX}`,
  )
  return violationOf(
    table,
    what,
    rows.map(({ id }) => String(id)),
    Number(rows[0]?.total ?? 0),
  )
}

/** A list with one violation, or an empty list when there are no rows. */
export const violationOf = (table: string, what: string, ids: readonly string[], count = ids.length): Violation[] =>
  count > 0 ? [{ table, what, ids: ids.slice(0, IDS_SHOWN_MAX), count }] : []

/** Collects the violations of several items. Runs one query at a time, because a snapshot has a single connection. */
export async function findSequentially<T>(
  items: readonly T[],
  find: (item: T) => Promise<Violation[]>,
): Promise<Violation[]> {
  const found: Violation[] = []
  for (const item of items) found.push(...(await find(item)))
  return found
}
