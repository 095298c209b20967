/**
 * Converts between local times in a time zone and instants. No other file does time-zone arithmetic.
 *
 * The time zone of the server process has no influence. Time-zone data come from the copy of the tz database in the
 * JavaScript runtime.
 */
import { Temporal } from 'temporal-polyfill'
import { type LocalTime, localTimeFromWallSeconds, localTimeToWallSeconds } from './local-time.ts'
import { zoneAbbreviationInTzdb } from './zone-abbreviation-in-tzdb.ts'

interface Zone {
  id: string
  /** UTC offset in seconds (positive: east), only for a zone whose offset never changes. */
  fixedOffset?: number
  /**
   * Formats the English name of the time in this zone at an instant, e.g. "Central European Summer Time". Absent when
   * the zone is an offset such as `UTC+2`.
   */
  nameFormatter?: Intl.DateTimeFormat
  /** Cache of the most recently used periods with a constant UTC offset, the latest first. */
  spans: TimeSpan[]
}

/**
 * The period between two changes of a zone's UTC offset: from `from` (inclusive) to `to` (exclusive), Unix times in
 * seconds. `offset` is in seconds, positive east of UTC.
 */
interface TimeSpan {
  from: number
  to: number
  offset: number
}

// The accepted forms of a fixed UTC offset, including WordPress's form with decimal hours: `UTC+5.75`.
const OFFSET_SHAPE =
  /^(?:UTC(?<sign>[+-])(?<hours>\d{1,2})(?::(?<minutes>[0-5]\d)|\.(?<fraction>25|50?|75))?|(?<sign>[+-])(?<hours>\d\d)(?::?(?<minutes>[0-5]\d))?)$/i
const OFFSET_SECONDS_MAX = 14 * 3600 // 14 hours: the largest UTC offset in use on earth
// The JavaScript runtime accepts zone names that the tz database does not have:
// `SystemV/PST8`, and ambiguous abbreviations such as `IST` and `CST`. These are rejected.
// Names with three letters must be in `SHORT_NAMES`, which lists those of the tz database.
const NAME_SHAPE = /^(?!systemv)[a-z]/i
const SHORT_NAMES = new Set('CET EET EST GMT HST MET MST PRC ROC ROK UCT UTC WET'.split(' '))
const ZONE_LENGTH_MAX = 64
const CACHED_SPANS_MAX = 8
// Twice the number of zones in the tz database, so the cache is full
// only if clients send many different capitalizations of zone names.
const CACHED_ZONES_MAX = 1000

// Zones are cached, because creating a formatter costs as much as a hundred look-ups. Unknown names are not cached,
// because clients could send any number of them.
const zones = new Map<string, Zone>()

/**
 * Whether `zone` can be used as a time zone: an IANA name in any case, `UTC`, `GMT`, or a fixed offset of up to 14
 * hours, written as `UTC+5:30`, `UTC+5.5`, `UTC-5` or `+05:30`.
 */
export function isTimeZone(zone: string): boolean {
  return findZone(zone) !== undefined
}

/**
 * Converts a local time in a zone to an instant.
 *
 * A local time that is skipped in spring, when summer time begins, is converted with the UTC offset before the change.
 * @param occurrence which instant to return for a local time that occurs twice in autumn; usually the first (RFC 5545,
 *   3.3.5)
 * @returns Unix time in seconds, negative before 1970
 * @throws {RangeError} when the zone is unknown or `local` is not a valid local time
 */
export function localToInstant(local: LocalTime, zone: string, occurrence: 'first' | 'second' = 'first'): number {
  const { id, fixedOffset, spans } = openZone(zone)
  const wall = localTimeToWallSeconds(local)
  if (fixedOffset !== undefined) return wall - fixedOffset
  const span = spans.find(({ from, to, offset }) => isFarFromChanges(wall - offset, from, to))
  if (span !== undefined) return wall - span.offset
  const disambiguation = occurrence === 'first' ? 'compatible' : 'later'
  return Temporal.PlainDateTime.from(local).toZonedDateTime(id, { disambiguation }).epochMilliseconds / 1000
}

/**
 * Converts an instant to the local time in a zone.
 * @param instant Unix time in seconds; fractions are rounded down
 * @throws {RangeError} when the zone is unknown or the year would be outside 0001 to 9999
 */
export function instantToLocal(instant: number, zone: string): LocalTime {
  return localTimeFromWallSeconds(instant + offsetAt(instant, openZone(zone)))
}

/**
 * The abbreviation of the time in a zone at an instant, as the tz database spells it: `EDT`, `CET`, `JST`, or `-03` and
 * `+0545` where the database has no letters. For a fixed offset, the name of the zone itself.
 *
 * Differs from the tz database for places that stay on summer time for good (Vancouver, Edmonton from November 2026):
 * they get `PDT` and `MDT`, where the database has `MST` and `CST`.
 * @param instant Unix time in seconds
 * @throws {RangeError} when the zone is unknown
 */
export function zoneAbbreviation(instant: number, zone: string): string {
  const found = openZone(zone)
  if (found.nameFormatter === undefined) return zone
  // The JavaScript runtime treats GMT as another name of UTC, but an event in the zone `GMT` must show `GMT`.
  if (found.fixedOffset === 0) return /gmt|greenwich/i.test(zone) ? 'GMT' : 'UTC'
  const { id, nameFormatter } = found
  return zoneAbbreviationInTzdb(instant, { id, nameFormatter, offset: offsetAt(instant, found) })
}

/** A period in which the UTC offset of a zone does not change. It ends where the next one begins. */
export interface OffsetPeriod {
  /** Unix time in seconds when the period begins; `-Infinity` when there is no earlier change. */
  from: number
  /** UTC offset in seconds, positive east of UTC. */
  offset: number
  /** UTC offset in seconds before this period, positive east of UTC. */
  offsetBefore: number
}

/**
 * The periods of constant UTC offset in a zone that overlap the time from `first` to `last` (Unix times in seconds,
 * both inclusive).
 * @throws {RangeError} when the zone is unknown
 */
export function utcOffsetPeriods(zone: string, first: number, last: number): OffsetPeriod[] {
  const found = openZone(zone)
  const { fixedOffset } = found
  if (fixedOffset !== undefined)
    return [{ from: Number.NEGATIVE_INFINITY, offset: fixedOffset, offsetBefore: fixedOffset }]
  const { from, to, offset } = spanAround(first, found)
  const periods = [{ from, offset, offsetBefore: Number.isFinite(from) ? spanAround(from - 1, found).offset : offset }]
  for (let change = to; change <= last; ) {
    const time = zonedTime(change, found)
    periods.push({ from: change, offset: time.offsetNanoseconds / 1e9, offsetBefore: periods.at(-1)?.offset ?? offset })
    change = nextChange(time)
  }
  return periods
}

/** The name of a zone as the tz database spells it; undefined for UTC and fixed offsets, which never change. */
export function ianaZoneName(zone: string): string | undefined {
  const { id, fixedOffset } = openZone(zone)
  return fixedOffset === undefined ? id : undefined
}

/**
 * Whether an instant is more than two days from both ends of its period of constant UTC offset. Then no other UTC
 * offset can apply to its local time, because no change of offset was ever larger than a day.
 */
const isFarFromChanges = (instant: number, from: number, to: number) =>
  instant - from > CHANGE_SECONDS_MAX && to - instant > CHANGE_SECONDS_MAX
const CHANGE_SECONDS_MAX = 2 * 86_400

function offsetAt(instant: number, zone: Zone): number {
  if (zone.fixedOffset !== undefined) return zone.fixedOffset
  const { spans } = zone
  const span = spans.find(({ from, to }) => instant >= from && instant < to) ?? spanAround(instant, zone)
  // Periods of constant UTC offset are cached, because lists of events use the same few periods again, and computing
  // one with Temporal takes a hundred times longer.
  if (span !== spans[0]) zone.spans = [span, ...spans.filter((other) => other !== span)].slice(0, CACHED_SPANS_MAX)
  return span.offset
}

function spanAround(instant: number, zone: Zone): TimeSpan {
  const time = zonedTime(instant, zone)
  // The search for the previous change of offset starts one second after `instant`: a change exactly at `instant`
  // begins the period, so the search must find it.
  const before = time.add({ seconds: 1 }).getTimeZoneTransition('previous')
  return {
    from: before ? before.epochMilliseconds / 1000 : Number.NEGATIVE_INFINITY,
    to: nextChange(time),
    offset: time.offsetNanoseconds / 1e9,
  }
}

const zonedTime = (instant: number, { id }: Zone) =>
  Temporal.Instant.fromEpochMilliseconds(Math.floor(instant) * 1000).toZonedDateTimeISO(id)

/** The next change of the UTC offset after a time, in seconds since 1970-01-01 UTC; `Infinity` if there is none. */
function nextChange(time: Temporal.ZonedDateTime): number {
  const after = time.getTimeZoneTransition('next')
  return after ? after.epochMilliseconds / 1000 : Number.POSITIVE_INFINITY
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
  // An offset of 0 does not count as west of UTC, because negating it would give -0.
  const isWest = sign === '-' && seconds > 0
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
