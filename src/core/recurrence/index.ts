/** Events that repeat: rules of RFC 5545 and the dates they give, without a database and without a clock. */

export { moveRecurrence } from './edits/move-recurrence.ts'
export { withAddedDate, withExcludedDate } from './edits/single-dates.ts'
export { type SplitRecurrence, splitRecurrence } from './edits/split-recurrence.ts'
export { expandRecurrence } from './expansion/expand-recurrence.ts'
export { formatRule, recurrenceLines } from './grammar/format-recurrence.ts'
export { parseRecurrence, parseStoredRecurrence, recurrenceFromDates } from './grammar/parse-recurrence.ts'
export type { ParsedRecurrence } from './normalise.ts'
export { previewRecurrence, type RecurrencePreview } from './preview.ts'
export type { RecurrenceProblem, ResultOrProblem } from './problem.ts'
export {
  type AddedDate,
  isEndless,
  RECURRENCE_LIMITS,
  type Recurrence,
  type RecurrenceRule,
  type RecurringTimes,
  WEEKDAYS,
} from './recurrence.ts'
export { schedulesLinkedData } from './schedule-linked-data.ts'
export { describeRecurrence } from './sentences/describe-recurrence.ts'
