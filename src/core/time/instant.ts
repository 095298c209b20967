/**
 * Wall-clock times, time zones and the instants between them: the only file that does time-zone arithmetic.
 *
 * Nothing here asks for the zone of the process. `Date` serves as a calendar in UTC; zones come from the runtime's own tz data.
 */
import { Temporal } from 'temporal-polyfill'
import { memoize } from '../memoize.ts'
import { abbreviate } from '../text/abbreviations.ts'

/** What a clock on the wall shows, in no particular zone: `YYYY-MM-DD HH:MM:SS`, years 0001 to 9999. Sorts as text. */
export type LocalTime = string

interface Zone {
  id: string
  /** Seconds east of UTC, for a zone that never changes its offset. */
  fixed?: number
  /** Writes the English name of the zone's time at an instant; absent when the zone is a bare offset. */
  names?: Intl.DateTimeFormat
  /** The spans without a change of the clocks that were asked for lately, the latest first. */
  spans: Span[]
}

/** From one change of the clocks to the next, which is outside: seconds since 1970 UTC, and seconds east of UTC in between. */
interface Span {
  from: number
  to: number
  offset: number
}

const LOCAL_SHAPE = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/
const OFFSET_SHAPE = /^(?:UTC([+-])(\d{1,2})(?::([0-5]\d))?|([+-])(\d\d)(?::?([0-5]\d))?)$/i
const OFFSET_SECONDS_MAX = 14 * 3600 // no place on earth is further from UTC
// Besides the tz database the runtime takes offsets of any size and ICU's own names: `SystemV/PST8`, and `IST` or `CST`, which mean more
// than one zone to people. Of three letters, these are the database's.
const NAME_SHAPE = /^(?!systemv)[a-z]/i
const SHORT_NAMES = new Set('CET EET EST GMT HST MET MST PRC ROC ROK UCT UTC WET'.split(' '))
const ZONE_LENGTH_MAX = 64
const SPANS_KEPT_MAX = 8
const ZONES_KEPT_MAX = 1000 // about twice the tz database: only spellings in odd case can fill it

// A formatter costs as much as a hundred lookups, so every zone is opened once; unknown names are not kept, callers could send any number.
const zones = new Map<string, Zone>()

/** Whether `zone` is an IANA name (in any case), `UTC`, `GMT`, or a fixed offset up to 14 hours: `UTC+5:30`, `UTC-5`, `+05:30`. */
export function knownZone(zone: string): boolean {
  return findZone(zone) !== undefined
}

/**
 * The UTC instant of a wall-clock time in a zone.
 *
 * A time the spring change skips is read with the offset before the gap; one that autumn repeats means its first pass (RFC 5545, 3.3.5).
 * @returns seconds since 1970-01-01 UTC, negative before
 * @throws {RangeError} when the zone is unknown or `local` is no real time
 */
export function instantOf(local: LocalTime, zone: string): number {
  const place = openZone(zone)
  const wall = wallSeconds(local)
  if (place.fixed !== undefined) return wall - place.fixed
  const span = place.spans.find(({ from, to, offset }) => isWellInside(wall - offset, from, to))
  if (span !== undefined) return wall - span.offset
  return Temporal.PlainDateTime.from(local).toZonedDateTime(place.id).epochMilliseconds / 1000
}

/**
 * What a clock in `zone` shows at an instant.
 * @param instant seconds since 1970-01-01 UTC; fractions are cut off, towards the past
 * @throws {RangeError} when the zone is unknown or the clock would show a year outside 0001 to 9999
 */
export function localOf(instant: number, zone: string): LocalTime {
  return textOf(instant + offsetAt(instant, openZone(zone)))
}

/**
 * The short name of a zone's time at an instant, as the tz database spells it: `EDT`, `CET`, `JST`; `-03` or `+0545` where it has no letters.
 * A fixed offset is its own name, as written.
 *
 * Where a place keeps summer time for good (Vancouver, Edmonton from November 2026) this says `PDT`, `MDT`; the database, `MST`, `CST`.
 * @param instant seconds since 1970-01-01 UTC
 * @throws {RangeError} when the zone is unknown
 */
export function abbreviationOf(instant: number, zone: string): string {
  const place = openZone(zone)
  if (place.names === undefined) return zone
  // UTC and GMT are one zone to the runtime, but people see the name they chose.
  if (place.fixed === 0) return /gmt|greenwich/i.test(zone) ? 'GMT' : 'UTC'
  return abbreviate(instant, { id: place.id, names: place.names, offset: offsetAt(instant, place) })
}

/** What the clocks of a zone showed from one change to the next. */
export interface ClockSpan {
  /** When it began: seconds since 1970-01-01 UTC, `-Infinity` when it always was so. */
  from: number
  /** Seconds east of UTC. */
  offset: number
  /** The same just before it began. */
  offsetBefore: number
}

/**
 * The spans that have a moment between two instants, both inside.
 * @throws {RangeError} when the zone is unknown
 */
export function clockSpans(zone: string, first: number, last: number): ClockSpan[] {
  const place = openZone(zone)
  if (place.fixed !== undefined)
    return [{ from: Number.NEGATIVE_INFINITY, offset: place.fixed, offsetBefore: place.fixed }]
  const spans: ClockSpan[] = []
  for (let at = first; at <= last; ) {
    const { from, to, offset } = spanAround(at, place)
    spans.push({ from, offset, offsetBefore: Number.isFinite(from) ? spanAround(from - 1, place).offset : offset })
    at = to
  }
  return spans
}

/** The IANA name of a zone as the database spells it; undefined for UTC and bare offsets, which never change. */
export function zoneName(zone: string): string | undefined {
  const place = openZone(zone)
  return place.fixed === undefined ? place.id : undefined
}

/** The fields of a wall-clock time as zero-padded text, the way the API presents them. */
export function detailsOf(local: LocalTime) {
  return {
    year: local.slice(0, 4),
    month: local.slice(5, 7),
    day: local.slice(8, 10),
    hour: local.slice(11, 13),
    minutes: local.slice(14, 16),
    seconds: local.slice(17, 19),
  }
}

/** The same day `months` later, or the last day of that month if it is shorter. @throws {RangeError} outside the years 0001 to 9999 */
export function addMonths(local: LocalTime, months: number): LocalTime {
  wallSeconds(local) // refuses what is no time
  const [year, month, dayOfMonth] = local.slice(0, 10).split('-').map(Number) as [number, number, number]
  const first = new Date(0)
  first.setUTCFullYear(year, month - 1 + months, 1)
  const last = new Date(first)
  last.setUTCFullYear(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)
  const moved = first.getTime() / 1000 + (Math.min(dayOfMonth, last.getUTCDate()) - 1) * 86_400
  return `${textOf(moved).slice(0, 10)}${local.slice(10)}`
}

/** The same wall-clock time `days` later. @throws {RangeError} outside the years 0001 to 9999 */
export function addDays(local: LocalTime, days: number): LocalTime {
  return textOf(wallSeconds(local) + days * 86_400)
}

export function startOfDay(local: LocalTime): LocalTime {
  return `${local.slice(0, 10)} 00:00:00`
}

/** The last second of the day: days are closed intervals in the API. */
export function endOfDay(local: LocalTime): LocalTime {
  return `${local.slice(0, 10)} 23:59:59`
}

/** Whether `text` is a `LocalTime` that the calendar and the clock have: no 31 April, no 24:00:00, no second 60, no year 0. */
export function isLocalTime(text: string): boolean {
  return parseWall(text) !== undefined
}

/** A wall-clock time counted as if the wall were in UTC. */
function wallSeconds(local: LocalTime): number {
  const seconds = parseWall(local)
  if (seconds === undefined) throw new RangeError(`Not a local time: ${local.slice(0, 30)}`)
  return seconds
}

function parseWall(text: string): number | undefined {
  if (!LOCAL_SHAPE.test(text) || text.startsWith('0000')) return undefined
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10))]
  const [hour, minute, second] = [Number(text.slice(11, 13)), Number(text.slice(14, 16)), Number(text.slice(17, 19))]
  const isReal = month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
  if (!isReal || hour > 23 || minute > 59 || second > 59) return undefined
  return daysBefore(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second
}

const daysIn = (year: number, month: number) =>
  month === 2 ? (isLeap(year) ? 29 : 28) : 30 + ((month + (month >> 3)) & 1)
const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

/** Days since 1970-01-01, by years that begin in March so that the leap day is their last. */
function daysBefore(year: number, month: number, day: number): number {
  const years = month > 2 ? year : year - 1
  const leapDays = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400)
  const daysOfMonths = Math.floor((153 * ((month + 9) % 12) + 2) / 5)
  return years * 365 + leapDays + daysOfMonths + day - DAYS_TO_1970
}
const DAYS_TO_1970 = 719_469

function textOf(wall: number): LocalTime {
  const seconds = Math.floor(wall)
  const day = Math.floor(seconds / 86_400)
  const ofDay = seconds - day * 86_400
  const [hour, minute] = [Math.floor(ofDay / 3600), Math.floor(ofDay / 60) % 60]
  return `${dayText(day)} ${TWO_DIGITS[hour]}:${TWO_DIGITS[minute]}:${TWO_DIGITS[ofDay % 60]}`
}

const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))

/** A page of events shows the same few days over and over. */
const dayText = memoize((day: number) => {
  const date = new Date(day * 86_400_000)
  const year = date.getUTCFullYear()
  if (!(year >= 1 && year <= 9999)) throw new RangeError('Outside the years 0001 to 9999')
  return date.toISOString().slice(0, 10)
})

/** Far enough from both changes of the clocks that no other offset could be meant: the largest change moved a place by a day. */
const isWellInside = (instant: number, from: number, to: number) =>
  instant - from > CHANGE_MAX && to - instant > CHANGE_MAX
const CHANGE_MAX = 2 * 86_400

function offsetAt(instant: number, place: Zone): number {
  if (place.fixed !== undefined) return place.fixed
  const { spans } = place
  const span = spans.find(({ from, to }) => instant >= from && instant < to) ?? spanAround(instant, place)
  // A list of events asks for the same few spans over and over; asking Temporal each time is a hundred times the work.
  if (span !== spans[0]) place.spans = [span, ...spans.filter((other) => other !== span)].slice(0, SPANS_KEPT_MAX)
  return span.offset
}

function spanAround(instant: number, { id }: Zone): Span {
  const at = Temporal.Instant.fromEpochMilliseconds(Math.floor(instant) * 1000).toZonedDateTimeISO(id)
  // The change before the next second: one at this very second begins the span.
  const before = at.add({ seconds: 1 }).getTimeZoneTransition('previous')
  const after = at.getTimeZoneTransition('next')
  return {
    from: before ? before.epochMilliseconds / 1000 : Number.NEGATIVE_INFINITY,
    to: after ? after.epochMilliseconds / 1000 : Number.POSITIVE_INFINITY,
    offset: at.offsetNanoseconds / 1e9,
  }
}

function openZone(zone: string): Zone {
  const place = findZone(zone)
  if (place === undefined) throw new RangeError(`Unknown time zone: ${zone.slice(0, ZONE_LENGTH_MAX)}`)
  return place
}

function findZone(zone: string): Zone | undefined {
  const kept = zones.get(zone)
  if (kept !== undefined || zone.length > ZONE_LENGTH_MAX) return kept
  const found = fixedZone(zone) ?? namedZone(zone)
  if (found === undefined) return undefined
  if (zones.size >= ZONES_KEPT_MAX) zones.clear()
  zones.set(zone, found)
  return found
}

function fixedZone(zone: string): Zone | undefined {
  const found = OFFSET_SHAPE.exec(zone)
  if (found === null) return undefined
  const seconds = Number(found[2] ?? found[5]) * 3600 + Number(found[3] ?? found[6] ?? 0) * 60
  if (seconds > OFFSET_SECONDS_MAX) return undefined
  const west = (found[1] ?? found[4]) === '-' && seconds > 0 // 0 west would be -0
  return { id: zone, fixed: west ? -seconds : seconds, spans: [] }
}

function namedZone(zone: string): Zone | undefined {
  if (zone.length === 3 ? !SHORT_NAMES.has(zone.toUpperCase()) : !NAME_SHAPE.test(zone)) return undefined
  try {
    const names = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'long' })
    const id = names.resolvedOptions().timeZone
    return id === 'UTC' ? { id, names, fixed: 0, spans: [] } : { id, names, spans: [] }
  } catch {
    return undefined
  }
}
