import { type Sql, sql } from '../../../db/database.ts'
import { displayedTextContainsWordsCondition, joinWithAnd } from '../../../db/sql-fragments.ts'
import { displayLanguagesOfRequest, type Scope } from '../../scope.ts'
import type { EventQuery } from '../event-parameters.ts'
import type { EventRow } from '../event-row.ts'
import type { NextDates } from '../repeat/repeated-event-columns-and-overrides.ts'

/** Whether a list has only the first date of each repeated event. */
export const listsOnlyFirstDates = ({
  occurrences,
  hide_subsequent_recurrences,
}: Pick<EventQuery, 'occurrences' | 'hide_subsequent_recurrences'>): boolean =>
  occurrences === 'next' || hide_subsequent_recurrences === true

/**
 * Makes a search list only the first date of each repeated event, because its dates have the same texts and would fill
 * the page. The query can ask for all dates, or for the dates of one event.
 */
export const withOnlyFirstDatesFound = (query: EventQuery): EventQuery =>
  query.q === undefined || query.occurrences !== undefined || query.post_parent !== undefined
    ? query
    : { ...query, occurrences: 'next' }

/**
 * SQL condition as `firstDateOfEachEventCondition`, for a condition that few events meet, such as a search: all of them
 * are found first. The cost depends on their number, not on that of all repeated events.
 */
export const firstDateAmongFewEventsCondition = (matching: Sql): Sql => sql`p.id IN (
  SELECT placed.id FROM (
    SELECT p.id, row_number() OVER (PARTITION BY coalesce(p.repeat_id, p.id) ORDER BY p.start_local, p.id) AS place
    FROM event p WHERE ${matching}
  ) AS placed WHERE placed.place = 1)`

/**
 * SQL condition that an event `p` meets another condition and, if it is a date of a repeated event, is the first of its
 * dates to meet it. The database looks up the first date of each repeated event, so the cost depends on the number of
 * repeated events, not of their dates.
 */
export function firstDateOfEachEventCondition(scope: Scope, matching: Sql, words: readonly string[]): Sql {
  const shown = displayLanguagesOfRequest(scope)
  const found = words.length > 0 ? [displayedTextContainsWordsCondition(scope.db, 'event', words, shown)] : []
  return sql`(p.repeat_id IS NULL AND (${matching})) OR p.id IN (
    SELECT (SELECT p.id FROM event p WHERE p.repeat_id = r.event_id AND ${joinWithAnd([matching, ...found])}
      ORDER BY p.start_local, p.id LIMIT 1) FROM event_repeat r)`
}

/** Maximum number of dates that a list of first dates shows for one repeated event. */
const SHOWN_MAX = 10

/** Adds to each row of a list of first dates the next dates of its repeated event. */
export async function addNextDatesToEventRows({ db }: Scope, rows: readonly EventRow[], matching: Sql): Promise<void> {
  const ids = rows.flatMap(({ repeat_id }) => repeat_id ?? [])
  if (ids.length === 0) return
  const dates = await db.slow.all<NextDates['first'][number] & { repeat_id: number; total: number }>(sql`
    SELECT id, start_local, end_local, repeat_id, total FROM (
      SELECT p.id, p.start_local, p.end_local, p.repeat_id, count(*) OVER (PARTITION BY p.repeat_id) AS total,
        row_number() OVER (PARTITION BY p.repeat_id ORDER BY p.start_local, p.id) AS place
      FROM event p WHERE ${db.dialect.inList(sql`p.repeat_id`, ids)} AND (${matching})
    ) AS placed WHERE place <= ${SHOWN_MAX} ORDER BY repeat_id, place`)
  const byEvent = Map.groupBy(dates, (date) => date.repeat_id)
  for (const row of rows) {
    const own = byEvent.get(row.repeat_id ?? 0)
    const [one] = own ?? []
    if (own && one) row.next_dates = { first: own, total: Number(one.total) }
  }
}
