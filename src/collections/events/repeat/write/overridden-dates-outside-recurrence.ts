import { invalidParameterError } from '../../../../core/errors.ts'
import { isRecurrenceEndless, type Recurrence } from '../../../../core/recurrence/index.ts'
import { type LocalTime, startOfDay } from '../../../../core/time/local-time.ts'
import type { Schedule } from '../../event-schedule.ts'
import { computeDatesToStore } from '../compute-dates-to-store.ts'

/**
 * Finds the dates that have overrides but no longer result from a recurrence, so that they can be added to it. Dates
 * that the recurrence excludes (EXDATE, EXRULE) are left out.
 * @param lost the stored dates that no longer result from the recurrence
 * @throws {CalendarError} if a date with overrides would be lost, because it is before the start of the event or after
 *   the last date that is stored, or because the event lasts all day and has another date on that day
 */
export function findOverriddenDatesOutsideRecurrence<StoredDate extends { overrides: string }>(
  event: Schedule,
  recurrence: Recurrence,
  lost: readonly StoredDate[],
  { horizon, keyOf }: { horizon: LocalTime; keyOf: (date: StoredDate) => LocalTime },
): StoredDate[] {
  const overridden = lost.filter(({ overrides }) => overrides !== '')
  if (overridden.length === 0) return []
  const isImpossible = (date: StoredDate) => {
    const start = keyOf(date)
    const isAfterLast = isRecurrenceEndless(recurrence) && start > horizon
    return start < event.start_local || isAfterLast || (event.all_day === 1 && start !== startOfDay(start))
  }
  if (overridden.some(isImpossible)) throw invalidParameterError('reset_overrides', 'reason.reset-overrides')
  const withAll = computeDatesToStore(addRdatesToRecurrence(recurrence, overridden.map(keyOf)), horizon)
  const starts = new Set(withAll.map(({ start }) => start))
  return overridden.filter((date) => starts.has(keyOf(date)))
}

/** A copy of a recurrence with further added dates (RDATE). */
export const addRdatesToRecurrence = (recurrence: Recurrence, starts: readonly LocalTime[]): Recurrence => ({
  ...recurrence,
  dates: [...recurrence.dates, ...starts.map((start) => ({ start }))].toSorted((one, other) =>
    one.start < other.start ? -1 : 1,
  ),
})
