import type { LocalTime } from '../../time/local-time.ts'
import { expandRecurrence } from '../expansion/expand-recurrence.ts'
import { normalizeRecurrence, type ParsedRecurrence } from '../normalize-recurrence.ts'
import { catchRecurrenceProblem } from '../recurrence-errors.ts'
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
  catchRecurrenceProblem(() => ({
    recurrence: normalizeRecurrence({ ...recurrence, excludedDates: [...recurrence.excludedDates, date] }, horizon),
  }))

/**
 * Adds a date to a recurrence: ends its exclusion if it was excluded, and adds it by RDATE if no rule gives it.
 * @returns a problem if the date is before the start of the event
 */
export function addDateToRecurrence(recurrence: Recurrence, date: AddedDate, { horizon }: Options): ParsedRecurrence {
  const excludedDates = recurrence.excludedDates.filter((excluded) => excluded !== date.start)
  const included = { ...recurrence, excludedDates }
  const [given] = expandRecurrence(included, { from: date.start, until: date.start, limit: 1 })
  const dates = given !== undefined && date.end === undefined ? [] : [date]
  return catchRecurrenceProblem(() => ({
    recurrence: normalizeRecurrence({ ...included, dates: [...recurrence.dates, ...dates] }, horizon),
  }))
}
