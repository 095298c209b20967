import type { Problems } from '../../core/errors.ts'
import { instantToLocal, localToInstant } from '../../core/time/instant.ts'
import { endOfDay, type LocalTime, startOfDay } from '../../core/time/local-time.ts'
import { parseDate } from '../../core/time/parse-date.ts'
import type { EventBody } from './schema.ts'

/** Start and end of an event: as local times with a time zone, and as UTC times computed from them. */
export interface Schedule {
  start_local: LocalTime
  end_local: LocalTime
  /** Time zone as in the request body: IANA name or UTC offset. */
  timezone: string
  /** Seconds since 1970-01-01 UTC. */
  start_at: number
  end_at: number
  /** 0 or 1. */
  all_day: number
}

type Sent = Partial<Pick<EventBody, 'start_date' | 'end_date' | 'timezone' | 'all_day'>>

/**
 * Computes start and end of an event after a write. Values missing from the body do not change: with a new time zone
 * alone, the local times stay and the UTC times change. All-day events begin at 00:00:00 and end at 23:59:59; an end
 * before the start becomes equal to the start.
 * @param present the stored schedule; undefined for a new event
 * @returns undefined when a date cannot be parsed; a problem is then added to `problems`
 */
export function planSchedule(
  sent: Sent,
  present: Schedule | undefined,
  { siteZone, now }: { siteZone: string; now: number },
  problems: Problems,
): Schedule | undefined {
  const timezone = (sent.timezone ?? present?.timezone) || siteZone
  const read = (name: 'start_date' | 'end_date', fallback: LocalTime | undefined) => {
    const text = sent[name]
    const local = text === undefined ? fallback : parseDate(text, timezone, now)
    if (local === undefined) problems.add(name, 'reason.date')
    return local
  }
  const start = read('start_date', present?.start_local)
  const end = read('end_date', present?.end_local)
  if (start === undefined || end === undefined) return undefined
  const isAllDay = sent.all_day ?? present?.all_day === 1
  const schedule = resolveSchedule(
    isAllDay ? startOfDay(start) : start,
    isAllDay ? endOfDay(end) : end,
    timezone,
    isAllDay,
    present?.timezone === timezone ? present : undefined,
  )
  if (!isInUtc(schedule.start_at)) problems.add('start_date', 'reason.date')
  if (!isInUtc(schedule.end_at)) problems.add('end_date', 'reason.date')
  return schedule
}

/** Whether a UTC time lies in the years 1 to 9999, because the format of UTC times in responses has no other years. */
const isInUtc = (instant: number) => instant >= UTC_FIRST && instant <= UTC_LAST
const UTC_FIRST = localToInstant('0001-01-01 00:00:00', 'UTC')
const UTC_LAST = localToInstant('9999-12-31 23:59:59', 'UTC')

/**
 * Computes the UTC times.
 * @param present the stored schedule, if it has the same time zone. Local times that do not change keep their UTC times:
 * clocks show some local times twice, and the local time does not tell which of both was meant
 */
function resolveSchedule(
  start: LocalTime,
  end: LocalTime,
  timezone: string,
  isAllDay: boolean,
  present: Schedule | undefined,
): Schedule {
  const start_at = start === present?.start_local ? present.start_at : localToInstant(start, timezone)
  const latest = end === present?.end_local ? present.end_at : localToInstant(end, timezone)
  const end_at = latest >= start_at ? latest : isAllDay ? localToInstant(endOfDay(start), timezone) : start_at
  return {
    // When clocks are set forward, they skip local times. A skipped local time is stored as the time that clocks show
    // instead, because the stored local time is computed from the UTC time.
    start_local: instantToLocal(start_at, timezone),
    end_local: instantToLocal(end_at, timezone),
    timezone,
    start_at,
    end_at,
    all_day: Number(isAllDay),
  }
}
