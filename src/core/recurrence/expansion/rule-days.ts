import { type Frequency, type RecurrenceRule, WEEKDAYS } from '../recurrence-types.ts'
import {
  type CalendarDay,
  calendarDayOfDayNumber,
  dayNumberOfWeekStart,
  dayOfYear,
  LAST_DAY,
  listDaysOfMonth,
  monthLength,
  weekdayOfDayNumber,
  weekNumberInYear,
  yearLength,
} from './calendar-day.ts'

/** Whether a day satisfies one part of a rule. */
type DayTest = (day: CalendarDay) => boolean

/** The parts of a rule that select days. */
export type DayRule = Pick<
  RecurrenceRule,
  'frequency' | 'interval' | 'months' | 'weekNumbers' | 'yearDays' | 'monthDays' | 'weekdays' | 'weekStart'
>

/**
 * Adds the parts that a rule takes from the first date of the event (RFC 5545, 3.3.10): a weekly rule without BYDAY
 * repeats on its weekday.
 */
export function addImpliedDaysToRule<Rule extends DayRule>(rule: Rule, firstDay: number): Rule {
  const { frequency, months, weekNumbers, yearDays, monthDays, weekdays } = rule
  const { month, dayOfMonth } = calendarDayOfDayNumber(firstDay)
  const isComplete = weekdays.length > 0 || monthDays.length > 0 || yearDays.length > 0
  if (frequency === 'DAILY' || isComplete) return rule
  if (frequency === 'WEEKLY' || weekNumbers.length > 0) {
    return { ...rule, weekdays: [{ weekday: weekdayOfDayNumber(firstDay), ordinal: 0 }] }
  }
  if (frequency === 'MONTHLY') return { ...rule, monthDays: [dayOfMonth] }
  return { ...rule, monthDays: [dayOfMonth], months: months.length > 0 ? months : [month] }
}

/** The days that a rule gives in one of its periods (days, weeks, months, years), in order. */
export interface PeriodDays {
  days: CalendarDay[]
  /** The first day of the period. */
  first: number
  /** Number of days that were examined to find these days; it is subtracted from the work limit. */
  examined: number
}

/**
 * The Gregorian calendar repeats after this many periods. A rule that gives no day in as many periods never gives one,
 * whatever its interval.
 */
export const PERIODS_OF_CALENDAR: Readonly<Record<Frequency, number>> = {
  DAILY: 146_097,
  WEEKLY: 20_871,
  MONTHLY: 4800,
  YEARLY: 400,
}

/**
 * Creates a function that computes the days of the n-th period of a rule; undefined after the year 9999.
 * @param firstDay the first date of the event, in days since 1970-01-01
 */
export function createCalculatorOfRuleDays(
  rule: DayRule,
  firstDay: number,
): (period: number) => PeriodDays | undefined {
  const tests = dayTests(rule)
  const daysOf = PERIODS[rule.frequency](rule, firstDay)
  return (period) => {
    const candidates = daysOf(period * rule.interval)
    const first = candidates[0]?.number ?? Number.POSITIVE_INFINITY
    if (first > LAST_DAY) return undefined
    const days = candidates.filter((day) => day.number <= LAST_DAY && tests.every((test) => test(day)))
    return { days, first, examined: candidates.length }
  }
}

/**
 * For each frequency, a function that returns the days of the n-th period of a rule. Period 0 contains the first day of
 * the event.
 */
const PERIODS: Readonly<
  Record<Frequency, (rule: DayRule, firstDay: number) => (periods: number) => readonly CalendarDay[]>
> = {
  DAILY: (_, firstDay) => (days) => [calendarDayOfDayNumber(firstDay + days)],
  WEEKLY: ({ weekStart }, firstDay) => {
    const monday = dayNumberOfWeekStart(firstDay, weekStart)
    return (weeks) => Array.from({ length: 7 }, (_, day) => calendarDayOfDayNumber(monday + weeks * 7 + day))
  },
  MONTHLY: (_, firstDay) => {
    const { year, month } = calendarDayOfDayNumber(firstDay)
    return (months) => {
      const index = month - 1 + months
      return listDaysOfMonth(year + Math.floor(index / 12), (index % 12) + 1)
    }
  },
  YEARLY: ({ months }, firstDay) => {
    const { year } = calendarDayOfDayNumber(firstDay)
    const used = months.length > 0 ? months : ALL_MONTHS
    return (years) => used.flatMap((month) => listDaysOfMonth(year + years, month))
  },
}
const ALL_MONTHS = Array.from({ length: 12 }, (_, index) => index + 1)

/**
 * Creates a test for each part of a rule that limits days, such as BYMONTH: the rule gives only days that pass all
 * tests.
 */
function dayTests(rule: DayRule): DayTest[] {
  const { months, weekNumbers, yearDays, monthDays, weekStart } = rule
  const tests: DayTest[] = []
  if (months.length > 0) tests.push(({ month }) => months.includes(month))
  if (weekNumbers.length > 0) {
    const numbers = new Set(weekNumbers)
    tests.push(({ number }) => {
      const { week, last } = weekNumberInYear(number, weekStart)
      return numbers.has(week) || numbers.has(week - last - 1)
    })
  }
  if (yearDays.length > 0) {
    const numbers = new Set(yearDays)
    tests.push((day) => numbers.has(dayOfYear(day)) || numbers.has(dayOfYear(day) - yearLength(day.year) - 1))
  }
  if (monthDays.length > 0) {
    const numbers = new Set(monthDays)
    tests.push((day) => numbers.has(day.dayOfMonth) || numbers.has(day.dayOfMonth - monthLength(day) - 1))
  }
  if (rule.weekdays.length > 0) tests.push(weekdayTest(rule))
  return tests
}

function weekdayTest({ frequency, months, weekdays }: DayRule): DayTest {
  /** The positions that BYDAY names for each weekday, such as 2 in `2TU`; 0 for all. */
  const ordinalsOf = WEEKDAYS.map((_, one) =>
    weekdays.filter(({ weekday }) => weekday === one).map((day) => day.ordinal),
  )
  const isOfMonth = frequency === 'MONTHLY' || months.length > 0
  return (day) => {
    const ordinals = ordinalsOf[weekdayOfDayNumber(day.number)] ?? []
    if (ordinals.length === 0 || ordinals.includes(0)) return ordinals.length > 0
    const [position, length] = isOfMonth ? [day.dayOfMonth, monthLength(day)] : [dayOfYear(day), yearLength(day.year)]
    return ordinals.includes(Math.ceil(position / 7)) || ordinals.includes(-Math.ceil((length - position + 1) / 7))
  }
}
