/** Events that repeat: rules of RFC 5545 and the dates they give, without a database and without a clock. */
export { expandRecurrence } from './expand.ts'
export { recurrenceLines } from './format-recurrence.ts'
export { type ParsedRecurrence, parseRecurrence, recurrenceFromDates } from './parse-recurrence.ts'
export type { RecurrenceProblem } from './problem.ts'
export {
  type AddedDate,
  isEndless,
  RECURRENCE_LIMITS,
  type Recurrence,
  type RecurringTimes,
} from './recurrence.ts'
