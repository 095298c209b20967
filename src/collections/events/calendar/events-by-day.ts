import { Problems } from '../../../core/errors.ts'
import { instantToLocal } from '../../../core/time/instant.ts'
import { addDays, endOfDay, type LocalTime, startOfDay } from '../../../core/time/local-time.ts'
import { type Reader, raw, type Sql, sql } from '../../../db/database.ts'
import { eventTakesPlaceCondition } from '../../../db/sql-fragments.ts'
import { mapRowsById } from '../../posts/load-posts.ts'
import type { Scope } from '../../scope.ts'
import type { EventQuery } from '../event-parameters.ts'
import type { EventLine } from '../event-row.ts'
import type { Window } from '../filters/date-window.ts'
import { type EventCriteria, translateEventQueryToSql } from '../filters/event-criteria.ts'
import { allListed, type FirstOfDay, listFirstEventsOfEachDay } from '../filters/facets.ts'
import { eventIdsContainingWordsSql, unindexedWordsCondition } from '../filters/text-search.ts'
import { loadEvents } from '../load-events.ts'
import { findOngoingEvents } from './ongoing-events.ts'

export interface Day<Row extends EventLine> {
  /** The day, as `YYYY-MM-DD`. */
  date: string
  /** The first events that start on this day, or a choice among them. */
  events: Row[]
  /** Number of all events that start on this day. */
  total: number
}

/**
 * The function that loads the listed events: `loadEvents`, or `loadEventsShownInOneLine` for calendars, which show
 * fewer fields of an event.
 */
export type LoadEvents<Row extends EventLine> = (scope: Scope, ids: readonly number[]) => Promise<Row[]>

/** The times of an event, without its texts and links. */
export type TimedEventId = Pick<EventLine, 'id' | 'start_local' | 'end_local' | 'all_day'>

/** Chooses the events of one day to load. @param times in the order of their start */
export type ChooseEvents = (times: readonly TimedEventId[]) => readonly TimedEventId[]

/** Which events of a day with more than `whole` events are loaded: those that `choose` takes from the first `among`. */
export interface ChoiceOfEvents {
  whole: number
  among: number
  choose: ChooseEvents
}

/** Maximum numbers of events that `listEventsByDay` loads. */
interface Maxima {
  /**
   * Maximum number of events that start on the same day; or a choice among the first of them, for days with more events
   * than a view shows (`whole`).
   */
  perDay: number | ChoiceOfEvents
  /** Maximum number of events that began before the range of dates. */
  lasting: number
  /** Maximum number of events that begin in the range of dates and end on a later day. */
  begun: number
}

/**
 * An event that ends by this local time on a later day than it began is not shown on the day on which it ends, because
 * that part of it belongs to the night before.
 */
export const NIGHT_END = '05:00:00'

/**
 * Lists the events in a range of dates.
 * @param window the range; `start_date` and `end_date` of the query are ignored
 * @returns `days`: the days on which events start, in chronological order; `lasting`: the events that began before the
 *   range and continue in it, earliest end first, with the number of all of them; `begun`: the first events that begin
 *   in the range and end on a later day
 * @param load loads the listed events
 */
export async function listEventsByDay<Row extends EventLine>(
  scope: Scope,
  query: EventQuery,
  window: Window,
  max: Maxima,
  load: LoadEvents<Row>,
): Promise<{ days: Day<Row>[]; lasting: { events: Row[]; total: number }; begun: Row[] }> {
  const filter = await filterIn(scope, query, window)
  const [ofDays, several] = await Promise.all([
    findEventsOfDays(scope, filter, max.perDay),
    findEventsOfSeveralDays(scope, query, filter, window, max),
  ])
  const ids = [...ofDays.flatMap((day) => day.ids), ...several.map(({ id }) => id)]
  const events = mapRowsById(await load(scope, [...new Set(ids)]))
  const loaded = (some: readonly number[]) => some.flatMap((id) => events.get(id) ?? [])
  const [lasting, begun] = [
    several.filter(({ is_begun }) => is_begun === 0),
    several.filter(({ is_begun }) => is_begun === 1),
  ]
  const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
  return {
    days: ofDays.map(({ day, ids: first, total }) => ({ date: day, events: loaded(first), total })),
    lasting: { events: loaded(idsOf(lasting)), total: lasting[0]?.total ?? 0 },
    begun: loaded(idsOf(begun)),
  }
}

/** Finds the events of each day that `listEventsByDay` loads. */
async function findEventsOfDays(scope: Scope, filter: EventCriteria, max: Maxima['perDay']): Promise<FirstOfDay[]> {
  if (typeof max === 'number') return findFirstOfDays(scope, filter, max)
  const days = await findFirstOfDays(scope, filter, max.among)
  const busy = new Set(days.filter((day) => day.ids.length > max.whole))
  if (busy.size === 0) return days
  const ids = [...busy].flatMap((day) => day.ids)
  const rows = await scope.db.all<TimedEventId>(
    sql`SELECT p.id, p.start_local, p.end_local, p.all_day FROM event p WHERE ${scope.db.dialect.inList(sql`p.id`, ids)}`,
  )
  const times = mapRowsById(rows)
  return days.map((day) => {
    if (!busy.has(day)) return day
    const chosen = max.choose(day.ids.flatMap((id) => times.get(id) ?? []))
    return { ...day, ids: chosen.map(({ id }) => id) }
  })
}

/** Finds the first events of each day by their local start. */
const findFirstOfDays = (scope: Scope, filter: EventCriteria, eventsMax: number): Promise<FirstOfDay[]> =>
  filter.facetWindow && filter.words.length === 0
    ? listFirstEventsOfEachDay(scope.db, filter.facetWindow.facet, filter.facetWindow.window, eventsMax)
    : firstOfDaysMatching(scope, filter, eventsMax)

/**
 * Finds the events of `listEventsByDay` that began before the range of dates, and those that begin in it and end on a
 * later day, in one statement: each slow statement costs a message to another thread.
 */
async function findEventsOfSeveralDays(
  scope: Scope,
  query: EventQuery,
  inWindow: EventCriteria,
  window: Window,
  max: Maxima,
) {
  const lasting = await lastingSql(scope, query, nightEndOn(window.from), sql`1 = 1`, max.lasting)
  const isBegun = sql`e.start_local >= ${window.from} AND e.start_local <= ${window.to} AND ${LASTS}`
  // This query does not count all events and sorts them like the index, so that the database reads only the first
  // events.
  const begun = sql`SELECT p.id, 0 AS total, e.start_local AS place FROM ${lastingEvents(scope.db, 'event_lasting_start')}
    WHERE (${unindexedWordsCondition(scope, inWindow)}) AND (${isBegun}) ORDER BY place, p.id LIMIT ${max.begun}`
  return scope.db.slow.all<{ id: number; total: number; is_begun: number }>(sql`
    SELECT 0 AS is_begun, l.id, l.total, l.place FROM (${lasting}) AS l
    UNION ALL SELECT 1 AS is_begun, b.id, b.total, b.place FROM (${begun}) AS b ORDER BY is_begun, place, id`)
}

/** Selects the first events of each day by comparing all events that match a filter. */
async function firstOfDaysMatching(scope: Scope, filter: EventCriteria, eventsMax: number): Promise<FirstOfDay[]> {
  const rows = await scope.db.slow.all<{ id: number; day: string; total: number }>(sql`
    SELECT id, day, total FROM (
      SELECT p.id, substr(p.start_local, 1, 10) AS day,
        row_number() OVER (PARTITION BY substr(p.start_local, 1, 10) ORDER BY p.start_local, p.id) AS place,
        count(*) OVER (PARTITION BY substr(p.start_local, 1, 10)) AS total
      FROM event p WHERE ${await foundIn(scope, filter)}
    ) placed WHERE place <= ${eventsMax} ORDER BY day, place`)
  const days = new Map<string, FirstOfDay>()
  for (const { id, day, total } of rows) {
    const first = days.get(day)
    if (first) first.ids.push(id)
    else days.set(day, { day, ids: [id], total })
  }
  return [...days.values()]
}

/**
 * Events that began more than this many days before a day are not listed as continuing on it. This limits how much of
 * the database index is read.
 */
const LASTING_DAYS_MAX = 3660

/**
 * Lists events that began before a day and continue on it, earliest end first, and counts all of them. Events that end
 * at `NIGHT_END` or before are left out.
 */
export const listEventsContinuingOnDay = (scope: Scope, query: EventQuery, date: string, eventsMax: number) =>
  lastingAnd(scope, query, nightEndOn(date), sql`1 = 1`, eventsMax)

const nightEndOn = (local: LocalTime): LocalTime => `${local.slice(0, 10)} ${NIGHT_END}`

const lastingAnd = async (scope: Scope, query: EventQuery, moment: LocalTime, condition: Sql, eventsMax: number) =>
  loadFirstEvents(scope, await lastingSql(scope, query, moment, condition, eventsMax))

async function lastingSql(
  scope: Scope,
  query: EventQuery,
  moment: LocalTime,
  condition: Sql,
  eventsMax: number,
): Promise<Sql> {
  const day = startOfDay(moment)
  const window = { from: addDays(day, -LASTING_DAYS_MAX), to: endOfDay(addDays(day, -1)) }
  const filter = await filterIn(scope, query, window)
  // The index `event_lasting` contains the start too, so events that begin later are not looked up.
  const lasts = sql`e.end_local > ${moment} AND e.start_local <= ${window.to} AND ${LASTS} AND ${condition}`
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
const LASTS = sql`substr(e.end_local, 1, 10) > substr(e.start_local, 1, 10)
  AND (substr(e.end_local, 12) > ${raw(`'${NIGHT_END}'`)} OR e.end_at - e.start_at > 79200)`

/**
 * Lists events that have begun and not ended at the current time (`scope.now`), and counts all of them. Recently begun
 * events come first, latest start first. Multi-day events that began before the day before yesterday follow, earliest
 * end first.
 */
export async function listEventsTakingPlaceNow(scope: Scope, query: EventQuery, eventsMax: number) {
  const { now } = scope
  // Local time differs from UTC by at most 14 hours, so a range of local times that is extended by one day contains all
  // events that began recently.
  const here = instantToLocal(now, 'UTC')
  const window = { from: startOfDay(addDays(here, -2)), to: endOfDay(addDays(here, 1)) }
  const underWay = sql`p.start_at <= ${now} AND p.end_at > ${now} AND ${eventTakesPlaceCondition()}`
  const [short, lasting] = await Promise.all([
    loadFirstEvents(
      scope,
      firstEventsSql(scope, await filterIn(scope, query, window), underWay, sql`-p.start_at`, eventsMax),
    ),
    lastingAnd(scope, query, startOfDay(addDays(here, -2)), underWay, eventsMax),
  ])
  return { events: [...short.events, ...lasting.events].slice(0, eventsMax), total: short.total + lasting.total }
}

/**
 * SQL for the ids of the first events that match, with the number of all that match.
 * @param place SQL expression for the position of an event
 */
const firstEventsSql = (
  scope: Scope,
  filter: EventCriteria,
  condition: Sql,
  place: Sql,
  eventsMax: number,
  from: Sql = sql`event p`,
): Sql => sql`
  SELECT p.id, count(*) OVER () AS total, ${place} AS place FROM ${from}
  WHERE (${unindexedWordsCondition(scope, filter)}) AND (${condition}) ORDER BY place, p.id LIMIT ${eventsMax}`

async function loadFirstEvents(scope: Scope, found: Sql) {
  const rows = await scope.db.slow.all<{ id: number; total: number }>(found)
  const events = await loadEvents(
    scope,
    rows.map(({ id }) => id),
  )
  return { events, total: rows[0]?.total ?? 0 }
}

async function filterIn(scope: Scope, query: EventQuery, { from, to }: Window): Promise<EventCriteria> {
  const problems = new Problems()
  const filter = await translateEventQueryToSql(scope, { ...query, start_date: from, end_date: to }, problems)
  problems.throwIfAny()
  return filter
}

/**
 * SQL condition of a query. Search words are looked up in the full-text index, which is fast even if many events match.
 */
async function foundIn(scope: Scope, { where, words, listed }: EventCriteria): Promise<Sql> {
  if (words.length === 0) return where
  const window = listed?.unlisted ? undefined : listed?.window
  return sql`(${where}) AND p.id IN (${await eventIdsContainingWordsSql(scope, words, window)})`
}

/** Counts the events in a range of dates and the ongoing ones by venue, the venues with the most events first. */
export async function countEventsByVenue(scope: Scope, query: EventQuery, window: Window, venuesMax: number) {
  const filter = await filterIn(scope, { ...query, ongoing: true }, window)
  const { facetWindow, words } = filter
  const ongoing = (await findOngoingEvents(scope, filter.ongoing)).map(({ id }) => id)
  // The link table `event_venue` contains `listed_start`, so a query without filters needs no other table.
  const from =
    facetWindow?.facet === allListed && words.length === 0
      ? sql`event_venue l WHERE l.listed_start >= ${facetWindow.window.from} AND l.listed_start <= ${facetWindow.window.to}`
      : sql`event p JOIN event_venue l ON l.event_id = p.id WHERE ${await foundIn(scope, filter)}`
  return scope.db.slow.all<{ id: number; events: number }>(sql`
    SELECT venue_id AS id, count(*) AS events FROM (
      SELECT l.venue_id FROM ${from}
      UNION ALL SELECT l.venue_id FROM event_venue l WHERE ${scope.db.dialect.inList(sql`l.event_id`, ongoing)}
    ) AS counted GROUP BY venue_id ORDER BY count(*) DESC, venue_id LIMIT ${venuesMax}`)
}
