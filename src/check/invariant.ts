import { type Sql, sql } from '../db/database.ts'
import type { Snapshot } from '../db/snapshot.ts'

/** What is wrong with some rows of one table. */
export interface Violation {
  table: string
  /** How many rows. */
  count: number
  /** Some of them, by what names a row: `7`, or `7 de` for a text. */
  ids: string[]
  /** What is wrong with them, to follow "… rows of …". */
  what: string
}

/** What a check looks at. */
export interface CheckContext {
  db: Snapshot
  /** The texts whose copies are made anew to compare them: all, or of larger calendars so many, evenly spread. */
  textsMax: number
}

/** What must be true of a database whenever nobody is in the middle of writing it. */
export interface Invariant {
  name: string
  /** In one sentence, as it should be. */
  promise: string
  /** What whoever runs the calendar does when it does not hold. */
  advice: string
  find(look: CheckContext): Promise<Violation[]>
}

const IDS_SHOWN_MAX = 10

/** The rows of a statement that selects `id`, all wrong alike; no breach when there are none. */
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

export const violationOf = (table: string, what: string, ids: readonly string[], count = ids.length): Violation[] =>
  count > 0 ? [{ table, what, ids: ids.slice(0, IDS_SHOWN_MAX), count }] : []

/** One after the other: a snapshot is one connection. */
export async function findSequentially<T>(
  items: readonly T[],
  find: (item: T) => Promise<Violation[]>,
): Promise<Violation[]> {
  const found: Violation[] = []
  for (const item of items) found.push(...(await find(item)))
  return found
}
