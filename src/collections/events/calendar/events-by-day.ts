import { instantToLocal } from '../../../core/time/instant.ts'
import { addDays, endOfDay, type LocalTime, startOfDay } from '../../../core/time/local-time.ts'
import { raw, type Sql, sql } from '../../../db/database.ts'
import { eventTakesPlaceCondition } from '../../../db/sql-fragments.ts'
import { mapRowsById } from '../../posts/load-posts.ts'
import type { Scope } from '../../scope.ts'
import type { EventQuery } from '../event-parameters.ts'
import type { EventLine } from '../event-row.ts'
import type { Window } from '../filters/date-window.ts'
import type { EventCriteria } from '../filters/event-criteria.ts'
import { allListed } from '../filters/facets.ts'
import { loadEvents } from '../load-events.ts'
import {
  begunEventsSql,
  firstEventsOfDaysSql,
  firstEventsSql,
  lastingEventsSql,
  nightEndOn,
  translateQueryInWindow,
  withSearchWords,
} from './calendar-days-sql.ts'
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
  const filter = await translateQueryInWindow(scope, query, window)
  const found = await findEventsOfWindow(scope, query, filter, window, max)
  const ofDays =
    typeof max.perDay === 'number' ? found.days : await chooseEventsOfBusyDays(scope, found.days, max.perDay)
  const { several } = found
  const ids = [...ofDays.flatMap((day) => day.ids), ...several.map(({ id }) => id)]
  const events = mapRowsById(await load(scope, [...new Set(ids)]))
  const loaded = (some: readonly number[]) => some.flatMap((id) => events.get(id) ?? [])
  const [lasting, begun] = [
    several.filter(({ part }) => part === PARTS.lasting),
    several.filter(({ part }) => part === PARTS.begun),
  ]
  const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
  return {
    days: ofDays.map(({ day, ids: first, total }) => ({ date: day, events: loaded(first), total })),
    lasting: { events: loaded(idsOf(lasting)), total: lasting[0]?.total ?? 0 },
    begun: loaded(idsOf(begun)),
  }
}

/** A day with the ids of its first events, and the number of all its events. */
interface FirstOfDay {
  /** The day, as `YYYY-MM-DD`. */
  day: string
  ids: number[]
  total: number
}

/** Chooses the events of days with more events than a view shows. */
async function chooseEventsOfBusyDays(
  scope: Scope,
  days: readonly FirstOfDay[],
  { whole, choose }: ChoiceOfEvents,
): Promise<readonly FirstOfDay[]> {
  const busy = new Set(days.filter((day) => day.ids.length > whole))
  if (busy.size === 0) return days
  const ids = [...busy].flatMap((day) => day.ids)
  const rows = await scope.db.all<TimedEventId>(
    sql`SELECT p.id, p.start_local, p.end_local, p.all_day FROM event p WHERE ${scope.db.dialect.inList(sql`p.id`, ids)}`,
  )
  const times = mapRowsById(rows)
  return days.map((day) => {
    if (!busy.has(day)) return day
    const chosen = choose(day.ids.flatMap((id) => times.get(id) ?? []))
    return { ...day, ids: chosen.map(({ id }) => id) }
  })
}

/**
 * What a row of `findEventsOfWindow` is: a day, an event that began before the range of dates, or an event of several
 * days that begins in it.
 */
const PARTS = { ofDay: 0, lasting: 1, begun: 2 } as const

/** A day with some of its events (`ids`), or an event of several days (`id`). */
interface FoundInWindow {
  part: (typeof PARTS)[keyof typeof PARTS]
  day: string
  total: number
  ids: string | null
  id: number
}

/**
 * Finds the first events of each day, those that began before the range of dates, and those that begin in it and end on
 * a later day. One statement reads all of them, because each costs a message to another thread or the database.
 */
async function findEventsOfWindow(
  scope: Scope,
  query: EventQuery,
  filter: EventCriteria,
  window: Window,
  { perDay, ...max }: Maxima,
): Promise<{ days: FirstOfDay[]; several: FoundInWindow[] }> {
  const ofDays = await firstEventsOfDaysSql(scope, filter, typeof perDay === 'number' ? perDay : perDay.among)
  const lasting = await lastingEventsSql(scope, query, nightEndOn(window.from), sql`1 = 1`, max.lasting)
  const begun = begunEventsSql(scope, filter, window, max.begun)
  const rows = await scope.db.slow.all<FoundInWindow>(sql`
    SELECT ${raw(`${PARTS.ofDay}`)} AS part, d.day, d.total, d.ids, CAST(d.place AS text) AS place, d.id FROM (${ofDays}) AS d
    UNION ALL SELECT ${raw(`${PARTS.lasting}`)}, '', r.total, '', CAST(r.place AS text), r.id FROM (${lasting}) AS r
    UNION ALL SELECT ${raw(`${PARTS.begun}`)}, '', 0, '', CAST(b.place AS text), b.id FROM (${begun}) AS b
    ORDER BY part, place, id`)
  const days = new Map<string, FirstOfDay>()
  for (const { part, day, total, ids } of rows) {
    if (part !== PARTS.ofDay) continue
    const found = days.get(day) ?? { day, ids: [], total }
    if (ids !== null) found.ids.push(...ids.split(',').map(Number))
    days.set(day, found)
  }
  return { days: [...days.values()], several: rows.filter(({ part }) => part !== PARTS.ofDay) }
}

/**
 * Lists events that began before a day and continue on it, earliest end first, and counts all of them. Events that end
 * at `NIGHT_END` or before are left out.
 */
export const listEventsContinuingOnDay = (scope: Scope, query: EventQuery, date: string, eventsMax: number) =>
  lastingAnd(scope, query, nightEndOn(date), sql`1 = 1`, eventsMax)

const lastingAnd = async (scope: Scope, query: EventQuery, moment: LocalTime, condition: Sql, eventsMax: number) =>
  loadFirstEvents(scope, await lastingEventsSql(scope, query, moment, condition, eventsMax))

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
      firstEventsSql(scope, await translateQueryInWindow(scope, query, window), underWay, sql`-p.start_at`, eventsMax),
    ),
    lastingAnd(scope, query, startOfDay(addDays(here, -2)), underWay, eventsMax),
  ])
  return { events: [...short.events, ...lasting.events].slice(0, eventsMax), total: short.total + lasting.total }
}

async function loadFirstEvents(scope: Scope, found: Sql) {
  const rows = await scope.db.slow.all<{ id: number; total: number }>(found)
  const events = await loadEvents(
    scope,
    rows.map(({ id }) => id),
  )
  return { events, total: rows[0]?.total ?? 0 }
}

/** Counts the events in a range of dates and the ongoing ones by venue, the venues with the most events first. */
export async function countEventsByVenue(scope: Scope, query: EventQuery, window: Window, venuesMax: number) {
  const filter = await translateQueryInWindow(scope, { ...query, ongoing: true }, window)
  const { facetWindow, words } = filter
  const ongoing = (await findOngoingEvents(scope, filter.ongoing)).map(({ id }) => id)
  // The link table `event_venue` contains `listed_start`, so a query without filters needs no other table.
  const from =
    facetWindow?.facet === allListed && words.length === 0
      ? sql`event_venue l WHERE l.listed_start >= ${facetWindow.window.from} AND l.listed_start <= ${facetWindow.window.to}`
      : sql`event p JOIN event_venue l ON l.event_id = p.id WHERE ${await withSearchWords(scope, filter)}`
  return scope.db.slow.all<{ id: number; events: number }>(sql`
    SELECT venue_id AS id, count(*) AS events FROM (
      SELECT l.venue_id FROM ${from}
      UNION ALL SELECT l.venue_id FROM event_venue l WHERE ${scope.db.dialect.inList(sql`l.event_id`, ongoing)}
    ) AS counted GROUP BY venue_id ORDER BY count(*) DESC, venue_id LIMIT ${venuesMax}`)
}
