import type { Problems } from '../../core/errors.ts'
import { type EventTime, resolveEventStartAndEndInstants } from '../../core/time/event-times.ts'
import { instantToLocal, localToInstant } from '../../core/time/instant.ts'
import {
  endOfDay,
  FIRST_CALENDAR_DAY,
  LAST_CALENDAR_DAY,
  type LocalTime,
  startOfDay,
} from '../../core/time/local-time.ts'
import { parseLocalTimeAndPrecision } from '../../core/time/parse-date.ts'
import type { EventBody } from './event-parameters.ts'

/** Start and end of an event: as local times with a time zone, and as UTC times computed from the local times. */
export interface Schedule {
  start_local: LocalTime
  end_local: LocalTime
  /** Time zone as in the request body: IANA name or UTC offset. */
  timezone: string
  /** Start of the event in seconds since 1970-01-01 UTC. */
  start_at: number
  end_at: number
  /** 1 if the event lasts all day, else 0. */
  all_day: number
}

/** The columns of the table `event` that contain a `Schedule`. */
export const SCHEDULE_COLUMNS = ['start_local', 'end_local', 'timezone', 'start_at', 'end_at', 'all_day'] as const

type Sent = Partial<Pick<EventBody, 'start_date' | 'end_date' | 'timezone' | 'all_day'>>

/**
 * Computes start and end of an event after a write. Values missing from the body do not change: with a new time zone
 * alone, the local times stay and the UTC times change. All-day events begin at 00:00:00 and end at 23:59:59; an end
 * before the start becomes equal to the start.
 * @param present the stored schedule; undefined for a new event
 * @returns undefined when a date cannot be parsed; a problem is then added to `problems`
 */
export function planEventSchedule(
  sent: Sent,
  present: Schedule | undefined,
  { siteZone, now }: { siteZone: string; now: number },
  problems: Problems,
): Schedule | undefined {
  const timezone = (sent.timezone ?? present?.timezone) || siteZone
  const stored = present?.timezone === timezone ? present : undefined
  const read = (name: 'start_date' | 'end_date', before: EventTime | undefined) => {
    const text = sent[name]
    const time = text === undefined ? before : parseLocalTimeAndPrecision(text, timezone, now)
    if (time === undefined) problems.add(name, 'reason.date')
    // When clocks are set back, a local time occurs twice. If the request does not change the local time of the event,
    // the event stays at the stored one of the two instants.
    return time && time.instant === undefined && time.local === before?.local ? before : time
  }
  const start = read('start_date', present && { local: present.start_local, instant: stored?.start_at })
  const end = read('end_date', present && { local: present.end_local, instant: stored?.end_at })
  if (start === undefined || end === undefined) return undefined
  const isAllDay = sent.all_day ?? present?.all_day === 1
  const schedule = resolveSchedule(
    isAllDay ? moveTo(startOfDay, start) : start,
    isAllDay ? moveTo(endOfDay, end) : end,
    timezone,
    isAllDay,
  )
  if (!isInUtc(schedule.start_at)) problems.add('start_date', 'reason.date')
  if (!isInUtc(schedule.end_at)) problems.add('end_date', 'reason.date')
  return schedule
}

/** Whether a UTC time lies in the years 1 to 9999. The format of UTC times in responses has no other years. */
const isInUtc = (instant: number) => instant >= UTC_FIRST && instant <= UTC_LAST
const UTC_FIRST = localToInstant(startOfDay(FIRST_CALENDAR_DAY), 'UTC')
const UTC_LAST = localToInstant(endOfDay(LAST_CALENDAR_DAY), 'UTC')

/**
 * Moves a time to the start or end of its day. `instant` is undefined in the result, unless the local time stays the
 * same.
 */
function moveTo(edgeOf: (local: LocalTime) => LocalTime, time: EventTime): EventTime {
  const local = edgeOf(time.local)
  return local === time.local ? time : { local }
}

/** Creates the schedule of an event from its local start and end. */
export const createEventSchedule = (start: LocalTime, end: LocalTime, timezone: string, isAllDay: boolean): Schedule =>
  resolveSchedule({ local: start }, { local: end }, timezone, isAllDay)

function resolveSchedule(start: EventTime, end: EventTime, timezone: string, isAllDay: boolean): Schedule {
  // If an all-day event would end before it starts, it ends on the day on which it starts.
  const last = isAllDay && end.local < start.local ? { local: endOfDay(start.local) } : end
  const { startAt: start_at, endAt: end_at } = resolveEventStartAndEndInstants(start, last, timezone)
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
