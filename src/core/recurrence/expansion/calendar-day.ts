import {
  daysInMonth,
  daysSince1970,
  isLeapYear,
  type LocalTime,
  localTimeToWallSeconds,
} from '../../time/local-time.ts'

/** A day of the Gregorian calendar. */
export interface CalendarDay {
  /** The day as a number: days since 1970-01-01. */
  number: number
  year: number
  /** The month of the year: 1 for January. */
  month: number
  /** The day of the month: 1 for the first. */
  dayOfMonth: number
}

/** The day of a local time in days since 1970-01-01. */
export const dayNumberOfLocalTime = (local: LocalTime) => Math.floor(localTimeToWallSeconds(local) / 86_400)

/** The last day of the year 9999, as a number of days since 1970-01-01. */
export const LAST_DAY = 2_932_896

/**
 * The calendar day with a number.
 * @param number days since 1970-01-01
 */
export function calendarDayOfDayNumber(number: number): CalendarDay {
  // A division by the average length of a month gives the number of the month, or of the next or previous month: the
  // following lines correct the result.
  let month = Math.floor(number / AVERAGE_MONTH)
  if (number < firstOfMonth(month)) month -= 1
  else if (number >= firstOfMonth(month + 1)) month += 1
  const year = 1970 + Math.floor(month / 12)
  return { number, year, month: month - (year - 1970) * 12 + 1, dayOfMonth: number - firstOfMonth(month) + 1 }
}
const AVERAGE_MONTH = 146_097 / 4800

/**
 * The first day of a month.
 * @param month months since January 1970
 */
function firstOfMonth(month: number): number {
  const years = Math.floor(month / 12)
  return daysSince1970(1970 + years, month - years * 12 + 1, 1)
}

/** All days of a month in order. */
export function listDaysOfMonth(year: number, month: number): CalendarDay[] {
  const first = daysSince1970(year, month, 1)
  const days: CalendarDay[] = []
  for (let dayOfMonth = 1; dayOfMonth <= daysInMonth(year, month); dayOfMonth += 1) {
    days.push({ number: first + dayOfMonth - 1, year, month, dayOfMonth })
  }
  return days
}

export const monthLength = ({ year, month }: CalendarDay) => daysInMonth(year, month)
export const yearLength = (year: number) => (isLeapYear(year) ? 366 : 365)

/**
 * The weekday of a day: 0 for Monday to 6 for Sunday.
 * @param number days since 1970-01-01, which was a Thursday
 */
export const weekdayOfDayNumber = (number: number) => (((number + 3) % 7) + 7) % 7

/** The number of a day in its year: 1 for the first of January. */
export const dayOfYear = ({ number, year }: CalendarDay) => number - daysSince1970(year, 1, 1) + 1

/** The first day of the week that contains a day. @param weekStart 0 for Monday to 6 for Sunday */
export const dayNumberOfWeekStart = (number: number, weekStart: number) =>
  number - ((weekdayOfDayNumber(number) - weekStart + 7) % 7)

/**
 * The number of the week that contains a day, and the number of the last week of the same year. Week 1 is the first
 * with at least four days in the year, so that a week belongs to the year of its fourth day.
 */
export function weekNumberInYear(number: number, weekStart: number): { week: number; last: number } {
  const fourth = calendarDayOfDayNumber(dayNumberOfWeekStart(number, weekStart) + 3)
  const index = dayOfYear(fourth) - 1
  const weeksAfter = Math.floor((yearLength(fourth.year) - 1 - index) / 7)
  const week = Math.floor(index / 7) + 1
  return { week, last: week + weeksAfter }
}
