import type { LocalTime } from '../../../core/time/local-time.ts'
import { type Reader, type Sql, sql } from '../../../db/database.ts'
import { visibleToCallerCondition } from '../../../db/sql-fragments.ts'
import type { Scope } from '../../scope.ts'
import type { EventColumns } from '../event-row.ts'
import type { DatesSummary, OverriddenDate } from './repeated-event-columns-and-overrides.ts'

/** Maximum number of dates in a response whose values differ from those of their repeated event. */
const OVERRIDDEN_MAX = 100

export async function summarizeDatesOfRepeatedEvent(scope: Scope, repeatId: number): Promise<DatesSummary> {
  const { db, now } = scope
  const visible = visibleDates(scope, repeatId)
  // Total and last start are read in one statement, because on PostgreSQL each statement takes as long as reading
  // thousands of dates.
  const [all, next, overridden] = await Promise.all([
    db.get<{ total: number; last_start: LocalTime | null }>(sql`
      SELECT (SELECT count(*) FROM event p WHERE ${visible}) AS total,
        (SELECT p.start_local FROM event p WHERE ${visible} ORDER BY p.start_at DESC LIMIT 1) AS last_start`),
    db.get<NonNullable<DatesSummary['next']>>(sql`SELECT p.id, p.start_local, p.start_at, p.original_start FROM event p
      WHERE ${visible} AND p.start_at >= ${now} ORDER BY p.start_at, p.id LIMIT 1`),
    readDatesWithOverrides(scope, repeatId),
  ])
  return { total: all?.total ?? 0, last_start: all?.last_start ?? null, next, overridden }
}

/** Reads the first dates whose values differ from those of their repeated event and that the caller may see. */
export const readDatesWithOverrides = (scope: Scope, repeatId: number): Promise<OverriddenDate[]> =>
  scope.db.all<OverriddenDate>(sql`SELECT p.id, p.start_local, p.original_start, p.overrides FROM event p
    WHERE ${visibleDates(scope, repeatId)} AND p.overrides <> '' ORDER BY p.start_local, p.id LIMIT ${OVERRIDDEN_MAX}`)

/**
 * SQL condition that `p` is a date of a repeated event that the caller may see. The caller may see the dates that are
 * not in the trash if the caller may see the repeated event, so only its row is checked, and an index gives the dates.
 */
const visibleDates = ({ caller, now }: Scope, repeatId: number): Sql =>
  sql`p.repeat_id = ${repeatId} AND p.status <> 'trash'
    AND EXISTS (SELECT 1 FROM event r WHERE r.id = ${repeatId} AND (${visibleToCallerCondition(caller, now, 'r')}))`

/** A date of a repeated event as the command line shows it. */
export type PrintedDate = Pick<EventColumns, 'id' | 'start_local' | 'end_local' | 'status' | 'overrides'>

/** Reads all dates of a repeated event, also those in the trash. */
export const readDatesIncludingTrashed = (db: Reader, repeatId: number): Promise<PrintedDate[]> =>
  db.all<PrintedDate>(sql`SELECT id, start_local, end_local, status, overrides FROM event
    WHERE repeat_id = ${repeatId} ORDER BY start_local, id`)
