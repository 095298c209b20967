/**
 * Time zones and the instants of wall-clock times: the only file that does time-zone arithmetic.
 *
 * The time zone of the process is never used. Zone data come from the runtime's copy of the tz database.
 */
import { Temporal } from 'temporal-polyfill'
import { type LocalTime, localTimeFromWallSeconds, wallSeconds } from './local-time.ts'
import { tzdbAbbreviation } from './zone-abbreviations.ts'

interface Zone {
  id: string
  /** Seconds east of UTC, for a zone whose offset never changes. */
  fixedOffset?: number
  /** Formats the English name of the zone's time at an instant; absent when the zone is a bare offset. */
  nameFormatter?: Intl.DateTimeFormat
  /** Cache of the most recently used spans, latest first. */
  spans: Span[]
}

/** The time between two offset changes of a zone. `from` is inside and `to` outside, in seconds since 1970-01-01 UTC; `offset` is in seconds east of UTC. */
interface Span {
  from: number
  to: number
  offset: number
}

// WordPress writes offsets in decimal hours: `UTC+5.75`.
const OFFSET_SHAPE =
  /^(?:UTC(?<sign>[+-])(?<hours>\d{1,2})(?::(?<minutes>[0-5]\d)|\.(?<fraction>25|50?|75))?|(?<sign>[+-])(?<hours>\d\d)(?::?(?<minutes>[0-5]\d))?)$/i
const OFFSET_SECONDS_MAX = 14 * 3600 // the largest offset in use on earth
// The runtime also accepts offsets of any size and ICU's own names: `SystemV/PST8`, and ambiguous abbreviations such as `IST` and `CST`. Of
// the names with three letters, only these are in the tz database.
const NAME_SHAPE = /^(?!systemv)[a-z]/i
const SHORT_NAMES = new Set('CET EET EST GMT HST MET MST PRC ROC ROK UCT UTC WET'.split(' '))
const ZONE_LENGTH_MAX = 64
const CACHED_SPANS_MAX = 8
const CACHED_ZONES_MAX = 1000 // about twice the size of the tz database: only unusual capitalization can fill it

// Creating a formatter costs as much as a hundred look-ups, so zones are cached. Unknown names are not: clients could send any number of them.
const zones = new Map<string, Zone>()

/**
 * Whether `zone` can be used as a time zone: an IANA name in any case, `UTC`, `GMT`, or a fixed offset of up to 14 hours, written as
 * `UTC+5:30`, `UTC+5.5`, `UTC-5` or `+05:30`.
 */
export function isTimeZone(zone: string): boolean {
  return findZone(zone) !== undefined
}

/**
 * The UTC instant of a wall-clock time in a zone.
 *
 * A time skipped by the change to summer time is read with the offset before the gap; a time repeated in autumn means its first occurrence
 * (RFC 5545, 3.3.5).
 * @returns seconds since 1970-01-01 UTC, negative before
 * @throws {RangeError} when the zone is unknown or `local` is not a valid local time
 */
export function localToInstant(local: LocalTime, zone: string): number {
  const { id, fixedOffset, spans } = openZone(zone)
  const wall = wallSeconds(local)
  if (fixedOffset !== undefined) return wall - fixedOffset
  const span = spans.find(({ from, to, offset }) => isFarFromChanges(wall - offset, from, to))
  if (span !== undefined) return wall - span.offset
  return Temporal.PlainDateTime.from(local).toZonedDateTime(id).epochMilliseconds / 1000
}

/**
 * The wall-clock time of an instant in a zone.
 * @param instant seconds since 1970-01-01 UTC; fractions are rounded down
 * @throws {RangeError} when the zone is unknown or the year would be outside 0001 to 9999
 */
export function instantToLocal(instant: number, zone: string): LocalTime {
  return localTimeFromWallSeconds(instant + offsetAt(instant, openZone(zone)))
}

/**
 * The abbreviation of a zone's time at an instant, as the tz database spells it: `EDT`, `CET`, `JST`, or `-03` and `+0545` where the
 * database has no letters. For a fixed offset, the text of the zone itself.
 *
 * Places that stay on summer time for good (Vancouver, Edmonton from November 2026) get `PDT`, `MDT`, where the database has `MST`, `CST`.
 * @param instant seconds since 1970-01-01 UTC
 * @throws {RangeError} when the zone is unknown
 */
export function zoneAbbreviation(instant: number, zone: string): string {
  const found = openZone(zone)
  if (found.nameFormatter === undefined) return zone
  // The runtime treats GMT as another name of UTC; readers expect the name that was chosen.
  if (found.fixedOffset === 0) return /gmt|greenwich/i.test(zone) ? 'GMT' : 'UTC'
  const { id, nameFormatter } = found
  return tzdbAbbreviation(instant, { id, nameFormatter, offset: offsetAt(instant, found) })
}

/** A period in which the offset of a zone does not change. It ends where the next one begins. */
export interface OffsetPeriod {
  /** Seconds since 1970-01-01 UTC; `-Infinity` when there is no earlier change. */
  from: number
  /** Seconds east of UTC. */
  offset: number
  /** Seconds east of UTC just before the period began. */
  offsetBefore: number
}

/**
 * The offset periods of a zone that overlap the time from `first` to `last` (seconds since 1970-01-01 UTC, both inclusive).
 * @throws {RangeError} when the zone is unknown
 */
export function offsetPeriods(zone: string, first: number, last: number): OffsetPeriod[] {
  const found = openZone(zone)
  const { fixedOffset } = found
  if (fixedOffset !== undefined)
    return [{ from: Number.NEGATIVE_INFINITY, offset: fixedOffset, offsetBefore: fixedOffset }]
  const periods: OffsetPeriod[] = []
  for (let instant = first; instant <= last; ) {
    const { from, to, offset } = spanAround(instant, found)
    periods.push({ from, offset, offsetBefore: Number.isFinite(from) ? spanAround(from - 1, found).offset : offset })
    instant = to
  }
  return periods
}

/** The IANA name of a zone as the tz database spells it; undefined for UTC and bare offsets, which never change. */
export function ianaZoneName(zone: string): string | undefined {
  const { id, fixedOffset } = openZone(zone)
  return fixedOffset === undefined ? id : undefined
}

/** Whether an instant is so far from both changes of its span that no other offset can apply: the largest change ever moved a place by a day. */
const isFarFromChanges = (instant: number, from: number, to: number) =>
  instant - from > CHANGE_SECONDS_MAX && to - instant > CHANGE_SECONDS_MAX
const CHANGE_SECONDS_MAX = 2 * 86_400

function offsetAt(instant: number, zone: Zone): number {
  if (zone.fixedOffset !== undefined) return zone.fixedOffset
  const { spans } = zone
  const span = spans.find(({ from, to }) => instant >= from && instant < to) ?? spanAround(instant, zone)
  // Lists of events use the same few spans repeatedly; a cached one is a hundred times faster than Temporal.
  if (span !== spans[0]) zone.spans = [span, ...spans.filter((other) => other !== span)].slice(0, CACHED_SPANS_MAX)
  return span.offset
}

function spanAround(instant: number, { id }: Zone): Span {
  const time = Temporal.Instant.fromEpochMilliseconds(Math.floor(instant) * 1000).toZonedDateTimeISO(id)
  // Searching back from the next second includes a change at this very second, which begins the span.
  const before = time.add({ seconds: 1 }).getTimeZoneTransition('previous')
  const after = time.getTimeZoneTransition('next')
  return {
    from: before ? before.epochMilliseconds / 1000 : Number.NEGATIVE_INFINITY,
    to: after ? after.epochMilliseconds / 1000 : Number.POSITIVE_INFINITY,
    offset: time.offsetNanoseconds / 1e9,
  }
}

function openZone(zone: string): Zone {
  const found = findZone(zone)
  if (found === undefined) throw new RangeError(`Unknown time zone: ${zone.slice(0, ZONE_LENGTH_MAX)}`)
  return found
}

function findZone(zone: string): Zone | undefined {
  const cached = zones.get(zone)
  if (cached !== undefined || zone.length > ZONE_LENGTH_MAX) return cached
  const found = parseOffset(zone) ?? findNamedZone(zone)
  if (found === undefined) return undefined
  if (zones.size >= CACHED_ZONES_MAX) zones.clear()
  zones.set(zone, found)
  return found
}

function parseOffset(zone: string): Zone | undefined {
  const offset = OFFSET_SHAPE.exec(zone)?.groups
  if (offset === undefined) return undefined
  const { sign, hours, minutes = 0, fraction = 0 } = offset
  const seconds = Number(hours) * 3600 + Number(minutes) * 60 + Number(`0.${fraction}`) * 3600
  if (seconds > OFFSET_SECONDS_MAX) return undefined
  const isWest = sign === '-' && seconds > 0 // avoids -0
  return { id: zone, fixedOffset: isWest ? -seconds : seconds, spans: [] }
}

function findNamedZone(zone: string): Zone | undefined {
  if (zone.length === 3 ? !SHORT_NAMES.has(zone.toUpperCase()) : !NAME_SHAPE.test(zone)) return undefined
  try {
    const nameFormatter = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'long' })
    const id = nameFormatter.resolvedOptions().timeZone
    return id === 'UTC' ? { id, nameFormatter, fixedOffset: 0, spans: [] } : { id, nameFormatter, spans: [] }
  } catch {
    return undefined
  }
}
