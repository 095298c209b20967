import type { LocalTime } from '../../time/local-time.ts'
import { expandRecurrence } from '../expansion/expand-recurrence.ts'
import { normalizeRecurrence, type ParsedRecurrence } from '../normalize-recurrence.ts'
import { computeOrReturnRecurrenceProblem, recurrenceValueError } from '../recurrence-errors.ts'
import type { AddedDate, Recurrence } from '../recurrence-types.ts'

interface Options {
  /** The last time up to which the dates of an endless recurrence are computed. */
  horizon: LocalTime
}

/**
 * Removes a date from a recurrence. The date is excluded by EXDATE, so that a later change of the rules does not add it
 * again.
 * @returns a problem if no date remains
 */
export const excludeDateFromRecurrence = (
  recurrence: Recurrence,
  date: LocalTime,
  { horizon }: Options,
): ParsedRecurrence =>
  computeOrReturnRecurrenceProblem(() => ({
    recurrence: normalizeRecurrence({ ...recurrence, excludedDates: [...recurrence.excludedDates, date] }, horizon),
  }))

/**
 * Adds a date to a recurrence: ends its exclusion if it was excluded, and adds it by RDATE if no rule gives it.
 * @returns a problem if the date is before the start of the event, or an EXRULE excludes it
 */
export function addDateToRecurrence(recurrence: Recurrence, date: AddedDate, { horizon }: Options): ParsedRecurrence {
  const excludedDates = recurrence.excludedDates.filter((excluded) => excluded !== date.start)
  const included = { ...recurrence, excludedDates }
  const dates = givesDate(included, date.start) && date.end === undefined ? [] : [date]
  return computeOrReturnRecurrenceProblem(() => {
    const added = { ...included, dates: [...recurrence.dates, ...dates] }
    if (!givesDate(added, date.start)) throw recurrenceValueError('reason.recurrence-excluded', date.start)
    return { recurrence: normalizeRecurrence(added, horizon) }
  })
}

const givesDate = (recurrence: Recurrence, start: LocalTime): boolean =>
  expandRecurrence(recurrence, { from: start, until: start, limit: 1 }).length > 0
