import {
  type CalendarDay,
  dayOfYear,
  monthLength,
  weekdayOfDayNumber,
  weekNumberInYear,
  yearLength,
} from '../expansion/calendar-day.ts'
import type { RecurrenceRule, RuleWeekday } from '../recurrence-types.ts'

/**
 * Changes a rule that repeats on the day `from` so that it repeats on the day `to`: in `BYDAY=2TU`, the second Tuesday,
 * the weekday and its position become those of the new day, for example `2WE`.
 */
export function moveDayOfRecurrenceRule(rule: RecurrenceRule, from: CalendarDay, to: CalendarDay): RecurrenceRule {
  // Positions (BYSETPOS) select among several days, so no single day can be replaced.
  if (rule.positions.length > 0) return rule
  const isOfMonth = rule.frequency === 'MONTHLY' || rule.months.length > 0
  const sizesOf = (day: CalendarDay) =>
    isOfMonth
      ? { position: day.dayOfMonth, length: monthLength(day) }
      : { position: dayOfYear(day), length: yearLength(day.year) }
  const [old, fresh] = [sizesOf(from), sizesOf(to)]
  const [oldWeek, newWeek] = [
    weekNumberInYear(from.number, rule.weekStart),
    weekNumberInYear(to.number, rule.weekStart),
  ]
  return {
    ...rule,
    months: rule.frequency === 'YEARLY' ? replaced(rule.months, [[from.month, to.month]]) : rule.months,
    monthDays: replaced(
      rule.monthDays,
      fromBothEnds(from.dayOfMonth, monthLength(from), to.dayOfMonth, monthLength(to)),
    ),
    yearDays: replaced(
      rule.yearDays,
      fromBothEnds(dayOfYear(from), yearLength(from.year), dayOfYear(to), yearLength(to.year)),
    ),
    weekNumbers: replaced(rule.weekNumbers, fromBothEnds(oldWeek.week, oldWeek.last, newWeek.week, newWeek.last)),
    weekdays: movedWeekdays(
      rule.weekdays,
      { weekday: weekdayOfDayNumber(from.number), ...old },
      { weekday: weekdayOfDayNumber(to.number), ...fresh },
    ),
  }
}

/**
 * How a position in a period changes, as pairs of the old and the new number: counted from the start (1, 2, …) and from
 * the end (-1, -2, …).
 */
const fromBothEnds = (old: number, oldLength: number, fresh: number, freshLength: number) =>
  [
    [old, fresh],
    [old - oldLength - 1, fresh - freshLength - 1],
  ] as const

function replaced(numbers: readonly number[], pairs: readonly (readonly [old: number, fresh: number])[]): number[] {
  const fresh = new Map(pairs)
  return [...new Set(numbers.map((number) => fresh.get(number) ?? number))].sort((a, b) => a - b)
}

interface WeekdayPosition {
  weekday: number
  position: number
  length: number
}

function movedWeekdays(weekdays: readonly RuleWeekday[], from: WeekdayPosition, to: WeekdayPosition): RuleWeekday[] {
  const ordinals = (day: WeekdayPosition) => ({
    first: Math.ceil(day.position / 7),
    last: -Math.ceil((day.length - day.position + 1) / 7),
  })
  const [old, fresh] = [ordinals(from), ordinals(to)]
  const moved = weekdays.map(({ weekday, ordinal }) => {
    if (weekday !== from.weekday) return { weekday, ordinal }
    if (ordinal === old.first) return { weekday: to.weekday, ordinal: fresh.first }
    if (ordinal === old.last) return { weekday: to.weekday, ordinal: fresh.last }
    return { weekday: ordinal === 0 ? to.weekday : weekday, ordinal }
  })
  const unique = new Map(moved.map((day) => [`${day.weekday}/${day.ordinal}`, day]))
  return [...unique.values()].sort((a, b) => a.weekday - b.weekday || a.ordinal - b.ordinal)
}
