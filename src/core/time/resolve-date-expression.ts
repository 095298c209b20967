import type { DateExpression } from './date-expression-rules.ts'
import { instantToLocal, localToInstant } from './instant.ts'
import { type LocalTime, localTimeFromWallSeconds } from './local-time.ts'

export interface Moment {
  local: LocalTime
  /** Whether the text names a time of day: `2031-05-01 10:00` and `+2 hours` do, `2031-05-01` and `+1 week` do not. */
  hasTime: boolean
  /** Unix time in seconds, if the text names an instant: with an offset or zone of its own, or as a timestamp. */
  instant?: number
}

/**
 * Computes the local time in `zone` that a date text means at the time `now`. As in PHP, a month that is too short for
 * a relative date is continued: one month after 31 January is 3 March.
 * @param now Unix time in seconds
 * @returns undefined when the text names a date that does not exist, such as 31 April
 * @throws {RangeError} outside the years 1 to 9999
 */
export function resolveDateExpression(expression: DateExpression, zone: string, now: number): Moment | undefined {
  const { zone: own = zone, time, isWholeDay, dependsOnClock, seconds } = expression
  const nowLocal = instantToLocal(now, own)
  const day = resolveDay(expression, nowLocal)
  if (day === undefined) return undefined
  const isMidnight = isWholeDay || expression.month !== undefined || expression.year !== undefined
  const clock = time ? [time.hour % 24, time.minute, time.second].map(twoDigits).join(':') : nowLocal.slice(11)
  const local = `${day} ${time === undefined && isMidnight ? '00:00:00' : clock}`
  const hasTime = time !== undefined || expression.zone !== undefined || (dependsOnClock && !isMidnight)
  if (seconds === 0 && expression.zone === undefined) return { local, hasTime }
  // In the repeated hour when clocks are set back, `+1 hour` counts from the current instant.
  const instant = local === nowLocal ? now : localToInstant(local, own)
  const result = instant + seconds
  return { local: instantToLocal(result, zone), hasTime: hasTime || seconds !== 0, instant: result }
}

/** The day that the text means, as `YYYY-MM-DD`; undefined when it does not exist. */
function resolveDay(expression: DateExpression, nowLocal: LocalTime): string | undefined {
  const [thisYear, thisMonth, today] = nowLocal.slice(0, 10).split('-').map(Number) as [number, number, number]
  const { year = thisYear, month = thisMonth, weekday, ofMonth, years, months } = expression
  const length = lastOfMonth(year, month).getUTCDate()
  const day = expression.day ?? Math.min(today, length)
  if (month < 1 || month > 12 || day < 1 || day > length || (weekday && ofMonth)) return undefined
  const date = ofMonth ? dayOfMonth(ofMonth, year + years, month + months) : calendarDay(year, month, day)
  if (date === undefined) return undefined
  if (weekday) {
    const ahead = daysToWeekday(weekday, date.getUTCDay())
    // `Thursday, 2 March 2033`, a Wednesday, is a mistake. PHP would take the next day.
    if (ahead !== 0 && expression.day !== undefined && weekday.search === 'from') return undefined
    date.setUTCDate(date.getUTCDate() + ahead)
  }
  if (!ofMonth) date.setUTCFullYear(date.getUTCFullYear() + years, date.getUTCMonth() + months)
  const isEndOfDay = expression.time?.hour === 24
  date.setUTCDate(date.getUTCDate() + expression.days + (isEndOfDay ? 1 : 0))
  return localTimeFromWallSeconds(addWorkdays(date, expression.workdays).getTime() / 1000).slice(0, 10)
}

/** Finds a day of a month, such as its last Friday; undefined when the month has no such day. */
function dayOfMonth(wanted: NonNullable<DateExpression['ofMonth']>, year: number, month: number): Date | undefined {
  const [first, last] = [calendarDay(year, month, 1), lastOfMonth(year, month)]
  if (wanted === 'first') return first
  if (wanted === 'last') return last
  const { weekday, count } = wanted
  if (count < 0) return calendarDay(year, month, last.getUTCDate() - modulo7(last.getUTCDay() - weekday))
  const day = 1 + modulo7(weekday - first.getUTCDay()) + 7 * (count - 1)
  return day > last.getUTCDate() ? undefined : calendarDay(year, month, day)
}

/** The number of days from the weekday `today` to the wanted weekday; negative if that is in the past. */
function daysToWeekday({ day, search }: NonNullable<DateExpression['weekday']>, today: number): number {
  const ahead = modulo7(day - today)
  if (search === 'from') return ahead
  if (search === 'after') return ahead || 7
  if (search === 'before') return ahead - 7
  // The wanted weekday is in the current week, which begins on Monday.
  return modulo7(day - 1) - modulo7(today - 1)
}

/** Maximum number of workdays that a text can add. Limited, because workdays are counted one by one. */
const WORKDAYS_MAX = 10_000

function addWorkdays(date: Date, count: number): Date {
  if (Math.abs(count) > WORKDAYS_MAX) throw new RangeError('Too many days')
  for (let left = Math.abs(count); left > 0; ) {
    date.setUTCDate(date.getUTCDate() + Math.sign(count))
    if (date.getUTCDay() % 6 !== 0) left -= 1
  }
  return date
}

/**
 * A day as a `Date`, which serves as a calendar in UTC. Months and days beyond their range continue in the next month.
 */
function calendarDay(year: number, month: number, day: number): Date {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date
}

const lastOfMonth = (year: number, month: number) => calendarDay(year, month + 1, 0)
const modulo7 = (days: number) => ((days % 7) + 7) % 7
const twoDigits = (number: number) => String(number).padStart(2, '0')
