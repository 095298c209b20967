/**
 * Parses dates and times as people type them: ISO 8601 and similar notations, US and European numeric dates, Unix
 * timestamps, English words.
 *
 * Numeric notations are parsed here, English words by the library chrono. The conventions are those of PHP's `strtotime`,
 * which the reference implementation uses, but nothing is guessed: text with a part that cannot be understood is rejected,
 * and so are dates and times that do not exist (31 April, 25:00).
 */
import { createRequire } from 'node:module'
import type { Chrono, ParsedResult, Refiner } from 'chrono-node/en'
import { instantToLocal, isTimeZone, localToInstant } from './instant.ts'
import { addDays, isLocalTime, type LocalTime } from './local-time.ts'

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
  parseMoment(text, zone, now)?.local

export interface Moment {
  local: LocalTime
  /** Whether the text names a time of day: `2031-05-01 10:00` and `+2 hours` do, `2031-05-01` and `+1 week` do not. */
  hasTime: boolean
}

/**
 * Parses a text to a local time in `zone`, and finds out whether the text names a time of day; undefined when the text
 * cannot be parsed.
 */
export function parseMoment(text: string, zone: string, now: number): Moment | undefined {
  // An unknown zone is a programming error, so it throws instead
  // of returning undefined as for text that cannot be parsed.
  if (!isTimeZone(zone)) throw new RangeError('Unknown time zone')
  // Programs usually send dates in the notation of `LocalTime`, which needs no further parsing.
  if (isLocalTime(text)) return { local: text, hasTime: true }
  if (text.length > TEXT_LENGTH_MAX) return undefined
  const typed = text.trim().replace(/\s+/g, ' ')
  try {
    return TIMESTAMP.test(typed) ? readTimestamp(typed, zone) : readZoned(typed, zone, now)
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
  return { local: instantToLocal(Number(typed.replace('@', '')), zone), hasTime: true }
}

const TIME_END = /:\d\d(?:[.,]\d+)?|\d ?[ap]\.?m\.?/.source
const OFFSET = /z|utc|gmt|utc[+-]\d\d?(?::\d\d|\.\d\d?)?|[+-]\d\d(?::?\d\d)?/.source
const ZONED = new RegExp(`^(?<input>.*?(?:${TIME_END})) ?(?<offset>${OFFSET})?(?:\\[(?<place>[\\w/+-]+)\\])?$`, 'i')

/** Parses text that may end with a time and the zone of that time: `10:00Z`, `10am utc+5:30`, `10:00+02:00[Europe/Berlin]`. */
function readZoned(typed: string, zone: string, now: number): Moment | undefined {
  const { input = typed, offset, place } = ZONED.exec(typed)?.groups ?? {}
  const named = offset?.replace(/^z$/i, 'UTC') ?? place
  if (named === undefined) return readLocal(input, zone, now)
  if (!isTimeZone(named) || !isTimeZone(place ?? named)) return undefined
  const read = readLocal(input, named, now)
  return read && { local: instantToLocal(localToInstant(read.local, named), zone), hasTime: true }
}

const NUMERIC_DATES = [
  /\b(?<year>\d{4})\/(?<month>\d\d?)\/(?<day>\d\d?)\b/,
  /\b(?<month>\d\d?)\/(?<day>\d\d?)\/(?<year>\d{4})\b/, // with slashes the month comes first, as in the United States
  /\b(?<day>\d\d?)(?<gap>[-.])(?<month>\d\d?)\k<gap>(?<year>\d{4})\b/, // with dots and dashes the day comes first
]
const EXACT = /^(\d{4})-(\d\d?)-(\d\d?)(?:[t ](\d\d?):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?)?$/i

function readLocal(input: string, zone: string, now: number): Moment | undefined {
  const text = NUMERIC_DATES.reduce((line, shape) => line.replace(shape, '$<year>-$<month>-$<day>'), input)
  const exact = EXACT.exec(text)
  // Replaces `midnight` by 00:00, because the library chrono would take the end of the day.
  if (exact === null) return readEnglish(text.replace(/midnight/i, '00:00'), zone, now)
  const [year, month, day, hour, minute, second] = exact.slice(1).map((digits = '0') => digits.padStart(2, '0'))
  const local = `${year}-${month}-${day} ${hour}:${minute}:${second}`
  return isLocalTime(local) ? { local, hasTime: exact[4] !== undefined } : undefined
}

/**
 * Whether a parser or refiner of the library chrono is used, by the name of its class. Those for numeric dates are not
 * used, because this file parses numeric dates; those for zones would read `+10 days` as a zone; and the one for
 * `monday +1 week` would count from noon.
 */
const isUsed = (part: object) => !/Slash|YearMonthDay|Timezone|MergeRelative/.test(part.constructor.name)
/**
 * Removes results of the library chrono of which no part is certain, such as `this hour` and `next quarter`, so that
 * text with such words is rejected. Beside a date, chrono would silently ignore them.
 */
const certain: Refiner = {
  refine: (_, results) => results.filter(({ start }) => start.getCertainComponents().length > 0),
}

let chrono: Chrono | undefined

/** Loads chrono on first use, because most dates are numeric and loading it would slow down the start of the server. */
function loadChrono(): Chrono {
  const library: typeof import('chrono-node/en') = createRequire(import.meta.url)('chrono-node/en')
  const { parsers, refiners } = library.configuration.createCasualConfiguration()
  return new library.Chrono({ parsers: parsers.filter(isUsed), refiners: [certain, ...refiners.filter(isUsed)] })
}

/**
 * Words that the library chrono ignores, or replaces by an hour or number of its own choice. Text that contains one of
 * them is rejected.
 */
const VAGUE = /\b(?:morning|afternoon|evening|night|tonight|few|several|before|after)\b/i

/**
 * Parses English with the library chrono and adjusts the result to the conventions of PHP. Some results of chrono are
 * not adjusted although PHP's differ: `May`, `this month` and `this year` (chrono returns their first day), `friday
 * next week`, and years of two digits.
 * Chrono computes in the time zone of the process, which must be UTC (`main.ts` sets it), so the local time of `zone`
 * is passed to chrono as if it were UTC.
 */
function readEnglish(input: string, zone: string, now: number): Moment | undefined {
  const nowLocal = instantToLocal(now, zone)
  const wall = new Date(`${nowLocal.replace(' ', 'T')}Z`)
  chrono ??= loadChrono()
  const [found, another] = chrono.parse(input, { instant: wall, timezone: 0 })
  if (found?.text !== input || found.end || another || VAGUE.test(input)) return undefined
  const { start } = found
  const secondsAhead = (start.date().getTime() - wall.getTime()) / 1000
  // For `now` and for hours from now, chrono marks the UTC offset as certain. Such a time is elapsed time, so it is
  // added to the instant, not to the local time.
  const isElapsedTime = start.isCertain('timezoneOffset')
  const local = isElapsedTime ? instantToLocal(now + secondsAhead, zone) : `${dayOf(found, nowLocal)} ${timeOf(found)}`
  const contradictsWeekday = start.isCertain('weekday') && start.get('weekday') !== weekdayOf(local)
  if (!isLocalTime(local) || contradictsWeekday) return undefined
  return { local, hasTime: isElapsedTime || start.isCertain('hour') }
}

function dayOf({ start, text }: ParsedResult, nowLocal: LocalTime): string {
  const day = start.date().toISOString().slice(0, 10)
  // A month without a year means the month of the current year; chrono would take the nearest such month.
  if (start.isCertain('month') && !start.isCertain('year')) return `${nowLocal.slice(0, 4)}${day.slice(4)}`
  if (!start.isCertain('weekday') || start.isCertain('day') || /last|past|week(?!end|day)/i.test(text)) return day
  // The number of days to a named weekday: `monday` means the next Monday or today, `next monday` never today. Chrono
  // would take the nearest Monday, and may skip a week for `next monday`.
  const ahead = (Number(start.get('weekday')) - weekdayOf(nowLocal) + 7) % 7
  return addDays(nowLocal, ahead === 0 && /next/i.test(text) ? 7 : ahead).slice(0, 10)
}

/**
 * The time of day of a result of chrono: the current one for `+1 week`, and 00:00:00 for a day without a time, where chrono
 * would take noon.
 */
function timeOf({ start }: ParsedResult): string {
  const hasTime = start.isCertain('hour') || start.get('timezoneOffset') !== null
  return hasTime ? start.date().toISOString().slice(11, 19) : '00:00:00'
}

function weekdayOf(local: string): number {
  return new Date(`${local.slice(0, 10)}T00:00:00Z`).getUTCDay()
}
