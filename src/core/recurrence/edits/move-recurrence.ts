import {
  endOfDay,
  type LocalTime,
  localTimeFromWallSeconds,
  localTimeToWallSeconds,
  timeOfDay,
} from '../../time/local-time.ts'
import { calendarDayOfDayNumber, dayNumberOfLocalTime } from '../expansion/calendar-day.ts'
import { generateRecurrenceTimesBeforeExclusion, LAST_TIME } from '../expansion/expand-recurrence.ts'
import { addImpliedDaysToRule } from '../expansion/rule-days.ts'
import { generateRuleTimes } from '../expansion/rule-times.ts'
import { createRecurrenceWorkLimit, type WorkLimit } from '../expansion/work-limit.ts'
import { normalizeRecurrence } from '../normalize-recurrence.ts'
import { computeOrReturnRecurrenceProblem, type ResultOrProblem, recurrenceValueError } from '../recurrence-errors.ts'
import { isRecurrenceEndless, type Recurrence, type RecurrenceRule, type RecurringTimes } from '../recurrence-types.ts'
import { moveDayOfRecurrenceRule } from './move-rule-day.ts'
import { moveAddedDate, moveTimeOfDayOfRecurrence } from './move-time-of-day.ts'

/**
 * Computes the recurrence of an event whose start moves. All dates whose time of day is that of the start or of a rule
 * get the new time of day. If the new start is not one of the dates, the weekday, day, week or month of the rules
 * changes so that the n-th date moves to the n-th new date; excluded dates and UNTIL move with their dates. COUNT does
 * not change. Excluded dates before the new start are dropped.
 * @param times the new start, and whether the event lasts all day
 * @param horizon the last time up to which the dates of an endless recurrence are computed
 * @returns a problem if the rules cannot be changed so that the new start is one of their dates, if a date would be
 *   before it, if dates at different times of day would become equal, or if the first day would have a date more
 */
export const moveRecurrence = (
  recurrence: Recurrence,
  times: RecurringTimes,
  { horizon }: { horizon: LocalTime },
): ResultOrProblem<{ recurrence: Recurrence }> =>
  computeOrReturnRecurrenceProblem(() => {
    const work = createRecurrenceWorkLimit()
    const clocked = moveTimeOfDayOfRecurrence(recurrence, times)
    if (hasOtherNumberOfDates(recurrence, clocked, horizon, work)) {
      throw recurrenceValueError('reason.recurrence-time', timeOfDay(times.start))
    }
    const isDayOfRules = startsAtDate(withExplicitDays(clocked, recurrence.start), work)
    const moved = isDayOfRules ? clocked : withDaysOf(clocked, recurrence.start, work)
    return { recurrence: normalizeMovedRecurrence(moved, horizon) }
  })

/** Removes the excluded dates before the start, and normalizes the rest. */
export function normalizeMovedRecurrence(moved: Recurrence, horizon: LocalTime): Recurrence {
  const excludedDates = moved.excludedDates.filter((date) => date >= moved.start)
  // An event whose only date is its start still repeats (decision 48).
  return normalizeRecurrence({ ...moved, excludedDates }, horizon) ?? { ...moved, dates: [], excludedDates }
}

/**
 * Whether a new time of day is the time of day of other dates, or the start would pass other times of day of the rules,
 * which would remove or add dates on the first day. An event that lasts all day has one date a day.
 */
function hasOtherNumberOfDates(
  recurrence: Recurrence,
  clocked: Recurrence,
  horizon: LocalTime,
  work: WorkLimit,
): boolean {
  if (recurrence.start.slice(0, 10) !== clocked.start.slice(0, 10)) return false
  const last = isRecurrenceEndless(recurrence) ? horizon : LAST_TIME
  return [recurrence.start, last].some((day) => {
    const count = (one: Recurrence) =>
      [...generateRecurrenceTimesBeforeExclusion(one, localTimeToWallSeconds(endOfDay(day)), work)].length
    return count(clocked) !== count(recurrence)
  })
}

const LAST_SECONDS = localTimeToWallSeconds(LAST_TIME)

/**
 * The recurrence with rules that name the days which they take from the start, such as the weekday of `FREQ=WEEKLY`.
 * @param start the start of the event before it was moved
 */
const withExplicitDays = (recurrence: Recurrence, start: LocalTime): Recurrence => ({
  ...recurrence,
  rules: recurrence.rules.map((rule) => addImpliedDaysToRule(rule, dayNumberOfLocalTime(start))),
})

export function startsAtDate(recurrence: Recurrence, work: WorkLimit): boolean {
  const first = generateRecurrenceTimesBeforeExclusion(recurrence, LAST_SECONDS, work).next()
  return first.value === localTimeToWallSeconds(recurrence.start)
}

/**
 * Changes the days of a recurrence whose start has moved to another day.
 * @param oldStart the start before the event was moved
 */
function withDaysOf(recurrence: Recurrence, oldStart: LocalTime, work: WorkLimit): Recurrence {
  const { start, excludedDates } = recurrence
  const moved = moveDayOfRules(recurrence, oldStart, { from: oldStart, to: start }, work)
  const last = localTimeToWallSeconds([start, ...excludedDates, ...addedStarts(recurrence)].toSorted().at(-1) ?? start)
  const pairs = pairTimes({ ...recurrence, start: startOnDayOf(oldStart, start) }, moved, last, work)
  const given = new Set(generateRecurrenceTimesBeforeExclusion({ ...moved, dates: [] }, last, work))
  return moveAddedAndExcludedDates(moved, { pairs, isGiven: (date) => given.has(localTimeToWallSeconds(date)) })
}

const addedStarts = ({ dates }: Recurrence) => dates.map(({ start }) => start)

/**
 * Moves the added and excluded dates that the old rules gave too. Other added dates stay; those that are excluded no longer
 * are if the new rules give a date at their time.
 * @param recurrence with its new rules, and the old added and excluded dates at their new time of day
 * @param pairs the new times of the dates of the old rules, by their old days at the new time of day
 * @param isGiven whether the new rules give a date
 * @throws {RecurrenceError} if the new rules give the time of another added date, so that two dates would fall together
 */
export function moveAddedAndExcludedDates(
  recurrence: Recurrence,
  { pairs, isGiven }: { pairs: ReadonlyMap<LocalTime, LocalTime>; isGiven: (date: LocalTime) => boolean },
): Recurrence {
  const excluded = new Set(recurrence.excludedDates)
  const isTaken = (date: LocalTime) => isGiven(date) && !pairs.has(date)
  const taken = addedStarts(recurrence).find((date) => isTaken(date) && !excluded.has(date))
  if (taken !== undefined) throw recurrenceValueError('reason.recurrence-time', taken)
  return {
    ...recurrence,
    dates: recurrence.dates.map((date) =>
      moveAddedDate(date, pairs.get(date.start) ?? date.start, recurrence.isAllDay),
    ),
    excludedDates: recurrence.excludedDates
      .flatMap((date) => pairs.get(date) ?? (isTaken(date) ? [] : date))
      .toSorted(),
  }
}

/**
 * Replaces a day in the rules of a recurrence by another one. UNTIL changes so that the rules give as many dates as before.
 * @param recurrence with the new start
 * @param oldStart the start before the event was moved
 */
export function moveDayOfRules(
  recurrence: Recurrence,
  oldStart: LocalTime,
  { from, to }: { from: LocalTime; to: LocalTime },
  work: WorkLimit,
): Recurrence {
  const { start, rules, excludedRules } = recurrence
  const moveRule = (rule: RecurrenceRule): RecurrenceRule => {
    const { until, ...endless } = moveDayOfRecurrenceRule(rule, dayOf(from), dayOf(to))
    if (until === undefined) return endless
    const count = timesOf(rule, startOnDayOf(oldStart, start), work).length
    const last = count === 0 ? undefined : timesOf({ ...endless, count }, start, work).at(-1)
    return { ...endless, until: last === undefined ? until : endOfDay(last) }
  }
  return { ...recurrence, rules: rules.map(moveRule), excludedRules: excludedRules.map(moveRule) }
}

const startOnDayOf = (day: LocalTime, start: LocalTime): LocalTime => `${day.slice(0, 10)}${start.slice(10)}`

const dayOf = (local: LocalTime) => calendarDayOfDayNumber(dayNumberOfLocalTime(local))

const timesOf = (rule: RecurrenceRule, start: LocalTime, work: WorkLimit): LocalTime[] =>
  generateRuleTimes(rule, localTimeToWallSeconds(start), LAST_SECONDS, work).map(localTimeFromWallSeconds).toArray()

/**
 * Pairs the n-th date that the rules of one recurrence give with the n-th date of another, up to the date `last` of the
 * first one.
 */
function pairTimes(from: Recurrence, to: Recurrence, last: number, work: WorkLimit): Map<LocalTime, LocalTime> {
  const pairs = new Map<LocalTime, LocalTime>()
  const others = generateRecurrenceTimesBeforeExclusion({ ...to, dates: [] }, LAST_SECONDS, work)
  for (const time of generateRecurrenceTimesBeforeExclusion({ ...from, dates: [] }, last, work)) {
    const other = others.next()
    if (other.done) break
    pairs.set(localTimeFromWallSeconds(time), localTimeFromWallSeconds(other.value))
  }
  return pairs
}
