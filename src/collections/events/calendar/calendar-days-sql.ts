import { Problems } from '../../../core/errors.ts'
import { addDays, endOfDay, type LocalTime, startOfDay } from '../../../core/time/local-time.ts'
import { type Dialect, type Reader, raw, type Sql, sql } from '../../../db/database.ts'
import type { Scope } from '../../scope.ts'
import type { EventQuery } from '../event-parameters.ts'
import type { Window } from '../filters/date-window.ts'
import { type EventCriteria, translateEventQueryToSql } from '../filters/event-criteria.ts'
import { firstEventsOfEachDaySql } from '../filters/facets.ts'
import { eventIdsContainingWordsSql, unindexedWordsCondition } from '../filters/text-search.ts'

/**
 * An event that ends by this local time on a later day than it began is not shown on the day on which it ends, because
 * that part of it belongs to the night before.
 */
export const NIGHT_END = '05:00:00'

/** `NIGHT_END` on the day of a local time. */
export const nightEndOn = (local: LocalTime): LocalTime => `${local.slice(0, 10)} ${NIGHT_END}`

/** Translates a query with a range of dates instead of its own. */
export async function translateQueryInWindow(
  scope: Scope,
  query: EventQuery,
  { from, to }: Window,
): Promise<EventCriteria> {
  const problems = new Problems()
  const filter = await translateEventQueryToSql(scope, { ...query, start_date: from, end_date: to }, problems)
  problems.throwIfAny()
  return filter
}

/**
 * SQL condition of a query. Search words are looked up in the full-text index, which is fast even if many events match.
 */
export async function withSearchWords(scope: Scope, { where, words, listed }: EventCriteria): Promise<Sql> {
  if (words.length === 0) return where
  const window = listed?.unlisted ? undefined : listed?.window
  return sql`(${where}) AND p.id IN (${await eventIdsContainingWordsSql(scope, words, window)})`
}

/**
 * SQL for the first events of each day: `day`, `total`, the number of all its events, and `ids` of some of its first
 * events as comma-separated text. A day may have several rows, sorted by `place` and `id`.
 */
export async function firstEventsOfDaysSql(scope: Scope, filter: EventCriteria, eventsMax: number): Promise<Sql> {
  const { facetWindow, words } = filter
  if (facetWindow && words.length === 0) {
    const days = firstEventsOfEachDaySql(scope.db, facetWindow.facet, facetWindow.window, eventsMax)
    return sql`SELECT of_facet.*, of_facet.day AS place, 0 AS id FROM (${days}) AS of_facet`
  }
  // Compares all events that match the filter.
  const day = scope.db.dialect.dayOfLocalTime(sql`p.start_local`)
  return sql`
    SELECT CAST(day AS text) AS day, total, CAST(id AS text) AS ids, start_local AS place, id FROM (
      SELECT p.id, p.start_local, ${day} AS day, count(*) OVER (PARTITION BY ${day}) AS total,
        row_number() OVER (PARTITION BY ${day} ORDER BY p.start_local, p.id) AS number
      FROM event p WHERE ${await withSearchWords(scope, filter)}
    ) placed WHERE number <= ${eventsMax}`
}

/** SQL for the first events that begin in a range of dates and end on a later day. */
export const begunEventsSql = (scope: Scope, filter: EventCriteria, { from, to }: Window, eventsMax: number): Sql =>
  // This query does not count all events and sorts them like the index, so that the database reads only the first
  // events.
  sql`SELECT p.id, e.start_local AS place FROM ${lastingEvents(scope.db, 'event_lasting_start')}
    WHERE (${unindexedWordsCondition(scope, filter)})
      AND e.start_local >= ${from} AND e.start_local <= ${to} AND ${lastsSeveralDaysCondition(scope.db.dialect)} ORDER BY place, p.id LIMIT ${eventsMax}`

/**
 * SQL for the ids of the first events that match, with the number of all that match.
 * @param place SQL expression for the position of an event
 */
export const firstEventsSql = (
  scope: Scope,
  filter: EventCriteria,
  condition: Sql,
  place: Sql,
  eventsMax: number,
  from: Sql = sql`event p`,
): Sql => sql`
  SELECT p.id, count(*) OVER () AS total, ${place} AS place FROM ${from}
  WHERE (${unindexedWordsCondition(scope, filter)}) AND (${condition}) ORDER BY place, p.id LIMIT ${eventsMax}`

/**
 * Events that began more than this many days before a day are not listed as continuing on it. This limits how much of
 * the database index is read.
 */
const LASTING_DAYS_MAX = 3660

/**
 * SQL for the events that began before the day of a local time and end after that time, as `firstEventsSql` returns
 * them, earliest end first.
 */
export async function lastingEventsSql(
  scope: Scope,
  query: EventQuery,
  moment: LocalTime,
  condition: Sql,
  eventsMax: number,
): Promise<Sql> {
  const day = startOfDay(moment)
  const window = { from: addDays(day, -LASTING_DAYS_MAX), to: endOfDay(addDays(day, -1)) }
  const filter = await translateQueryInWindow(scope, query, window)
  // The index `event_lasting` contains the start too, so events that begin later are not looked up.
  const lasts = sql`e.end_local > ${moment} AND e.start_local <= ${window.to}
    AND ${lastsSeveralDaysCondition(scope.db.dialect)} AND ${condition}`
  return firstEventsSql(scope, filter, lasts, sql`p.end_local`, eventsMax, lastingEvents(scope.db, 'event_lasting'))
}

/**
 * SQL after FROM: each event under two names, `p` for the filter and `e` for the conditions of the indexes
 * `event_lasting`. On SQLite these are two rows, and CROSS JOIN makes it search the few events that last several days
 * first, instead of all past events. PostgreSQL would expect many of them, and join the table to all past events; it
 * turns the subquery into the same row.
 */
const lastingEvents = ({ dialect }: Reader, index: 'event_lasting' | 'event_lasting_start'): Sql =>
  dialect.engine === 'sqlite'
    ? sql`event e INDEXED BY ${raw(index)} CROSS JOIN event p ON p.id = e.id`
    : sql`event p CROSS JOIN LATERAL (SELECT p.start_local, p.end_local, p.start_at, p.end_at) e`

/**
 * SQL condition that the calendar shows the event on several days: it ends on a later day than it starts, and either
 * after `NIGHT_END` or on another day than the next. The latter is detected by the duration, two hours short of a day
 * because clocks may change, so a few events of one day meet the condition too. Must equal the WHERE clause of the
 * partial indexes `event_lasting` and `event_lasting_start`, so that the database uses them; without the many events
 * that end in the night they are short.
 */
const lastsSeveralDaysCondition = ({ dayOfLocalTime, timeOfLocalTime }: Dialect): Sql =>
  sql`${dayOfLocalTime(sql`e.end_local`)} > ${dayOfLocalTime(sql`e.start_local`)}
    AND (${timeOfLocalTime(sql`e.end_local`)} > ${raw(`'${NIGHT_END}'`)} OR e.end_at - e.start_at > 79200)`
