/** Events that repeat: rules of RFC 5545 and the dates they give, without a database and without a clock. */

export { moveRecurrence } from './edits/move.ts'
export { withDate, withoutDate } from './edits/single-dates.ts'
export { type SplitRecurrence, splitRecurrence } from './edits/split.ts'
export { expandRecurrence } from './expansion/expand.ts'
export { formatRule, recurrenceLines } from './grammar/format-recurrence.ts'
export { parseRecurrence, readRecurrence, recurrenceFromDates } from './grammar/parse-recurrence.ts'
export type { ParsedRecurrence } from './normalised.ts'
export { previewRecurrence, type RecurrencePreview } from './preview.ts'
export type { Outcome, RecurrenceProblem } from './problem.ts'
export {
  type AddedDate,
  isEndless,
  RECURRENCE_LIMITS,
  type Recurrence,
  type RecurrenceRule,
  type RecurringTimes,
  WEEKDAYS,
} from './recurrence.ts'
export { describeRecurrence } from './sentences/describe.ts'
