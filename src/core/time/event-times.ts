import { instantToLocal } from './instant.ts'
import type { LocalTime } from './local-time.ts'

/** The start and end of an event: `start` and `end` in the time zone of the event, `startAt` and `endAt` in seconds since 1970-01-01 UTC. */
export interface EventTimes {
  start: LocalTime
  end: LocalTime
  startAt: number
  endAt: number
  isAllDay: boolean
}

/** An instant in UTC as in RFC 3339: `2031-05-01T18:30:00Z`. @param instant seconds since 1970-01-01 UTC */
export const formatUtc = (instant: number) => `${instantToLocal(instant, 'UTC').replace(' ', 'T')}Z`

/** An instant in the date format of HTTP (RFC 9110, 5.6.7) and RSS: `Thu, 01 May 2031 18:30:00 GMT`. @param instant seconds since 1970-01-01 UTC */
export const formatHttpDate = (instant: number) => new Date(instant * 1000).toUTCString()

/** The start and end of an event as ISO 8601 text for linked data and feeds: times with their UTC offset, or only days for all-day events. */
export const formatEventTimes = ({ start, end, startAt, endAt, isAllDay }: EventTimes) =>
  isAllDay
    ? { start: start.slice(0, 10), end: end.slice(0, 10) }
    : { start: formatWithOffset(start, startAt), end: formatWithOffset(end, endAt) }

/** A local time with its UTC offset (RFC 3339): `2031-05-01T19:30:00+01:00`. @param instant the same time in seconds since 1970-01-01 UTC */
export function formatWithOffset(local: string, instant: number): string {
  const minutes = Math.trunc((Date.parse(`${local.replace(' ', 'T')}Z`) / 1000 - instant) / 60)
  const pad = (count: number) => String(count).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${local.replace(' ', 'T')}${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`
}

/** The duration of an event in ISO 8601: `P2D` for all-day events, `PT1H30M` for others. */
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
