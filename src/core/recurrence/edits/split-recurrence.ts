import { type LocalTime, localTimeFromWallSeconds, localTimeToWallSeconds } from '../../time/local-time.ts'
import { dayNumberOfLocalTime } from '../expansion/calendar-day.ts'
import { expandRecurrence, LAST_TIME } from '../expansion/expand-recurrence.ts'
import { addImpliedDaysToRule } from '../expansion/rule-days.ts'
import { generateRuleTimes } from '../expansion/rule-times.ts'
import { createRecurrenceWorkLimit, type WorkLimit } from '../expansion/work-limit.ts'
import { formatRecurrenceRule } from '../grammar/format-recurrence.ts'
import { computeOrReturnRecurrenceProblem, RecurrenceError, type ResultOrProblem } from '../recurrence-errors.ts'
import { isRecurrenceEndless, RECURRENCE_LIMITS, type Recurrence, type RecurrenceRule } from '../recurrence-types.ts'

/** The two parts of a recurrence that was split at a date: the dates before it, and the dates from it on. */
export interface SplitRecurrence {
  before: Recurrence
  after: Recurrence
}

/**
 * Splits a recurrence at one of its dates, which becomes the start of the second part. COUNT is divided between the
 * parts; each added or excluded date goes to the part in whose time it is. A part may have a single date.
 * @param at the start of a date, later than the start of the recurrence
 * @param horizon the last time up to which the dates of an endless recurrence are computed
 * @returns a problem if no rules can produce the dates from `at` on, because the interval of a rule is counted from
 *   another date
 */
export const splitRecurrence = (
  recurrence: Recurrence,
  at: LocalTime,
  { horizon }: { horizon: LocalTime },
): ResultOrProblem<SplitRecurrence> =>
  computeOrReturnRecurrenceProblem(() => {
    const work = createRecurrenceWorkLimit()
    const split = (rule: RecurrenceRule) => splitRule(rule, recurrence.start, at, work)
    const [rules, excludedRules] = [recurrence.rules.map(split), recurrence.excludedRules.map(split)]
    const before: Recurrence = {
      ...recurrence,
      rules: rules.flatMap((rule) => rule.before),
      excludedRules: excludedRules.flatMap((rule) => rule.before),
      dates: recurrence.dates.filter(({ start }) => start < at),
      excludedDates: recurrence.excludedDates.filter((date) => date < at),
    }
    const rulesAfter = rules.flatMap((rule) => rule.after)
    const after: Recurrence = {
      ...recurrence,
      start: at,
      rules: rulesAfter,
      excludedRules: excludedRules.flatMap((rule) => rule.after),
      // If the second part has rules, they give its start. Otherwise the start is a date by itself, and is removed from
      // the added dates.
      dates: recurrence.dates.filter(({ start }) => start > at || (start === at && rulesAfter.length > 0)),
      excludedDates: recurrence.excludedDates.filter((date) => date >= at),
    }
    if (!isWhole(recurrence, { before, after }, horizon, work)) {
      throw new RecurrenceError({ reason: 'reason.recurrence-split', placeholders: { value: at } })
    }
    return { before, after }
  })

/** The part of a rule before a time and the part from it on; each is absent if it gives no date. */
interface SplitRule {
  before: RecurrenceRule[]
  after: RecurrenceRule[]
}

function splitRule(rule: RecurrenceRule, start: LocalTime, at: LocalTime, work: WorkLimit): SplitRule {
  const atSeconds = localTimeToWallSeconds(at)
  const timesUntil = (until: number) => generateRuleTimes(rule, localTimeToWallSeconds(start), until, work)
  const countBefore = [...timesUntil(atSeconds - 1)].length
  const next = timesUntil(LAST_SECONDS).drop(countBefore).next()
  const { count, until, ...parts } = rule
  const justBefore = localTimeFromWallSeconds(atSeconds - 1)
  const limitBefore =
    count === undefined ? { until: until !== undefined && until < at ? until : justBefore } : { count: countBefore }
  const before = countBefore === 0 ? [] : [{ ...parts, ...limitBefore }]
  if (next.done) return { before, after: [] }
  const explicit = explicitRule(parts, start, at)
  if (count === undefined) return { before, after: [until === undefined ? explicit : { ...explicit, until }] }
  if (next.value === atSeconds) return { before, after: [{ ...explicit, count: count - countBefore }] }
  // A rule that does not give the start cannot have a COUNT.
  const last = [...timesUntil(LAST_SECONDS)].at(-1) ?? atSeconds
  return { before, after: [{ ...explicit, until: localTimeFromWallSeconds(last) }] }
}

const LAST_SECONDS = localTimeToWallSeconds(LAST_TIME)

/**
 * Adds the parts of a rule that follow from the start of the event, such as the weekday, if another start would change
 * them.
 */
function explicitRule(rule: RecurrenceRule, start: LocalTime, newStart: LocalTime): RecurrenceRule {
  const explicit = addImpliedDaysToRule(rule, dayNumberOfLocalTime(start))
  const hasSameDays =
    formatRecurrenceRule(explicit, false) ===
    formatRecurrenceRule(addImpliedDaysToRule(rule, dayNumberOfLocalTime(newStart)), false)
  const days = hasSameDays ? rule : explicit
  if (start.slice(11) === newStart.slice(11)) return days
  return {
    ...days,
    hours: rule.hours.length > 0 ? rule.hours : [Number(start.slice(11, 13))],
    minutes: rule.minutes.length > 0 ? rule.minutes : [Number(start.slice(14, 16))],
  }
}

/** Whether two parts together have the same dates as the whole recurrence. */
function isWhole(whole: Recurrence, { before, after }: SplitRecurrence, horizon: LocalTime, work: WorkLimit): boolean {
  const until = isRecurrenceEndless(whole) ? horizon : LAST_TIME
  const datesOf = (recurrence: Recurrence) =>
    expandRecurrence(recurrence, { until, limit: RECURRENCE_LIMITS.occurrences }, work).map(({ start }) => start)
  return String([...datesOf(before), ...datesOf(after)]) === String(datesOf(whole))
}
