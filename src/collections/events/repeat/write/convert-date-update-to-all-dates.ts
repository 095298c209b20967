import { invalidParameterError } from '../../../../core/errors.ts'
import { localTimeFromWallSeconds, localTimeToWallSeconds, timeOfDay } from '../../../../core/time/local-time.ts'
import type { EventBody } from '../../event-parameters.ts'
import type { EventRow } from '../../event-row.ts'
import type { Schedule } from '../../event-schedule.ts'
import type { EventPlan } from '../../plan-event.ts'
import { LAST_END } from '../compute-dates-to-store.ts'
import type { DateOfRepeat } from '../repeated-event-columns-and-overrides.ts'

/**
 * Converts a request that changes one date to the body of an update of the repeated event that changes all dates in the
 * same way: the start of the event moves by as much as the start of the date, and the event gets the length of the
 * date.
 * @throws {CalendarError} if the request changes the time of day, and the date has another time of day than the event
 */
export function convertDateUpdateToAllDates(
  date: DateOfRepeat<EventRow>,
  event: Schedule,
  { body, schedule }: EventPlan,
): Partial<EventBody> {
  const { scope: _, start_date, end_date, ...others } = body
  if (schedule === undefined || (start_date === undefined && end_date === undefined)) return others
  const wall = localTimeToWallSeconds
  const moved = start_date === undefined ? 0 : wall(schedule.start_local) - wall(date.original_start)
  // If the time of day changes, only dates at the time of the repeated event move, so a date at another time would not
  // move itself.
  if (moved % DAY !== 0 && timeOfDay(event.start_local) !== timeOfDay(date.original_start)) {
    throw invalidParameterError('start_date', 'reason.recurrence-other-time', { id: date.repeat_id })
  }
  const start = wall(event.start_local) + moved
  const end = start + wall(schedule.end_local) - wall(schedule.start_local)
  if (start < FIRST_START || end > LAST_END) throw invalidParameterError('start_date', 'reason.date')
  return { ...others, start_date: localTimeFromWallSeconds(start), end_date: localTimeFromWallSeconds(end) }
}

const DAY = 86_400
const FIRST_START = localTimeToWallSeconds('0001-01-02 00:00:00')
