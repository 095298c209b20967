import { instantToLocal } from './instant.ts'
import type { LocalTime } from './local-time.ts'

/** When an event is: on its own clock, and in seconds since 1970-01-01 UTC. */
export interface EventTimes {
  start: LocalTime
  end: LocalTime
  startAt: number
  endAt: number
  isAllDay: boolean
}

/** `2031-05-01T18:30:00Z`. @param instant seconds since 1970-01-01 UTC */
export const formatUtc = (instant: number) => `${instantToLocal(instant, 'UTC').replace(' ', 'T')}Z`

/** `Thu, 01 May 2031 18:30:00 GMT`, as RSS writes moments (RFC 9110, 5.6.7 has the same form). */
export const formatHttpDate = (instant: number) => new Date(instant * 1000).toUTCString()

/** When an event begins and ends, as schema.org and RSS have it: with its offset, or days alone. */
export const formatEventTimes = ({ start, end, startAt, endAt, isAllDay }: EventTimes) =>
  isAllDay
    ? { start: start.slice(0, 10), end: end.slice(0, 10) }
    : { start: formatWithOffset(start, startAt), end: formatWithOffset(end, endAt) }

/** `2031-05-01T19:30:00+01:00` (RFC 3339). */
export function formatWithOffset(local: string, instant: number): string {
  const minutes = Math.trunc((Date.parse(`${local.replace(' ', 'T')}Z`) / 1000 - instant) / 60)
  const pad = (count: number) => String(count).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${local.replace(' ', 'T')}${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`
}

/** How long it takes, as ISO 8601: whole days, or hours and less. */
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
