import { isLocalTime } from '../core/time/local-time.ts'
import type { WeekStart } from '../settings/appearance-fields.ts'
import { addDaysToDate, firstDateOfWeek, hasPagesForPeriod, mondayOfWeek, nextMonth } from './page-dates.ts'
import type { ViewName } from './page-paths.ts'

/**
 * The views whose path can contain a period, with the pattern of the period: `2026-11` for a month. The period of the
 * list view is its first day.
 */
const PERIODS = {
  month: { format: /^\d{4}-\d\d$/, length: 'YYYY-MM'.length },
  week: { format: /^\d{4}-\d\d-\d\d$/, length: 'YYYY-MM-DD'.length },
  day: { format: /^\d{4}-\d\d-\d\d$/, length: 'YYYY-MM-DD'.length },
  list: { format: /^\d{4}-\d\d-\d\d$/, length: 'YYYY-MM-DD'.length },
} as const satisfies Partial<Record<ViewName, { format: RegExp; length: number }>>

export type PeriodView = keyof typeof PERIODS

export const isPeriodView = (view: ViewName): view is PeriodView => Object.hasOwn(PERIODS, view)

/**
 * Whether a view has a page for a period, e.g. the month view for `2026-11`.
 * @param period as in the path of the view
 */
export function isPeriodOfView(view: ViewName, period: string): boolean {
  if (!isPeriodView(view) || !PERIODS[view].format.test(period)) return false
  return isLocalTime(`${firstDayOf(period)} 00:00:00`) && hasPagesForPeriod(period)
}

/**
 * The period of a view that contains a date, e.g. the month of the date for the month view.
 * @param date `YYYY-MM-DD` or `YYYY-MM`
 * @returns undefined if the path of the view contains no period
 */
export const periodOfViewContaining = (view: ViewName, date: string): string | undefined =>
  isPeriodView(view) ? firstDayOf(date).slice(0, PERIODS[view].length) : undefined

const firstDayOf = (period: string) => (period.length === 'YYYY-MM'.length ? `${period}-01` : period)

/** Number of days that the list of upcoming events covers: a hundred years. */
const AHEAD_DAYS = 36_500
/** The number of days after today whose venues the map shows. */
const MAP_DAYS = 30

/** A range of dates (`YYYY-MM-DD`) in which events start. */
export interface DateRange {
  from: string
  to: string
}

const RANGES: Record<ViewName, (day: string, weekStart: WeekStart) => DateRange> = {
  month(day) {
    const month = day.slice(0, 7)
    return { from: `${month}-01`, to: addDaysToDate(`${nextMonth(month)}-01`, -1) }
  },
  week(day, weekStart) {
    const from = firstDateOfWeek(day, weekStart)
    return { from, to: addDaysToDate(from, 6) }
  },
  day: (day) => ({ from: day, to: day }),
  now: (day) => ({ from: day, to: day }),
  weekend(day) {
    const sunday = addDaysToDate(mondayOfWeek(day), 6)
    return { from: day === sunday ? day : addDaysToDate(sunday, -1), to: sunday }
  },
  list: (day) => ({ from: day, to: addDaysToDate(day, AHEAD_DAYS) }),
  past: (day) => ({ from: '1000-01-01', to: addDaysToDate(day, -1) }),
  map: (day) => ({ from: day, to: addDaysToDate(day, MAP_DAYS) }),
}

/**
 * The first and last date whose events a view shows.
 * @param period as in the path of the view; undefined: the period of today
 * @param today `YYYY-MM-DD`
 */
export const viewDateRange = (
  view: ViewName,
  period: string | undefined,
  today: string,
  weekStart: WeekStart = 'monday',
): DateRange => RANGES[view](period === undefined ? today : firstDayOf(period), weekStart)
