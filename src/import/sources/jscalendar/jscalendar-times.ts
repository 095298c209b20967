import type { Problem } from '../../../core/errors.ts'
import { instantToLocal, isTimeZone, localToInstant } from '../../../core/time/instant.ts'
import { addDays } from '../../../core/time/local-time.ts'
import { parseDate } from '../../../core/time/parse-date.ts'

/** An object of JSCalendar, as JSON. */
export type JsObject = Record<string, unknown>

/** Converts the times of one JSCalendar event and of its dates. */
export interface JsCalendarTimes {
  zone: string
  isAllDay: boolean
  /** The problem of a time zone that is not known, in an event or in the override of one date. */
  zoneProblems(event: JsObject): Problem[]
  /** Converts a local time such as `2031-05-01T19:30:00` to `YYYY-MM-DD HH:MM:SS`; undefined if it is not valid. */
  localTime(value: unknown): string | undefined
  /** The fields of the API for start and end of the event, or of one of its dates. */
  fields(event: JsObject): Record<string, unknown>
}

/**
 * Creates the converter for the times of one event. A date without a known time zone has that of its event.
 * @param usualZone time zone of an event that states none
 */
export function createJscalendarTimeConverter(event: JsObject, usualZone: string): JsCalendarTimes {
  const zone = knownZoneOf(event) ?? usualZone
  return {
    zone,
    isAllDay: isAllDay(event),
    zoneProblems({ timeZone }) {
      if (typeof timeZone !== 'string' || isTimeZone(timeZone)) return []
      return [{ name: 'timezone', reason: 'import.zone', placeholders: { value: timeZone, zone } }]
    },
    localTime,
    fields(date) {
      const { start, duration } = date
      const first = localTime(start)
      if (first === undefined) {
        return typeof start === 'string' && start !== '' ? { start_date: start, end_date: start } : {}
      }
      const timezone = knownZoneOf(date) ?? zone
      const end = endOf(first, duration, timezone, isAllDay(date))
      return { start_date: first, end_date: end < first ? first : end, all_day: isAllDay(date), timezone }
    },
  }
}

const isAllDay = ({ showWithoutTime }: JsObject) => showWithoutTime === true

const knownZoneOf = ({ timeZone }: JsObject): string | undefined =>
  typeof timeZone === 'string' && isTimeZone(timeZone) ? timeZone : undefined

const localTime = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(value)
    ? parseDate(value.replace('T', ' '), 'UTC', 0)
    : undefined

const DURATION = /^P(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,8})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?$/

/**
 * Computes the end of an event from start and duration. A day of the duration ends at the same local time on the next
 * day, even if clocks change and it has 23 or 25 hours; an hour is always 60 minutes (RFC 8984, 1.4.6).
 */
function endOf(start: string, duration: unknown, zone: string, lastsAllDay: boolean): string {
  const [match, ...parts] = DURATION.exec(String(duration ?? '')) ?? []
  if (match === undefined) return start
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0))
  const length = (hours * 60 + minutes) * 60 + seconds
  const allDays = weeks * 7 + days
  // In the API, all-day events end on their last day; in JSCalendar, on the day after it.
  if (lastsAllDay) return addDays(start, Math.max(0, allDays + Math.ceil(length / 86_400) - 1))
  const later = addDays(start, allDays)
  return length === 0 ? later : instantToLocal(localToInstant(later, zone) + length, zone)
}
