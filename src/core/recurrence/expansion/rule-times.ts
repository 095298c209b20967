import { localTimeToWallSeconds } from '../../time/local-time.ts'
import type { RecurrenceRule } from '../recurrence-types.ts'
import { addImpliedDaysToRule, createCalculatorOfRuleDays, PERIODS_OF_CALENDAR } from './rule-days.ts'
import { subtractFromRecurrenceWorkLimit, type WorkLimit } from './work-limit.ts'

const DAY_SECONDS = 86_400

/**
 * The times that a rule gives from the start of the event on, in order. All times are seconds as
 * `localTimeToWallSeconds` returns them.
 * @param start the start of the event
 * @param until the latest time to return
 * @throws {WorkLimitError}
 */
export function* generateRuleTimes(
  rule: RecurrenceRule,
  start: number,
  until: number,
  work: WorkLimit,
): Generator<number> {
  const last = rule.until === undefined ? until : Math.min(until, localTimeToWallSeconds(rule.until))
  const firstDay = Math.floor(start / DAY_SECONDS)
  const daysOf = createCalculatorOfRuleDays(addImpliedDaysToRule(rule, firstDay), firstDay)
  const clock = timesOfDayOfRule(rule, start - firstDay * DAY_SECONDS)
  let count = 0
  for (let period = 0, empty = 0; empty < PERIODS_OF_CALENDAR[rule.frequency]; period += 1, empty += 1) {
    const found = daysOf(period)
    if (found === undefined || found.first * DAY_SECONDS > last) return
    subtractFromRecurrenceWorkLimit(work, found.examined)
    for (const time of selectTimes(found.days, clock, rule.positions)) {
      subtractFromRecurrenceWorkLimit(work, 1)
      if (time < start) continue
      if (time > last) return
      yield time
      empty = 0
      count += 1
      if (count === rule.count) return
    }
  }
}

/** The times of day of a rule in seconds after midnight, in order. */
export function timesOfDayOfRule(
  { hours, minutes }: Pick<RecurrenceRule, 'hours' | 'minutes'>,
  start: number,
): number[] {
  const [hour, minute, second] = [Math.floor(start / 3600), Math.floor(start / 60) % 60, start % 60]
  const minuteList = minutes.length > 0 ? minutes : [minute]
  return (hours.length > 0 ? hours : [hour]).flatMap((one) => minuteList.map((each) => one * 3600 + each * 60 + second))
}

/** The times of one period: each day at each time of day, or those at the positions of BYSETPOS. */
function* selectTimes(
  days: readonly { number: number }[],
  clock: readonly number[],
  positions: readonly number[],
): Generator<number> {
  const length = days.length * clock.length
  const timeAt = (index: number) =>
    (days[Math.floor(index / clock.length)]?.number ?? 0) * DAY_SECONDS + (clock[index % clock.length] ?? 0)
  if (positions.length === 0) {
    for (let index = 0; index < length; index += 1) yield timeAt(index)
    return
  }
  const indexes = positions.map((position) => (position > 0 ? position - 1 : length + position))
  const valid = new Set(indexes.filter((index) => index >= 0 && index < length))
  for (const index of [...valid].sort((a, b) => a - b)) yield timeAt(index)
}
