/**
 * Parses dates and times as people type them: ISO 8601 and similar notations, US and European numeric dates, Unix
 * timestamps, English words.
 *
 * The conventions are those of PHP's `strtotime`, which the reference implementation uses, but nothing is guessed: text
 * with a part that cannot be understood is rejected, and so are dates and times that do not exist (31 April, 25:00).
 */

import { instantToLocal, isTimeZone, localToInstant } from './instant.ts'
import { isLocalTime, type LocalTime } from './local-time.ts'
import { parseDateExpression } from './parse-date-expression.ts'
import { type Moment, resolveDateExpression } from './resolve-date-expression.ts'

const TEXT_LENGTH_MAX = 100

/**
 * Parses a text to a local time in `zone`; undefined when the text cannot be parsed.
 * A day without a time means 00:00:00; a duration from now (`+1 week`, `next month`) does not change the time of day. A
 * time with its own offset or zone is converted to `zone`. A local time that does not exist in `zone`, because summer
 * time begins, is returned as typed; `localToInstant` converts it to an instant.
 * @param now Unix time in seconds
 * @throws {RangeError} when `zone` is unknown
 */
export const parseDate = (text: string, zone: string, now: number): LocalTime | undefined =>
  parseLocalTimeAndPrecision(text, zone, now)?.local

/**
 * Parses a text to an instant. A time without an offset or zone is a local time in `zone`.
 * @returns Unix time in seconds; undefined when the text cannot be parsed
 * @throws {RangeError} when `zone` is unknown
 */
export function parseInstant(text: string, zone: string, now: number): number | undefined {
  const moment = parseLocalTimeAndPrecision(text, zone, now)
  return moment && (moment.instant ?? localToInstant(moment.local, zone))
}

/**
 * Parses a text to a local time in `zone`, and finds out whether the text names a time of day; undefined when the text
 * cannot be parsed.
 */
export function parseLocalTimeAndPrecision(text: string, zone: string, now: number): Moment | undefined {
  // An unknown zone is a programming error, so it throws instead
  // of returning undefined as for text that cannot be parsed.
  if (!isTimeZone(zone)) throw new RangeError('Unknown time zone')
  // Programs usually send dates in the notation of `LocalTime`, which needs no further parsing.
  if (isLocalTime(text)) return { local: text, hasTime: true }
  if (text.length > TEXT_LENGTH_MAX) return undefined
  const typed = text.trim().replace(/\s+/g, ' ')
  if (typed === '') return undefined
  try {
    if (TIMESTAMP.test(typed)) return readTimestamp(typed, zone)
    const expression = parseDateExpression(typed)
    return expression && resolveDateExpression(expression, zone, now)
  } catch (error) {
    // A RangeError means that the conversion to `zone` leaves the years 1 to 9999.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const TIMESTAMP = /^@?-?\d+$/
const COMPACT = /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d))?$/

/** Parses text of digits only: a date `20330302`, a date and time `20330302101500`, or a Unix time in seconds. */
function readTimestamp(typed: string, zone: string): Moment {
  const [, year, month, day, hour, minute = '00', second = '00'] = COMPACT.exec(typed) ?? []
  const compact = `${year}-${month}-${day} ${hour ?? '00'}:${minute}:${second}`
  if (isLocalTime(compact)) return { local: compact, hasTime: hour !== undefined }
  const instant = Number(typed.replace('@', ''))
  return { local: instantToLocal(instant, zone), hasTime: true, instant }
}
