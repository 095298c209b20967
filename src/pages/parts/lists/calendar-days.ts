import {
  type ChoiceOfEvents,
  type LoadEvents,
  listEventsByDay,
} from '../../../collections/events/calendar/events-by-day.ts'
import { isLongEvent } from '../../../collections/events/calendar/ongoing-events.ts'
import type { EventLine } from '../../../collections/events/event-row.ts'
import type { SeriesRow } from '../../../collections/series/series-store.ts'
import { instantToLocal, localToInstant } from '../../../core/time/instant.ts'
import { type MoonPhase, moonPhasesBetween } from '../../moon-phases.ts'
import type { PageContext } from '../../page-context.ts'
import { dateOfLocalTime, firstDateOfWeek, listConsecutiveDates } from '../../page-dates.ts'
import { isMultiDayEvent, lastShownDayOfEvent } from '../event/event-times.ts'
import { loadFestivalsOfPeriod } from './festivals.ts'

/** A day in a month or week view, with its events. */
export interface DayWithEvents<Row extends EventLine = EventLine> {
  date: string
  /** Events that start on this day, limited to the number that the view shows. */
  events: Row[]
  /** Events that began on an earlier day and last until this day or longer. */
  continued: Row[]
  /** Number of all events that start on this day, including events that are not shown. */
  total: number
  moon: MoonPhase | undefined
}

/** The days of a month or week with their events, and the events that do not belong to a single day. */
export interface CalendarDays<Row extends EventLine = EventLine> {
  days: DayWithEvents<Row>[]
  /** Events that take place on several days and that the view shows on each of them. */
  long: Row[]
  festivals: SeriesRow[]
  /** Events that are shown once below the table, because they last longer than the setting `long_event_days`. */
  ongoing: Row[]
  /** Number of all events that take place on one of the days. */
  total: number
}

/** Largest number of events to load that began before the month or week and have not ended before it. */
const ONGOING_MAX = 12
/** Largest number of multi-day events to load that begin within the month or week. */
const BEGUN_MAX = 50

/**
 * Loads the events of consecutive days.
 * @param first date `YYYY-MM-DD`
 * @param count of days
 * @param perDay largest number of events to load for each day, or a choice among the first of them
 * @param load loads what the view shows of events
 */
export async function loadEventsOfCalendarDays<Row extends EventLine>(
  context: PageContext,
  first: string,
  count: number,
  perDay: number | ChoiceOfEvents,
  load: LoadEvents<Row>,
): Promise<CalendarDays<Row>> {
  const dates = listConsecutiveDates(first, count)
  const last = dates.at(-1) as string
  const window = { from: `${first} 00:00:00`, to: `${last} 23:59:59` }
  const { scope, filter } = context
  const max = { perDay, lasting: ONGOING_MAX, begun: BEGUN_MAX }
  const [{ days: listed, lasting, begun }, festivals] = await Promise.all([
    listEventsByDay(scope, filter.query, window, max, load),
    loadFestivalsOfPeriod(context, first, last),
  ])
  const byDate = new Map(listed.map((day) => [day.date, day]))
  // Multi-day events that start in the period: those among the first events of each day, and those beyond the limit of
  // events for a day.
  const startedLong = [...listed.flatMap(({ events }) => events), ...begun].filter(isMultiDayEvent)
  const started = [...new Map(startedLong.map((event) => [event.id, event])).values()]
  const several = [...lasting.events.filter(isMultiDayEvent), ...started]
  const isShownOnce = ({ start_at, end_at }: Row) => isLongEvent(scope, end_at - start_at)
  const long = several.filter((event) => !isShownOnce(event))
  const spans = long.map((event) => ({
    event,
    first: dateOfLocalTime(event.start_local),
    last: lastShownDayOfEvent(event),
  }))
  const moons = moonPhasesByDate(context, first, last)
  const days = dates.map((date): DayWithEvents<Row> => {
    const { events = [], total = 0 } = byDate.get(date) ?? {}
    const continued = spans.filter(({ first, last }) => first < date && date <= last).map(({ event }) => event)
    return { date, events, total, moon: moons.get(date), continued }
  })
  const ongoing = several.filter(isShownOnce)
  return { days, long, festivals, ongoing, total: listed.reduce((sum, day) => sum + day.total, 0) + lasting.total }
}

/**
 * All events of a month or week: those of each day, then the ongoing events that are shown below the table. An event of
 * several days is contained once for each of its days.
 */
export const listEventsOfCalendarDays = <Row extends EventLine>(
  days: readonly DayWithEvents<Row>[],
  ongoing: readonly Row[],
): Row[] => [...days.flatMap(({ events, continued }) => [...events, ...continued]), ...ongoing]

function moonPhasesByDate({ scope: { site } }: PageContext, first: string, last: string): Map<string, MoonPhase> {
  const from = localToInstant(`${first} 00:00:00`, site.timezone)
  const to = localToInstant(`${last} 23:59:59`, site.timezone)
  return new Map(
    moonPhasesBetween(from, to).map(({ phase, at }) => [dateOfLocalTime(instantToLocal(at, site.timezone)), phase]),
  )
}

/**
 * The first day and the number of days of the weeks that a month view shows.
 * @param month `YYYY-MM`
 */
export function findWeeksOfMonth({ scope }: PageContext, month: string): { first: string; count: number } {
  const first = firstDateOfWeek(`${month}-01`, scope.site.week_start)
  const [year, number] = month.split('-').map(Number) as [number, number]
  const end = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
  const weeks = Math.ceil(((Date.parse(end) - Date.parse(first)) / 86_400_000 + 1) / 7)
  return { first, count: weeks * 7 }
}
