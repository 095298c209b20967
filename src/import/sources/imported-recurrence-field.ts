import type { Problem } from '../../core/errors.ts'
import {
  expandRecurrence,
  isRecurrenceEndless,
  parseRecurrence,
  RECURRENCE_LIMITS,
} from '../../core/recurrence/index.ts'
import { isTimeZone } from '../../core/time/instant.ts'
import { isLocalTime } from '../../core/time/local-time.ts'

/** The local start and end of a repeated event, `YYYY-MM-DD HH:MM:SS`. */
interface RepeatedTimes {
  start: string
  isAllDay: boolean
  timezone: string
}

/** Formats a local time as in RDATE lines: `20310501T190000`, or `20310501` for an all-day event. */
export const formatRecurrenceDate = (local: string, isAllDay: boolean) =>
  isAllDay ? local.slice(0, 10).replaceAll('-', '') : local.replace(/[-:]/g, '').replace(' ', 'T')

/**
 * Converts RRULE, RDATE and EXDATE lines to the field `recurrence` of the API. A rule with COUNT that does not yield
 * the start cannot be stored, so its dates are listed instead. If the lines are not valid, no field is returned and a
 * problem is added.
 */
export function convertRecurrenceLinesToField(
  lines: readonly string[],
  times: RepeatedTimes,
  problems: Problem[],
): { recurrence?: readonly string[] } {
  const { start, isAllDay } = times
  const value = lines.join(' ').slice(0, 200)
  if (!canBeRepeated(times)) {
    problems.push({ name: 'recurrence', reason: 'import.rule', placeholders: { value, count: 0 } })
    return {}
  }
  const problem = parse(lines, times).problem
  if (problem === undefined) return { recurrence: lines }
  // The start of an event is one of its dates even if the rule does not yield it (RFC 5545, 3.8.5.3), so it is added as
  // RDATE.
  const withStart = [...lines, formatDates([start], isAllDay)]
  if (problem.reason === 'reason.recurrence-start' && parse(withStart, times).problem === undefined)
    return { recurrence: withStart }
  const dates = problem.first === undefined ? [] : listDates(lines, { ...times, start: problem.first })
  const reason = dates.length > 0 ? 'import.rule-as-dates' : 'import.rule'
  problems.push({ name: 'recurrence', reason, placeholders: { value, count: dates.length } })
  return dates.length > 0 ? { recurrence: [formatDates([start, ...dates], isAllDay)] } : {}
}

/** Whether RRULE and RDATE lines yield a date; EXDATE lines are ignored. False if the lines are not valid. */
export function recurrenceLinesYieldDate(lines: readonly string[], times: RepeatedTimes, date: string): boolean {
  if (!canBeRepeated(times) || !isLocalTime(date)) return false
  const { recurrence } = parse(lines, times)
  return recurrence !== undefined && expandRecurrence(recurrence, { from: date, until: date, limit: 1 }).length > 0
}

/** Whether start and time zone are valid, as they are not in damaged sources. */
const canBeRepeated = ({ start, timezone }: RepeatedTimes) => isLocalTime(start) && isTimeZone(timezone)

const parse = (lines: readonly string[], times: RepeatedTimes) =>
  parseRecurrence(lines, times, { now: 0, horizon: times.start })

const formatDates = (dates: readonly string[], isAllDay: boolean) =>
  `RDATE:${dates.map((date) => formatRecurrenceDate(date, isAllDay)).join(',')}`

/** Lists the dates of a recurrence that ends, without the start. At most as many as the API accepts for one event. */
function listDates(lines: readonly string[], times: RepeatedTimes): string[] {
  const { recurrence } = parse(lines, times)
  if (recurrence === undefined || isRecurrenceEndless(recurrence)) return []
  return expandRecurrence(recurrence, { limit: RECURRENCE_LIMITS.dates - 1 }).map(({ start }) => start)
}
