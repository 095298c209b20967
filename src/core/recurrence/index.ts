/** Events that repeat: rules of RFC 5545 and the dates they give, without a database and without a clock. */

export { addDateToRecurrence, excludeDateFromRecurrence } from './edits/add-and-exclude-dates.ts'
export { type MovedRecurrence, moveAllDates } from './edits/move-all-dates.ts'
export { moveRecurrence } from './edits/move-recurrence.ts'
export { type SplitRecurrence, splitRecurrence } from './edits/split-recurrence.ts'
export { expandRecurrence } from './expansion/expand-recurrence.ts'
export { formatRecurrenceLines, formatRecurrenceRule } from './grammar/format-recurrence.ts'
export { parseRecurrence, parseStoredRecurrence, recurrenceFromDates } from './grammar/parse-recurrence.ts'
export type { ParsedRecurrence } from './normalize-recurrence.ts'
export { previewRecurrence, type RecurrencePreview } from './preview-recurrence.ts'
export type { RecurrenceProblem, ResultOrProblem } from './recurrence-errors.ts'
export {
  type AddedDate,
  isRecurrenceEndless,
  RECURRENCE_LIMITS,
  type Recurrence,
  type RecurrenceRule,
  type RecurringTimes,
  WEEKDAYS,
} from './recurrence-types.ts'
export { schedulesLinkedData } from './schedule-linked-data.ts'
export { describeRecurrence } from './sentences/describe-recurrence.ts'
