import { Problems } from '../../../core/errors.ts'
import { instantToLocal } from '../../../core/time/instant.ts'
import { addDays, endOfDay, type LocalTime, startOfDay } from '../../../core/time/local-time.ts'
import { type Sql, sql } from '../../../db/database.ts'
import { matchingWords } from '../../../db/fragments.ts'
import { type Scope, siteDefault } from '../../collection.ts'
import { allListed } from '../facets.ts'
import { type EventFilter, readFilter } from '../filters.ts'
import { loadEvents } from '../load.ts'
import type { EventRow } from '../row.ts'
import type { EventQuery } from '../schema.ts'
import { searchedEventIds } from '../search.ts'
import type { Window } from '../window.ts'

/** What calendars show beside lists: days, and what lasts longer than one. Windows of a query are replaced by those given. */

export interface Day {
  /** `YYYY-MM-DD` */
  date: string
  /** The first of those that start on it. */
  events: EventRow[]
  /** How many start on it. */
  total: number
}

/**
 * The first events of each day of a window, by their own wall clock.
 * @param eventsMax of one day
 * @returns the days on which events start, in their order
 */
export async function listDays(scope: Scope, query: EventQuery, window: Window, eventsMax: number): Promise<Day[]> {
  const filter = await filterIn(scope, query, window)
  const { from, start, id } = await sourceOf(scope, filter)
  const rows = await scope.db.slow.all<{ id: number; day: string; total: number }>(sql`
    SELECT id, day, total FROM (
      SELECT ${id} AS id, substr(${start}, 1, 10) AS day,
        row_number() OVER (PARTITION BY substr(${start}, 1, 10) ORDER BY ${start}, ${id}) AS place,
        count(*) OVER (PARTITION BY substr(${start}, 1, 10)) AS total
      FROM ${from}
    ) placed WHERE place <= ${eventsMax} ORDER BY day, place`)
  const events = await loadEvents(
    scope,
    rows.map((row) => row.id),
  )
  const days = new Map<string, Day>(rows.map(({ day, total }) => [day, { date: day, events: [], total }]))
  for (const event of events) days.get(event.start_local.slice(0, 10))?.events.push(event)
  return [...days.values()]
}

/** How far back an event may have begun that still lasts. */
const LASTING_DAYS_MAX = 3660

/**
 * Events that began before a day and last into it, those that end first at the head, and how many there are.
 * @param hour `HH:MM:SS`: what ends before it on that day is a long evening
 */
export const listContinuing = (scope: Scope, query: EventQuery, date: string, hour: string, eventsMax: number) =>
  lastingAnd(scope, query, `${date.slice(0, 10)} ${hour}`, sql`1 = 1`, eventsMax)

async function lastingAnd(scope: Scope, query: EventQuery, moment: LocalTime, condition: Sql, eventsMax: number) {
  const day = startOfDay(moment)
  const window = { from: addDays(day, -LASTING_DAYS_MAX), to: endOfDay(addDays(day, -1)) }
  const filter = await filterIn(scope, query, window)
  return taken(scope, filter, sql`${lastsBeyond(moment)} AND ${condition}`, sql`p.end_local`, eventsMax, LASTING)
}

/**
 * Events that begin in a window and end on a later day, those that begin first at the head, and how many there are.
 * @param hour `HH:MM:SS`: what ends before it the next day is a long evening
 */
export async function listStartingMultiDay(
  scope: Scope,
  query: EventQuery,
  window: Window,
  hour: string,
  eventsMax: number,
) {
  const filter = await filterIn(scope, query, window)
  const isLong = sql`substr(p.end_local, 12) > ${hour} OR p.end_at - p.start_at > ${DAY_SECONDS}`
  const begun = sql`${lastsBeyond(window.from)} AND (${isLong})`
  return taken(scope, filter, begun, sql`p.start_local`, eventsMax, LASTING)
}

const DAY_SECONDS = 86_400

/** CROSS JOIN has SQLite begin with the few that last, not with all that ever began. */
const LASTING = sql`event e CROSS JOIN event p`

/** What an index is made of: an event that ends on another day than it starts. */
const LASTS = sql`substr(e.end_local, 1, 10) > substr(e.start_local, 1, 10)`

const lastsBeyond = (moment: LocalTime) => sql`e.end_local > ${moment} AND ${LASTS} AND p.id = e.id`

/** Events that are under way at the scope's moment, and how many there are: those that began last at the head, then those of several days. */
export async function listUnderWay(scope: Scope, query: EventQuery, eventsMax: number) {
  const { now } = scope
  // A wall clock is at most 14 hours from UTC.
  const here = instantToLocal(now, 'UTC')
  const window = { from: startOfDay(addDays(here, -2)), to: endOfDay(addDays(here, 1)) }
  const underWay = sql`p.start_at <= ${now} AND p.end_at > ${now}`
  const [short, lasting] = await Promise.all([
    taken(scope, await filterIn(scope, query, window), underWay, sql`p.start_at DESC`, eventsMax),
    lastingAnd(scope, query, startOfDay(addDays(here, -2)), underWay, eventsMax),
  ])
  return { events: [...short.events, ...lasting.events].slice(0, eventsMax), total: short.total + lasting.total }
}

async function taken(
  scope: Scope,
  filter: EventFilter,
  condition: Sql,
  order: Sql,
  eventsMax: number,
  from: Sql = sql`event p`,
) {
  const rows = await scope.db.slow.all<{ id: number; total: number }>(sql`
    SELECT p.id, count(*) OVER () AS total FROM ${from}
    WHERE (${wordsIn(scope, filter)}) AND (${condition}) ORDER BY ${order}, p.id LIMIT ${eventsMax}`)
  const events = await loadEvents(
    scope,
    rows.map(({ id }) => id),
  )
  return { events, total: rows[0]?.total ?? 0 }
}

async function filterIn(scope: Scope, query: EventQuery, { from, to }: Window): Promise<EventFilter> {
  const problems = new Problems()
  const filter = await readFilter(scope, { ...query, start_date: from, end_date: to }, problems)
  problems.throwIfAny()
  return filter
}

/** By the index of what was asked for, where there is one. */
async function sourceOf(scope: Scope, filter: EventFilter): Promise<{ from: Sql; start: Sql; id: Sql }> {
  const { ready, words } = filter
  if (ready === undefined || words.length > 0) {
    return { from: sql`event p WHERE ${await foundIn(scope, filter)}`, start: sql`p.start_local`, id: sql`p.id` }
  }
  const { facet, window } = ready
  const inWindow = sql`l.listed_start >= ${window.from} AND l.listed_start <= ${window.to}`
  return {
    from: sql`${facet.from} WHERE ${facet.where} AND ${inWindow}`,
    start: sql`l.listed_start`,
    id: facet.eventId,
  }
}

/** For the many events of a window: those that the index knows for their words. */
const foundIn = async (scope: Scope, { where, words, listed }: EventFilter): Promise<Sql> =>
  words.length === 0 ? where : sql`(${where}) AND p.id IN (${await searchedEventIds(scope, words, listed)})`

/** For few events: each is looked at. */
const wordsIn = (scope: Scope, { where, words }: EventFilter): Sql =>
  words.length === 0
    ? where
    : sql`(${where}) AND ${matchingWords(scope.db, 'event', words, { language: scope.language, siteDefault: siteDefault(scope) })}`

/** The venues where events of a window are, those with most of them first, and how many each has. */
export async function countByVenue(scope: Scope, query: EventQuery, window: Window, venuesMax: number) {
  const filter = await filterIn(scope, query, window)
  const { ready, words } = filter
  // Without a filter the links themselves say which of them are listed.
  const from =
    ready?.facet === allListed && words.length === 0
      ? sql`event_venue l WHERE l.listed_start >= ${ready.window.from} AND l.listed_start <= ${ready.window.to}`
      : sql`event p JOIN event_venue l ON l.event_id = p.id WHERE ${await foundIn(scope, filter)}`
  return scope.db.slow.all<{ id: number; events: number }>(sql`
    SELECT l.venue_id AS id, count(*) AS events FROM ${from} GROUP BY l.venue_id ORDER BY count(*) DESC, l.venue_id LIMIT ${venuesMax}`)
}
