import { invalidParameterError } from '../../../core/errors.ts'
import {
  type AddedDate,
  expandRecurrence,
  isRecurrenceEndless,
  type Recurrence,
} from '../../../core/recurrence/index.ts'
import { instantToLocal } from '../../../core/time/instant.ts'
import {
  addMonths,
  endOfDay,
  LAST_CALENDAR_DAY,
  type LocalTime,
  localTimeFromWallSeconds,
  localTimeToWallSeconds,
} from '../../../core/time/local-time.ts'
import type { Scope } from '../../scope.ts'
import { createEventSchedule, type Schedule } from '../event-schedule.ts'

/** The last local time up to which the dates of an event that repeats without end are stored. */
export function lastTimeOfStoredDates(
  { site, now }: Pick<Scope, 'site' | 'now'>,
  { start_local: start, timezone }: Pick<Schedule, 'start_local' | 'timezone'>,
): LocalTime {
  const today = instantToLocal(now, timezone)
  const from = start > today ? start : today
  return from > addMonths(LAST_TIME, -site.recurrence_months) ? LAST_TIME : addMonths(from, site.recurrence_months)
}

const LAST_TIME = endOfDay(LAST_CALENDAR_DAY)

/** Computes the dates of a repeated event that have to be stored. @param horizon see `lastTimeOfStoredDates` */
export const computeDatesToStore = (recurrence: Recurrence, horizon: LocalTime): AddedDate[] =>
  expandRecurrence(recurrence, {
    until: isRecurrenceEndless(recurrence) ? horizon : undefined,
    limit: Number.POSITIVE_INFINITY,
  })

/**
 * Start and end of one date of a repeated event: on the clock, every date lasts as long as the first.
 * @param field the field of the request that contains the date
 * @throws {CalendarError} if the date would end after the last day that dates may have
 */
export function scheduleOfRepeatedEventDate(
  { start, end }: AddedDate,
  event: Schedule,
  field: 'recurrence' | 'dates' | 'start_date' | 'end_date' = 'recurrence',
): Schedule {
  const length = localTimeToWallSeconds(event.end_local) - localTimeToWallSeconds(event.start_local)
  const ends = localTimeToWallSeconds(end ?? start) + (end === undefined ? length : 0)
  if (ends > LAST_END) {
    throw invalidParameterError(field, 'reason.recurrence-after-calendar', { value: start, last: LAST_DAY_OF_DATES })
  }
  return createEventSchedule(start, localTimeFromWallSeconds(ends), event.timezone, event.all_day === 1)
}

/** The last day of dates: a day before the end of the year 9999, so that the end in UTC is in that year too. */
const LAST_DAY_OF_DATES = '9999-12-30'
export const LAST_END = localTimeToWallSeconds(endOfDay(LAST_DAY_OF_DATES))
