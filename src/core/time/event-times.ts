import { instantToLocal } from './instant.ts'
import type { LocalTime } from './local-time.ts'

/**
 * The start and end of an event: `start` and `end` as local times in the time zone of the event, `startAt` and `endAt` as
 * Unix times in seconds.
 */
export interface EventTimes {
  start: LocalTime
  end: LocalTime
  startAt: number
  endAt: number
  isAllDay: boolean
}

/**
 * Formats an instant in UTC (RFC 3339): `2031-05-01T18:30:00Z`.
 * @param instant Unix time in seconds
 */
export const formatUtc = (instant: number) => `${instantToLocal(instant, 'UTC').replace(' ', 'T')}Z`

/**
 * Formats an instant as HTTP (RFC 9110, 5.6.7) and RSS require: `Thu, 01 May 2031 18:30:00 GMT`.
 * @param instant Unix time in seconds
 */
export const formatHttpDate = (instant: number) => new Date(instant * 1000).toUTCString()

/**
 * Formats the start and end of an event in ISO 8601 for JSON-LD and feeds: local times with their UTC offset, or dates only
 * for all-day events.
 */
export const formatEventTimes = ({ start, end, startAt, endAt, isAllDay }: EventTimes) =>
  isAllDay
    ? { start: start.slice(0, 10), end: end.slice(0, 10) }
    : { start: formatWithOffset(start, startAt), end: formatWithOffset(end, endAt) }

/**
 * Formats a local time with its UTC offset (RFC 3339): `2031-05-01T19:30:00+01:00`.
 * @param instant the same time as Unix time in seconds
 */
export function formatWithOffset(local: string, instant: number): string {
  const minutes = Math.trunc((Date.parse(`${local.replace(' ', 'T')}Z`) / 1000 - instant) / 60)
  const pad = (count: number) => String(count).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${local.replace(' ', 'T')}${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`
}

/** Formats the duration of an event in ISO 8601: `P2D` for all-day events, `PT1H30M` for others. */
export function isoDuration({ start, end, startAt, endAt, isAllDay }: EventTimes): string {
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
