import { ianaZoneName, instantToLocal, localToInstant } from './instant.ts'
import { type LocalTime, localTimeToWallSeconds } from './local-time.ts'

/**
 * The start and end of an event: `start` and `end` as local times in the time zone of the event, `startAt` and `endAt`
 * as Unix times in seconds.
 */
export interface EventTimes {
  start: LocalTime
  end: LocalTime
  startAt: number
  endAt: number
  isAllDay: boolean
}

/** A local time, and the instant (Unix time in seconds) if the input determines it, for example by a UTC offset. */
export interface EventTime {
  local: LocalTime
  instant?: number | undefined
}

/**
 * Converts the start and end of an event in the zone `zone` to Unix times in seconds. An end before the start becomes
 * equal to the start, unless it is before the start only because of a clock change:
 * - If clocks show the end twice and its first occurrence is before the start, the second occurrence is used.
 * - A start that clocks skip is moved behind the gap. If the start is then no longer before the end, the end is moved
 *   as well, so that the event keeps its duration.
 */
export function resolveEventStartAndEndInstants(
  start: EventTime,
  end: EventTime,
  zone: string,
): { startAt: number; endAt: number } {
  const startAt = start.instant ?? localToInstant(start.local, zone)
  const endAt = end.instant ?? localEndToInstant(end.local, start.local, startAt, zone)
  return { startAt, endAt: Math.max(startAt, endAt) }
}

function localEndToInstant(end: LocalTime, start: LocalTime, startAt: number, zone: string): number {
  const first = localToInstant(end, zone)
  if (first > startAt) return first
  const second = localToInstant(end, zone, 'second')
  if (first < startAt && second >= startAt) return second
  const isStartSkipped = instantToLocal(startAt, zone) > start
  return isStartSkipped && end > start ? startAt + secondsBetween(start, end) : first
}

const secondsBetween = (one: LocalTime, other: LocalTime) => localTimeToWallSeconds(other) - localTimeToWallSeconds(one)

/**
 * The IANA name of the zone in which calendar formats can state the times of an event as local times. Undefined if they
 * need UTC: the zone is UTC or an offset, or the event starts or ends at the second occurrence of a local time. Those
 * formats read a local time that occurs twice as the first occurrence (RFC 5545, 3.3.5).
 */
export function zoneForCalendarFormats({ start, end, startAt, endAt }: EventTimes, zone: string): string | undefined {
  const isSecond = (local: LocalTime, instant: number) =>
    instant !== localToInstant(local, zone) && instant === localToInstant(local, zone, 'second')
  return isSecond(start, startAt) || isSecond(end, endAt) ? undefined : ianaZoneName(zone)
}

/**
 * Formats an instant in UTC (RFC 3339): `2031-05-01T18:30:00Z`.
 * @param instant Unix time in seconds
 */
export const formatUtcTime = (instant: number) => `${instantToLocal(instant, 'UTC').replace(' ', 'T')}Z`

/**
 * Formats an instant as HTTP (RFC 9110, 5.6.7) and RSS require: `Thu, 01 May 2031 18:30:00 GMT`.
 * @param instant Unix time in seconds
 */
export const formatHttpDate = (instant: number) => new Date(instant * 1000).toUTCString()

/**
 * Formats the start and end of an event in ISO 8601 for JSON-LD and feeds: local times with their UTC offset, or dates
 * only for all-day events.
 */
export const formatEventTimes = ({ start, end, startAt, endAt, isAllDay }: EventTimes) =>
  isAllDay
    ? { start: start.slice(0, 10), end: end.slice(0, 10) }
    : { start: formatTimeWithOffset(start, startAt), end: formatTimeWithOffset(end, endAt) }

/**
 * Formats a local time with its UTC offset (RFC 3339): `2031-05-01T19:30:00+01:00`.
 * @param instant the same time as Unix time in seconds
 */
export function formatTimeWithOffset(local: string, instant: number): string {
  const minutes = Math.trunc((Date.parse(`${local.replace(' ', 'T')}Z`) / 1000 - instant) / 60)
  const pad = (count: number) => String(count).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${local.replace(' ', 'T')}${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`
}

/** Formats the duration of an event in ISO 8601: `P2D` for all-day events, `PT1H30M` for others. */
export function formatIsoDuration({ start, end, startAt, endAt, isAllDay }: EventTimes): string {
  if (isAllDay) {
    const days = (Date.parse(end.slice(0, 10)) - Date.parse(start.slice(0, 10))) / 86_400_000 + 1
    return `P${Math.round(days)}D`
  }
  const seconds = endAt - startAt
  const parts = [
    [Math.floor(seconds / 3600), 'H'],
    [Math.floor(seconds / 60) % 60, 'M'],
    [seconds % 60, 'S'],
  ] as const
  const text = parts.flatMap(([count, unit]) => (count > 0 ? [`${count}${unit}`] : [])).join('')
  return `PT${text || '0S'}`
}
