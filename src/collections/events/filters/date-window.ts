import type { Problems } from '../../../core/errors.ts'
import { instantToLocal, localToInstant } from '../../../core/time/instant.ts'
import {
  addMonths,
  endOfDay,
  FIRST_CALENDAR_DAY,
  LAST_CALENDAR_DAY,
  type LocalTime,
  startOfDay,
} from '../../../core/time/local-time.ts'
import { parseLocalTimeAndPrecision } from '../../../core/time/parse-date.ts'
import { type Sql, sql } from '../../../db/database.ts'
import { type OngoingBounds, ongoingEventsSql } from '../../../db/ongoing-events-sql.ts'
import type { Scope } from '../../scope.ts'
import type { EventQuery } from '../event-parameters.ts'
import { hasStartOrEndParameter } from './start-and-end-filters.ts'

/** Length of the default range of dates, in months from today. */
const DEFAULT_MONTHS = 24

/** A range of local times, first and last included. Usually it covers whole days. */
export interface Window {
  from: LocalTime
  to: LocalTime
}

export interface WindowOptions {
  /**
   * Whether a time of day in `start_date` and `end_date` is ignored without the parameter `strict_dates`. Default: true
   * in the API compatible with The Events Calendar, false in the native API.
   */
  hasWholeDays?: boolean
  /**
   * The range of dates if the query contains no dates. Default: `dateWindowOfQueryWithoutDates`, or all dates for a
   * query with other limits of the start or end.
   */
  whenAbsent?: Window
}

/** All dates that an event can have. */
export const ALL_TIME: Window = { from: startOfDay(FIRST_CALENDAR_DAY), to: endOfDay(LAST_CALENDAR_DAY) }

/**
 * SQL condition that the local start of the event is in the range. The end of the event does not matter (API contract).
 */
const startsInWindowCondition = ({ from, to }: Window) => sql`p.start_local >= ${from} AND p.start_local <= ${to}`

/** No time zone is further from UTC than this, in seconds. */
const OFFSET_MAX = 86_400

/**
 * SQL condition that holds for each event `p` that starts in the range in its time zone and is not in the trash, and for
 * some others. The index `event_dates`, of the dates of each repeated event, contains its columns.
 */
export const isDateAboutInWindowCondition = ({ from, to }: Window): Sql =>
  sql`p.status <> 'trash' AND p.start_at >= ${localToInstant(from, 'UTC') - OFFSET_MAX}
    AND p.start_at <= ${localToInstant(to, 'UTC') + OFFSET_MAX}`

/**
 * The bounds of the events that are ongoing for a range of dates: the local time before which they began, and the
 * instant after which they end. Undefined for a range that ends before it begins.
 */
export const ongoingEventBoundsOfDateWindow = (
  { site, now }: Scope,
  { from, to }: Window,
): OngoingBounds | undefined =>
  from <= to ? { startsBefore: from, endsAfter: Math.max(now, localToInstant(from, site.timezone)) } : undefined

/**
 * SQL condition that an event starts in a range of dates or, if `ongoing` is given, is ongoing at the start of the
 * range.
 */
export const dateWindowCondition = (window: Window, ongoing: OngoingBounds | undefined): Sql =>
  ongoing
    ? sql`(${startsInWindowCondition(window)} 
        OR p.id IN (SELECT running.id FROM (${ongoingEventsSql(ongoing)}) AS running))`
    : startsInWindowCondition(window)

/** The range of dates of a query without dates: from yesterday until two years from today. */
export function dateWindowOfQueryWithoutDates({ site, now }: Pick<Scope, 'site' | 'now'>): Window {
  // As in The Events Calendar, "yesterday" is the date, in the site's time zone, of the last minute of yesterday in
  // UTC.
  const yesterday = instantToLocal(Math.floor(now / 86_400) * 86_400 - 60, site.timezone)
  const today = instantToLocal(now, site.timezone)
  return { from: startOfDay(yesterday), to: endOfDay(addMonths(today, DEFAULT_MONTHS)) }
}

export function parseDateWindow(
  scope: Scope,
  query: EventQuery,
  problems: Problems,
  { hasWholeDays = scope.face.imitatesTec, whenAbsent }: WindowOptions = {},
): Window {
  const absent = whenAbsent ?? (hasStartOrEndParameter(query) ? ALL_TIME : dateWindowOfQueryWithoutDates(scope))
  const isRounded = query.strict_dates === undefined ? hasWholeDays : !query.strict_dates
  const read = (name: 'start_date' | 'end_date', dayBound: (local: LocalTime) => LocalTime) => {
    const text = query[name]
    if (text === undefined) return undefined
    const moment = parseLocalTimeAndPrecision(text, scope.site.timezone, scope.now)
    if (moment === undefined) return problems.add(name, 'reason.date')
    return moment.hasTime && !isRounded ? moment.local : dayBound(moment.local)
  }
  return {
    from: read('start_date', startOfDay) ?? absent.from,
    to: read('end_date', endOfDay) ?? absent.to,
  }
}
