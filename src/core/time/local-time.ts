/**
 * Local times (date and time without a time zone) as text, and calendar arithmetic on them. `Date` is used only as a
 * calendar in UTC.
 */
import { memoize } from '../generic/memoize.ts'

/**
 * The date and time that a clock on the wall shows, without a time zone: `YYYY-MM-DD HH:MM:SS`, years 0001 to 9999.
 * Alphabetical order is chronological order.
 */
export type LocalTime = string

/** The first and the last day that an event may have, as `YYYY-MM-DD`. */
export const FIRST_CALENDAR_DAY = '0001-01-01'
export const LAST_CALENDAR_DAY = '9999-12-31'

const LOCAL_SHAPE = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

/** Whether `text` is a valid `LocalTime`. 31 April, 24:00:00, second 60 and year 0 are not valid. */
export function isLocalTime(text: string): boolean {
  return parseLocalTime(text) !== undefined
}

/**
 * The number of seconds from 1970-01-01 00:00:00 to `local` without regard to clock changes: the Unix time of `local`
 * in UTC.
 * @throws {RangeError} when `local` is not a valid local time
 */
export function localTimeToWallSeconds(local: LocalTime): number {
  const seconds = parseLocalTime(local)
  if (seconds === undefined) throw new RangeError(`Not a local time: ${local.slice(0, 30)}`)
  return seconds
}

/**
 * Converts a result of `localTimeToWallSeconds` back to the local time; fractions are rounded down.
 * @throws {RangeError} outside the years 0001 to 9999
 */
export function localTimeFromWallSeconds(wall: number): LocalTime {
  const seconds = Math.floor(wall)
  const day = Math.floor(seconds / 86_400)
  const secondOfDay = seconds - day * 86_400
  const [hour, minute] = [Math.floor(secondOfDay / 3600), Math.floor(secondOfDay / 60) % 60]
  return `${formatDay(day)} ${TWO_DIGITS[hour]}:${TWO_DIGITS[minute]}:${TWO_DIGITS[secondOfDay % 60]}`
}

/** The parts of a local time as zero-padded text, for the fields of the API that end in `_date_details`. */
export function partsOfLocalTime(local: LocalTime) {
  return {
    year: local.slice(0, 4),
    month: local.slice(5, 7),
    day: local.slice(8, 10),
    hour: local.slice(11, 13),
    minutes: local.slice(14, 16),
    seconds: local.slice(17, 19),
  }
}

/**
 * The same day and time in the month that is `months` later, or the last day of that month if the month is too short.
 * @throws {RangeError} outside the years 0001 to 9999
 */
export function addMonths(local: LocalTime, months: number): LocalTime {
  // This call only checks `local`: it throws when `local` is not a valid local time.
  localTimeToWallSeconds(local)
  const [year, month, dayOfMonth] = local.slice(0, 10).split('-').map(Number) as [number, number, number]
  const first = new Date(0)
  first.setUTCFullYear(year, month - 1 + months, 1)
  const last = new Date(first)
  last.setUTCFullYear(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)
  const moved = first.getTime() / 1000 + (Math.min(dayOfMonth, last.getUTCDate()) - 1) * 86_400
  return `${localTimeFromWallSeconds(moved).slice(0, 10)}${local.slice(10)}`
}

/** The same time of day `days` later. @throws {RangeError} outside the years 0001 to 9999 */
export function addDays(local: LocalTime, days: number): LocalTime {
  return localTimeFromWallSeconds(localTimeToWallSeconds(local) + days * 86_400)
}

export function startOfDay(local: LocalTime): LocalTime {
  return `${local.slice(0, 10)} 00:00:00`
}

/** The last second of a day, 23:59:59, for date ranges of the API, which include their last day. */
export function endOfDay(local: LocalTime): LocalTime {
  return `${local.slice(0, 10)} 23:59:59`
}

/** The number of seconds from 1970-01-01 00:00:00 to `text`, or undefined when it is not a valid local time. */
function parseLocalTime(text: string): number | undefined {
  if (!LOCAL_SHAPE.test(text) || text.startsWith('0000')) return undefined
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10))]
  const [hour, minute, second] = [Number(text.slice(11, 13)), Number(text.slice(14, 16)), Number(text.slice(17, 19))]
  const isRealDay = month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
  if (!isRealDay || hour > 23 || minute > 59 || second > 59) return undefined
  return daysSince1970(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second
}

export const daysInMonth = (year: number, month: number) =>
  month === 2 ? (isLeapYear(year) ? 29 : 28) : 30 + ((month + (month >> 3)) & 1)
export const isLeapYear = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

/**
 * The number of days from 1970-01-01 to a date. Years are counted from March, so that a leap day is the last day of its
 * year.
 */
export function daysSince1970(year: number, month: number, day: number): number {
  const years = month > 2 ? year : year - 1
  const leapDays = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400)
  const daysOfMonths = Math.floor((153 * ((month + 9) % 12) + 2) / 5)
  return years * 365 + leapDays + daysOfMonths + day - DAYS_BEFORE_1970
}
/** The number of days from 1 March of year 0 to 1970-01-01, plus one because days of the month count from 1. */
const DAYS_BEFORE_1970 = 719_469

const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))

/**
 * Formats a number of days since 1970-01-01 as `YYYY-MM-DD`. Memoized, because a page of events repeats the same few
 * days.
 */
const formatDay = memoize((day: number) => {
  const date = new Date(day * 86_400_000)
  const year = date.getUTCFullYear()
  if (!(year >= 1 && year <= 9999)) throw new RangeError('Outside the years 0001 to 9999')
  return date.toISOString().slice(0, 10)
})

/** The time of day of a local time, `19:30:00`. */
export const timeOfDay = (local: LocalTime): string => local.slice('YYYY-MM-DD '.length)
