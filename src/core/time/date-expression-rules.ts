/**
 * The meaning of a date text, and the functions that the rules of the grammar (`parse-date-expression.ts`) call to add
 * the meaning of a match. The functions get the named groups of the regular expression.
 */
import { Temporal } from 'temporal-polyfill'
import {
  amountOfRelativeWord,
  monthNumberOfName,
  parseTimeUnit,
  weekdayNumberOfName,
  zoneOfNameOrAbbreviation,
} from './date-words.ts'
import { isTimeZone } from './instant.ts'

/** The meaning of a date text, before the current time and time zone are applied. */
export interface DateExpression {
  /**
   * The year, month and day that the text names; a value that the text does not name is undefined, such as the year of
   * `May 5`.
   */
  year?: number
  month?: number
  day?: number
  /** The time of day that the text names; hour 24 is the end of the day. */
  time?: { hour: number; minute: number; second: number } | undefined
  /** Whether the text means a whole day, such as `tomorrow`, so that the current time of day has no influence. */
  isWholeDay: boolean
  /** Whether the text contains `now` or a number of hours, minutes or seconds. */
  dependsOnClock: boolean
  zone?: string
  /** The sums of the durations to add, such as 7 in `days` for `+1 week`. `workdays` skip Saturdays and Sundays. */
  years: number
  months: number
  days: number
  workdays: number
  seconds: number
  weekday?: {
    /** The weekday: 0 for Sunday to 6 for Saturday. */
    day: number
    /**
     * The days in which to search for the weekday: from today, after today, before today, or in the week from Monday to
     * Sunday that contains today.
     */
    search: 'from' | 'after' | 'before' | 'week'
  }
  /** A day of the month: its first or last day, or one of its weekdays, where `count` -1 means the last. */
  ofMonth?: 'first' | 'last' | { weekday: number; count: number }
}

/**
 * Adds the meaning of a match of a regular expression to the date expression. Returns false when the text contradicts
 * itself or names a date or time that does not exist.
 */
export type ApplyMatch = (expression: DateExpression, groups: Record<string, string | undefined>) => boolean

/** Sets the date by the groups `year`, `month` and `day`. */
export const setDateInDateExpression: ApplyMatch = (expression, { year, month, day }) => {
  if (expression.year !== undefined || expression.month !== undefined) return false
  if (year !== undefined) expression.year = fullYear(year)
  if (month !== undefined) expression.month = monthNumberOfName(month)
  if (day !== undefined) expression.day = Number(day)
  return true
}

/** The year of a text with two or more digits. As in PHP, two digits mean a year from 1970 to 2069. */
const fullYear = (digits: string) => Number(digits) + (digits.length > 2 ? 0 : Number(digits) < 70 ? 2000 : 1900)

/** Sets year and month. The day becomes the first of the month. */
export const setYearAndMonthInDateExpression: ApplyMatch = (expression, { year, month, day = '1' }) =>
  setDateInDateExpression(expression, { year, month, day })

/** Sets the date to a day of an ISO week; without a day to its Monday. */
export const setIsoWeekInDateExpression: ApplyMatch = (expression, { year, week, weekday = '1' }) => {
  const monday = Temporal.PlainDate.from(`${year}-01-04`).add({ weeks: Number(week) - 1 })
  const date = monday.add({ days: Number(weekday) - monday.dayOfWeek })
  if (date.weekOfYear !== Number(week) || date.yearOfWeek !== Number(year)) return false
  return setDateInDateExpression(expression, { year: String(year), month: String(date.month), day: String(date.day) })
}

/** Sets the date to a day counted from 1 January. */
export const setDayOfYearInDateExpression: ApplyMatch = (expression, { year, ordinal }) => {
  const date = Temporal.PlainDate.from(`${year}-01-01`).add({ days: Number(ordinal) - 1 })
  return (
    date.year === Number(year) &&
    setDateInDateExpression(expression, { year, month: String(date.month), day: String(date.day) })
  )
}

export const setTimeInDateExpression: ApplyMatch = (expression, { hour, minute = '0', second = '0', half }) => {
  if (expression.time !== undefined) return false
  const time = { hour: Number(hour), minute: Number(minute), second: Number(second) }
  if (half !== undefined) {
    if (time.hour < 1 || time.hour > 12) return false
    time.hour = (time.hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  }
  expression.time = time
  const isEndOfDay = time.hour === 24 && time.minute === 0 && time.second === 0
  return isEndOfDay || (time.hour < 24 && time.minute < 60 && time.second < 60)
}

/** Sets the time of day by four digits, or the year if the text already has a time, as in `Mar 2 10:30:00 2033`. */
export const setTimeOrYearInDateExpression: ApplyMatch = (expression, { hour, minute }) => {
  if (expression.time === undefined) return setTimeInDateExpression(expression, { hour, minute })
  if (expression.year !== undefined || expression.day === undefined) return false
  expression.year = Number(`${hour}${minute}`)
  return true
}

/**
 * Makes the text mean a whole day, as words such as `tomorrow` do. As in PHP, a time of day before such a word is
 * ignored.
 */
const startDay = (expression: DateExpression) => {
  expression.isWholeDay = true
  expression.time = undefined
}

export const createDayAdder =
  (days: number): ApplyMatch =>
  (expression) => {
    startDay(expression)
    expression.days += days
    return true
  }

export const createHourSetter =
  (hour: number): ApplyMatch =>
  (expression) => {
    startDay(expression)
    return setTimeInDateExpression(expression, { hour: String(hour) })
  }

export const setZoneFromMatch: ApplyMatch = (
  expression,
  { zone = '', offset = '', sign, hours = '', minutes = '00', decimals },
) => {
  const found =
    sign === undefined
      ? zoneOfNameOrAbbreviation(zone)
      : `UTC${sign}${hours}${decimals === undefined ? `:${minutes}` : `.${decimals}`}`
  if (offset !== '' && zoneOfNameOrAbbreviation(zone) !== 'UTC') return false
  if (expression.zone !== undefined || !isTimeZone(found)) return false
  expression.zone = found
  return true
}

/**
 * Sets the UTC offset. An offset without the word `UTC` is accepted only after a time of day, because elsewhere it
 * could be the beginning of `+10 days`.
 */
export const setUtcOffsetInDateExpression: ApplyMatch = (expression, groups) =>
  expression.time !== undefined && setZoneFromMatch(expression, groups)

/**
 * Sets the time zone by a name in brackets, as in `10:00+02:00[Europe/Berlin]` (RFC 9557). If the time already has an
 * offset, the name is ignored.
 */
export const setBracketedZoneInDateExpression: ApplyMatch = (expression, { place = '' }) => {
  if (!isTimeZone(place)) return false
  expression.zone ??= place
  return true
}

/** Sets the weekday that the text names, which means the next such day, today included. */
export const setWeekdayInDateExpression: ApplyMatch = (expression, { weekday = '' }) => {
  startDay(expression)
  expression.weekday = {
    day: weekdayNumberOfName(weekday),
    search: expression.weekday?.search === 'week' ? 'week' : 'from',
  }
  return true
}

/**
 * Adds a number of units, such as `+2 days`. If the unit is a weekday, `+2 monday` means the second Monday from today.
 */
export const addUnitsToDateExpression: ApplyMatch = (expression, { sign, amount = '', unit = '' }) =>
  addUnits(expression, sign === '-' ? -Number(amount) : Number(amount), unit, 'from')

/** Adds units whose number is a word: an ordinal, `next`, `last` or `this`. */
export const addOrdinalUnitsToDateExpression: ApplyMatch = (expression, { which = '', unit = '' }) => {
  const isDay = parseTimeUnit(unit) === undefined || /^weekday/i.test(unit)
  if (isDay) startDay(expression)
  if (/^weeks?$/i.test(unit) && /next|last|previous|this/i.test(which)) {
    expression.weekday = { day: expression.weekday?.day ?? 1, search: 'week' }
  }
  return addUnits(expression, amountOfRelativeWord(which), unit, /this/i.test(which) ? 'from' : 'after')
}

function addUnits(expression: DateExpression, amount: number, unit: string, search: 'from' | 'after'): boolean {
  const found = parseTimeUnit(unit)
  if (found === undefined) {
    expression.weekday = { day: weekdayNumberOfName(unit), search: amount < 0 ? 'before' : search }
    expression.days += 7 * (amount > 0 ? amount - 1 : amount < 0 ? amount + 1 : 0)
    return true
  }
  expression[found.counter] += amount * found.size
  if (found.counter === 'seconds') expression.dependsOnClock = true
  return true
}

/** Negates the relative parts of the text before this word, as in `2 weeks ago`. */
export const negateRelativePartsOfDateExpression: ApplyMatch = (expression) => {
  for (const counter of ['years', 'months', 'days', 'workdays', 'seconds'] as const) expression[counter] *= -1
  return expression.weekday === undefined
}

export const setDayOfMonthInDateExpression: ApplyMatch = (expression, { ordinal = '' }) => {
  if (expression.ofMonth !== undefined) return false
  expression.ofMonth = ordinal.toLowerCase() as 'first' | 'last'
  return true
}

export const setWeekdayOfMonthInDateExpression: ApplyMatch = (expression, { ordinal = '', weekday = '' }) => {
  if (expression.ofMonth !== undefined) return false
  startDay(expression)
  expression.ofMonth = { weekday: weekdayNumberOfName(weekday), count: amountOfRelativeWord(ordinal) }
  return true
}
