import { type LocalTime, localTimeFromWallSeconds, localTimeToWallSeconds } from '../time/local-time.ts'
import { expandRecurrence, LAST_TIME } from './expansion/expand-recurrence.ts'
import { generateRuleTimes } from './expansion/rule-times.ts'
import { createRecurrenceWorkLimit, type WorkLimit } from './expansion/work-limit.ts'
import { formatRecurrenceRule } from './grammar/format-recurrence.ts'
import { RecurrenceError, recurrenceValueError } from './recurrence-errors.ts'
import { isRecurrenceEndless, RECURRENCE_LIMITS, type Recurrence } from './recurrence-types.ts'

/**
 * Checks that the start is one of the dates of a recurrence, that each rule gives a date, and that there are not too
 * many dates.
 * @throws {RecurrenceError}
 * @throws {WorkLimitError}
 */
export function checkDatesOfRecurrence(recurrence: Recurrence, horizon: LocalTime): void {
  const work = createRecurrenceWorkLimit()
  checkStart(recurrence, work)
  checkOccurrences(recurrence, horizon, work)
}

function checkStart(recurrence: Recurrence, work: WorkLimit): void {
  const { start, rules, dates, isAllDay } = recurrence
  const early = dates.find((date) => date.start < start)
  if (early !== undefined) throw recurrenceValueError('reason.recurrence-before-start', early.start)
  if (rules.length === 0) return
  const firsts = rules.map((rule) => {
    const first = firstTime(recurrence, rule, work)
    if (first === undefined) throw recurrenceValueError('reason.recurrence-never', formatRecurrenceRule(rule, isAllDay))
    return first
  })
  const first = [...firsts, ...dates.map((date) => date.start)].sort()[0] ?? start
  if (first !== start) throw new RecurrenceError({ reason: 'reason.recurrence-start', placeholders: { first }, first })
  // Calendar programs disagree whether COUNT includes the start of the event if the rule itself does not give that
  // date.
  const isCounted = rules.some(({ count }, index) => count !== undefined && firsts[index] !== start)
  if (isCounted) throw new RecurrenceError({ reason: 'reason.recurrence-count', placeholders: {}, part: 'COUNT' })
}

function firstTime({ start }: Recurrence, rule: Recurrence['rules'][number], work: WorkLimit): LocalTime | undefined {
  const times = generateRuleTimes(rule, localTimeToWallSeconds(start), localTimeToWallSeconds(LAST_TIME), work)
  const { value, done } = times.next()
  return done ? undefined : localTimeFromWallSeconds(value)
}

function checkOccurrences(recurrence: Recurrence, horizon: LocalTime, work: WorkLimit): void {
  const { start } = recurrence
  const max = RECURRENCE_LIMITS.occurrences
  const until = isRecurrenceEndless(recurrence) ? (horizon > start ? horizon : start) : LAST_TIME
  const { length } = expandRecurrence(recurrence, { until, limit: max + 1 }, work)
  if (length > max) throw new RecurrenceError({ reason: 'reason.recurrence-occurrences', placeholders: { max } })
  if (length === 0) throw new RecurrenceError({ reason: 'reason.recurrence-empty', placeholders: {} })
}
