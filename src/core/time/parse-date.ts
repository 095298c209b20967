/**
 * What people type, read as a local date and time: ISO 8601 and its cousins, US and European digits, timestamps, English.
 *
 * Exact notations are read here, all others by chrono. The conventions are those of PHP's `strtotime`, with which the contract's peer reads
 * dates, but nothing is guessed: the whole text must be understood, and what does not exist (31 April, 25:00) is refused instead of rolled
 * over.
 */
import { createRequire } from 'node:module'
import type { Chrono, ParsedResult, Refiner } from 'chrono-node/en'
import { instantToLocal, isTimeZone, localToInstant } from './instant.ts'
import { addDays, isLocalTime, type LocalTime } from './local-time.ts'

const TEXT_LENGTH_MAX = 100

/**
 * The wall-clock time in `zone` that a text means, or undefined when it cannot be read.
 *
 * A day without a time is its 00:00:00; what only moves from now (`+1 week`, `next month`) keeps the time of day. A time with its own
 * offset or zone is read there and converted. A time that `zone` skips in spring stays as typed: `instantOf` decides what it means.
 * @param now seconds since 1970-01-01 UTC
 * @throws {RangeError} when `zone` is unknown
 */
export function parseDate(text: string, zone: string, now: number): LocalTime | undefined {
  if (!isTimeZone(zone)) throw new RangeError('Unknown time zone') // the caller's mistake, not the text's
  // What programs send needs no reading.
  if (isLocalTime(text)) return text
  if (text.length > TEXT_LENGTH_MAX) return undefined
  const typed = text.trim().replace(/\s+/g, ' ')
  try {
    return TIMESTAMP.test(typed) ? readTimestamp(typed, zone) : readZoned(typed, zone, now)
  } catch (error) {
    if (error instanceof RangeError) return undefined // moved out of the years 1 to 9999
    throw error
  }
}

const TIMESTAMP = /^@?-?\d+$/
const COMPACT = /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d))?$/

/** `20330302`, `20330302101500`, or seconds since the epoch. */
function readTimestamp(typed: string, zone: string): LocalTime {
  const [, year, month, day, hour = '00', minute = '00', second = '00'] = COMPACT.exec(typed) ?? []
  const compact = `${year}-${month}-${day} ${hour}:${minute}:${second}`
  return isLocalTime(compact) ? compact : instantToLocal(Number(typed.replace('@', '')), zone)
}

const TIME_END = /:\d\d(?:[.,]\d+)?|\d ?[ap]\.?m\.?/.source
const OFFSET = /z|utc|gmt|utc[+-]\d\d?(?::\d\d|\.\d\d?)?|[+-]\d\d(?::?\d\d)?/.source
const ZONED = new RegExp(`^(?<said>.*?(?:${TIME_END})) ?(?<offset>${OFFSET})?(?:\\[(?<place>[\\w/+-]+)\\])?$`, 'i')

/** A text that may end with a time and its zone: `10:00Z`, `10am utc+5:30`, `10:00+02:00[Europe/Berlin]`. */
function readZoned(typed: string, zone: string, now: number): LocalTime | undefined {
  const { said = typed, offset, place } = ZONED.exec(typed)?.groups ?? {}
  const named = offset?.replace(/^z$/i, 'UTC') ?? place
  if (named === undefined) return readLocal(said, zone, now)
  if (!isTimeZone(named) || !isTimeZone(place ?? named)) return undefined
  const local = readLocal(said, named, now)
  return local === undefined ? undefined : instantToLocal(localToInstant(local, named), zone)
}

const NUMERIC_DATES = [
  /\b(?<year>\d{4})\/(?<month>\d\d?)\/(?<day>\d\d?)\b/,
  /\b(?<month>\d\d?)\/(?<day>\d\d?)\/(?<year>\d{4})\b/, // slashes are American: the month comes first
  /\b(?<day>\d\d?)(?<gap>[-.])(?<month>\d\d?)\k<gap>(?<year>\d{4})\b/, // dots and dashes are not
]
const EXACT = /^(\d{4})-(\d\d?)-(\d\d?)(?:[t ](\d\d?):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?)?$/i

function readLocal(said: string, zone: string, now: number): LocalTime | undefined {
  const text = NUMERIC_DATES.reduce((line, shape) => line.replace(shape, '$<year>-$<month>-$<day>'), said)
  const exact = EXACT.exec(text)
  if (exact === null) return readEnglish(text.replace(/midnight/i, '00:00'), zone, now) // chrono's is the coming one
  const [year, month, day, hour, minute, second] = exact.slice(1).map((digits = '0') => digits.padStart(2, '0'))
  const local = `${year}-${month}-${day} ${hour}:${minute}:${second}`
  return isLocalTime(local) ? local : undefined
}

// Left out, by the names of chrono's classes: digits in its own order, zones (it takes `+10 days` for one), and `monday +1 week`, which it
// counts from noon.
const isWanted = (part: object) => !/Slash|YearMonthDay|Timezone|MergeRelative/.test(part.constructor.name)
/** Drops `this hour` and `next quarter`: chrono is certain of no part of them, and merges them away beside a date. */
const certain: Refiner = {
  refine: (_, results) => results.filter(({ start }) => start.getCertainComponents().length > 0),
}

let chrono: Chrono | undefined

/** Loaded when English is first read: most dates are digits, and loading it would be a good part of the start. */
function loadChrono(): Chrono {
  const library: typeof import('chrono-node/en') = createRequire(import.meta.url)('chrono-node/en')
  const { parsers, refiners } = library.configuration.createCasualConfiguration()
  return new library.Chrono({ parsers: parsers.filter(isWanted), refiners: [certain, ...refiners.filter(isWanted)] })
}

/** Words for which chrono makes up an hour or a number, or which it ignores. */
const VAGUE = /\b(?:morning|afternoon|evening|night|tonight|few|several|before|after)\b/i

/**
 * Chrono's reading, its days and times moved to PHP's. Chrono's own remain `May`, `this month` and `this year` (their first day), `friday
 * next week` and years of two digits.
 *
 * Chrono computes in the zone of the process, which must be UTC (`main.ts` sees to it), and is told the wall clock of `zone` as if it were
 * UTC's.
 */
function readEnglish(said: string, zone: string, now: number): LocalTime | undefined {
  const here = instantToLocal(now, zone)
  const wall = new Date(`${here.replace(' ', 'T')}Z`)
  chrono ??= loadChrono()
  const [found, another] = chrono.parse(said, { instant: wall, timezone: 0 })
  if (found?.text !== said || found.end || another || VAGUE.test(said)) return undefined
  const { start } = found
  const secondsAhead = (start.date().getTime() - wall.getTime()) / 1000
  // What chrono counts from now has an offset, a certain one if it is `now` or hours: time that passes, not hands that turn.
  const isMoment = start.isCertain('timezoneOffset')
  const local = isMoment ? instantToLocal(now + secondsAhead, zone) : `${dayOf(found, here)} ${timeOf(found)}`
  const isOtherDay = start.isCertain('weekday') && start.get('weekday') !== weekdayOf(local)
  return isLocalTime(local) && !isOtherDay ? local : undefined
}

function dayOf({ start, text }: ParsedResult, here: LocalTime): string {
  const day = start.date().toISOString().slice(0, 10)
  // A month without a year is this year's; chrono's is the nearest.
  if (start.isCertain('month') && !start.isCertain('year')) return `${here.slice(0, 4)}${day.slice(4)}`
  if (!start.isCertain('weekday') || start.isCertain('day') || /last|past|week(?!end|day)/i.test(text)) return day
  // A weekday is the coming one, today included unless it is the next; chrono's is the nearest, and its next may skip a week.
  const ahead = (Number(start.get('weekday')) - weekdayOf(here) + 7) % 7
  return addDays(here, ahead === 0 && /next/i.test(text) ? 7 : ahead).slice(0, 10)
}

/** `+1 week` keeps the time of day; a day without a time begins at 00:00:00, where chrono's has noon. */
function timeOf({ start }: ParsedResult): string {
  const hasTime = start.isCertain('hour') || start.get('timezoneOffset') !== null
  return hasTime ? start.date().toISOString().slice(11, 19) : '00:00:00'
}

function weekdayOf(local: string): number {
  return new Date(`${local.slice(0, 10)}T00:00:00Z`).getUTCDay()
}
