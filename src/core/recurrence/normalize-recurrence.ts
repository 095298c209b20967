import type { LocalTime } from '../time/local-time.ts'
import { checkDatesOfRecurrence } from './check-recurrence.ts'
import { type ResultOrProblem, recurrenceLimitError } from './recurrence-errors.ts'
import { type AddedDate, RECURRENCE_LIMITS, type Recurrence } from './recurrence-types.ts'

/** A parsed recurrence, or its problem. `recurrence` is undefined if the event does not repeat. */
export type ParsedRecurrence = ResultOrProblem<{ recurrence: Recurrence | undefined }>

/**
 * Sorts the dates of a recurrence, removes duplicates, and checks the result.
 * @returns undefined if there are neither rules nor other dates than the start
 * @throws {RecurrenceError}
 */
export function normalizeRecurrence(recurrence: Recurrence, horizon: LocalTime): Recurrence | undefined {
  const isImplied = (date: AddedDate) => recurrence.rules.length === 0 && date.start === recurrence.start
  // Of several dates with the same start, the last one stays in the map, so dates with their own end are sorted last.
  const sorted = recurrence.dates.toSorted(
    (a, b) => compareTexts(a.start, b.start) || compareTexts(a.end ?? '', b.end ?? ''),
  )
  const dates = new Map(sorted.filter((date) => !isImplied(date)).map((date) => [date.start, date]))
  const excludedDates = [...new Set(recurrence.excludedDates)].sort()
  if (dates.size + excludedDates.length > RECURRENCE_LIMITS.dates) {
    throw recurrenceLimitError(RECURRENCE_LIMITS.dates, 'RDATE, EXDATE')
  }
  const normal = { ...recurrence, dates: [...dates.values()], excludedDates }
  checkDatesOfRecurrence(normal, horizon)
  return normal.rules.length + normal.dates.length === 0 ? undefined : normal
}

const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
