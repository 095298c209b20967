import { Problems } from '../../../core/errors.ts'
import { instantToLocal } from '../../../core/time/instant.ts'
import { addDays, endOfDay, type LocalTime, startOfDay } from '../../../core/time/local-time.ts'
import { type Sql, sql } from '../../../db/database.ts'
import { takesPlaceCondition } from '../../../db/fragments.ts'
import type { Scope } from '../../collection.ts'
import type { Window } from '../filters/date-window.ts'
import { type EventCriteria, translateEventQuery } from '../filters/event-criteria.ts'
import { allListed, type FirstOfDay, listFirstEventsOfDays } from '../filters/facets.ts'
import { compareWordsCondition, searchedEventIdsSql } from '../filters/text-search.ts'
import { loadEvents } from '../load-events.ts'
import type { EventRow } from '../row.ts'
import type { EventQuery } from '../schema.ts'
import { findOngoingEvents } from './ongoing-events.ts'

export interface Day {
  /** `YYYY-MM-DD` */
  date: string
  /** The first events that start on this day, at most `eventsMax` of them. */
  events: EventRow[]
  /** Number of all events that start on this day. */
  total: number
}

/**
 * Lists the first events of each day in a range of dates, by their local start.
 * @param window the range; `start_date` and `end_date` of the query are ignored
 * @param eventsMax maximum number of events per day
 * @returns only days on which events start, in chronological order
 */
export async function listFirstEventsByDay(
  scope: Scope,
  query: EventQuery,
  window: Window,
  eventsMax: number,
): Promise<Day[]> {
  const filter = await filterIn(scope, query, window)
  const { facetWindow, words } = filter
  const found =
    facetWindow && words.length === 0
      ? await listFirstEventsOfDays(scope.db, facetWindow.facet, facetWindow.window, eventsMax)
      : await firstOfDaysMatching(scope, filter, eventsMax)
  const events = await loadEvents(
    scope,
    found.flatMap(({ ids }) => ids),
  )
  const days = new Map<string, Day>(found.map(({ day, total }) => [day, { date: day, events: [], total }]))
  for (const event of events) days.get(event.start_local.slice(0, 10))?.events.push(event)
  return [...days.values()]
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
 * Lists events that began before a day and continue on it, earliest end first, and counts all of them.
 * @param hour `HH:MM:SS`: events that end on the day at or before this time are left out, since they belong to the
 * evening before
 */
export const listEventsContinuingOn = (
  scope: Scope,
  query: EventQuery,
  date: string,
  hour: string,
  eventsMax: number,
) => lastingAnd(scope, query, `${date.slice(0, 10)} ${hour}`, sql`1 = 1`, eventsMax)

async function lastingAnd(scope: Scope, query: EventQuery, moment: LocalTime, condition: Sql, eventsMax: number) {
  const day = startOfDay(moment)
  const window = { from: addDays(day, -LASTING_DAYS_MAX), to: endOfDay(addDays(day, -1)) }
  const filter = await filterIn(scope, query, window)
  return selectFirstEvents(
    scope,
    filter,
    sql`${lastsBeyond(moment)} AND ${condition}`,
    sql`p.end_local`,
    eventsMax,
    LASTING,
  )
}

/**
 * Lists events that begin in a range of dates and end on a later day, earliest start first, and counts all of them.
 * @param hour `HH:MM:SS`: an event of at most 24 hours that ends at or before this time is left out, since it belongs
 * to the evening of its first day
 */
export async function listMultiDayEventsStartingIn(
  scope: Scope,
  query: EventQuery,
  window: Window,
  hour: string,
  eventsMax: number,
) {
  const filter = await filterIn(scope, query, window)
  const isLong = sql`substr(p.end_local, 12) > ${hour} OR p.end_at - p.start_at > ${DAY_SECONDS}`
  const begun = sql`${lastsBeyond(window.from)} AND (${isLong})`
  return selectFirstEvents(scope, filter, begun, sql`p.start_local`, eventsMax, LASTING)
}

const DAY_SECONDS = 86_400

/**
 * SQL after FROM. CROSS JOIN makes SQLite search the few events that last several days first, instead of all past
 * events.
 */
const LASTING = sql`event e CROSS JOIN event p`

/**
 * SQL condition that the event ends on a later day than it starts. Must equal the WHERE clause of the partial index
 * `event_lasting`, so that the database uses this index.
 */
const LASTS = sql`substr(e.end_local, 1, 10) > substr(e.start_local, 1, 10)`

const lastsBeyond = (moment: LocalTime) => sql`e.end_local > ${moment} AND ${LASTS} AND p.id = e.id`

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
  const underWay = sql`p.start_at <= ${now} AND p.end_at > ${now} AND ${takesPlaceCondition()}`
  const [short, lasting] = await Promise.all([
    selectFirstEvents(scope, await filterIn(scope, query, window), underWay, sql`p.start_at DESC`, eventsMax),
    lastingAnd(scope, query, startOfDay(addDays(here, -2)), underWay, eventsMax),
  ])
  return { events: [...short.events, ...lasting.events].slice(0, eventsMax), total: short.total + lasting.total }
}

async function selectFirstEvents(
  scope: Scope,
  filter: EventCriteria,
  condition: Sql,
  order: Sql,
  eventsMax: number,
  from: Sql = sql`event p`,
) {
  const rows = await scope.db.slow.all<{ id: number; total: number }>(sql`
    SELECT p.id, count(*) OVER () AS total FROM ${from}
    WHERE (${compareWordsCondition(scope, filter)}) AND (${condition}) ORDER BY ${order}, p.id LIMIT ${eventsMax}`)
  const events = await loadEvents(
    scope,
    rows.map(({ id }) => id),
  )
  return { events, total: rows[0]?.total ?? 0 }
}

async function filterIn(scope: Scope, query: EventQuery, { from, to }: Window): Promise<EventCriteria> {
  const problems = new Problems()
  const filter = await translateEventQuery(scope, { ...query, start_date: from, end_date: to }, problems)
  problems.throwIfAny()
  return filter
}

/** SQL condition for queries that match many events: search words are looked up in the full-text index. */
const foundIn = async (scope: Scope, { where, words, listedWindow }: EventCriteria): Promise<Sql> =>
  words.length === 0 ? where : sql`(${where}) AND p.id IN (${await searchedEventIdsSql(scope, words, listedWindow)})`

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
