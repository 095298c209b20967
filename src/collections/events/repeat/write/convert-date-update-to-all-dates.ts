import { invalidParameterError } from '../../../../core/errors.ts'
import { type MovedRecurrence, moveAllDates } from '../../../../core/recurrence/index.ts'
import { localTimeFromWallSeconds, localTimeToWallSeconds, timeOfDay } from '../../../../core/time/local-time.ts'
import type { Scope } from '../../../scope.ts'
import type { EventBody } from '../../event-parameters.ts'
import type { EventRow } from '../../event-row.ts'
import type { Schedule } from '../../event-schedule.ts'
import type { EventPlan } from '../../plan-event.ts'
import { LAST_END, lastTimeOfStoredDates } from '../compute-dates-to-store.ts'
import { parseRecurrenceOfEvent } from '../parse-and-describe-recurrence-of-event.ts'
import type { DateOfRepeat, Repeat } from '../repeated-event-columns-and-overrides.ts'

/** An update of a repeated event, and its recurrence if all dates move to other days. */
export interface UpdateOfAllDates {
  body: Partial<EventBody>
  moved?: MovedRecurrence
}

/**
 * Converts a request that changes one date to an update of the repeated event that changes all dates in the same way: they
 * move by as much as the date, and the event gets the length of the date.
 * @param event the repeated event
 * @throws {CalendarError} if the request changes the time of day, and the date has another time of day than the event; if
 *   it changes the day, and no rule moves the date like that without losing others
 */
export function convertDateUpdateToAllDates(
  scope: Scope,
  date: DateOfRepeat<EventRow>,
  event: EventRow & { repeat: Repeat },
  { body, schedule }: EventPlan,
): UpdateOfAllDates {
  const { scope: _, start_date, end_date, ...others } = body
  if (schedule === undefined || (start_date === undefined && end_date === undefined)) return { body: others }
  const wall = localTimeToWallSeconds
  const moved = start_date === undefined ? 0 : wall(schedule.start_local) - wall(date.original_start)
  // If the time of day changes, only dates at the time of the repeated event move, so a date at another time would not
  // move itself.
  if (moved % DAY !== 0 && timeOfDay(event.start_local) !== timeOfDay(date.original_start)) {
    throw invalidParameterError('start_date', 'reason.recurrence-other-time', { id: date.repeat_id })
  }
  const hasOtherDay = schedule.start_local.slice(0, 10) !== date.original_start.slice(0, 10)
  const movedRecurrence =
    start_date !== undefined && hasOtherDay && body.recurrence === undefined && body.dates === undefined
      ? moveAllToOtherDay(scope, date, event, schedule)
      : undefined
  const start = movedRecurrence ? wall(movedRecurrence.recurrence.start) : wall(event.start_local) + moved
  const end = start + wall(schedule.end_local) - wall(schedule.start_local)
  if (start < FIRST_START || end > LAST_END) throw invalidParameterError('start_date', 'reason.date')
  const times = { start_date: localTimeFromWallSeconds(start), end_date: localTimeFromWallSeconds(end) }
  return { body: { ...others, ...times }, ...(movedRecurrence && { moved: movedRecurrence }) }
}

function moveAllToOtherDay(
  scope: Scope,
  { original_start: from }: DateOfRepeat<EventRow>,
  { repeat }: EventRow & { repeat: Repeat },
  { start_local: to, all_day, timezone }: Schedule,
): MovedRecurrence {
  const move = { from, to, isAllDay: all_day === 1, timezone }
  const last = lastTimeOfStoredDates(scope, repeat)
  // More dates are stored if the setting `recurrence_months` became smaller.
  const horizon = repeat.expanded_until > last ? repeat.expanded_until : last
  const moved = moveAllDates(parseRecurrenceOfEvent(repeat), move, { horizon })
  if (moved.problem) throw invalidParameterError('start_date', moved.problem.reason, moved.problem.placeholders)
  return moved
}

const DAY = 86_400
const FIRST_START = localTimeToWallSeconds('0001-01-02 00:00:00')
