/** Events that repeat: rules of RFC 5545 and the dates they give, without a database and without a clock. */
export { expandRecurrence } from './expand.ts'
export { recurrenceLines } from './format-recurrence.ts'
export { moveRecurrence } from './move.ts'
export type { ParsedRecurrence } from './normalised.ts'
export { parseRecurrence, readRecurrence, recurrenceFromDates } from './parse-recurrence.ts'
export type { Outcome, RecurrenceProblem } from './problem.ts'
export {
  type AddedDate,
  isEndless,
  RECURRENCE_LIMITS,
  type Recurrence,
  type RecurringTimes,
} from './recurrence.ts'
export { withDate, withoutDate } from './single-dates.ts'
export { type SplitRecurrence, splitRecurrence } from './split.ts'
