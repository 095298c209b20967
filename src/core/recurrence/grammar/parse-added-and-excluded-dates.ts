import { instantToLocal, isTimeZone, localToInstant } from '../../time/instant.ts'
import {
  endOfDay,
  type LocalTime,
  localTimeFromWallSeconds,
  localTimeToWallSeconds,
  startOfDay,
} from '../../time/local-time.ts'
import { timesOfDayOfRule } from '../expansion/rule-times.ts'
import { recurrenceLimitError, recurrenceValueError } from '../recurrence-errors.ts'
import { type AddedDate, RECURRENCE_LIMITS, type RecurrenceRule, type RecurringTimes } from '../recurrence-types.ts'
import { parseRecurrenceDate } from './parse-recurrence-date.ts'
import type { RecurrenceLine } from './parse-recurrence-line.ts'

interface Context {
  times: RecurringTimes
  /** The current time: Unix time in seconds. */
  now: number
}

/**
 * Parses the dates of an RDATE. A day without a time means the time of the event.
 * @throws {RecurrenceError}
 */
export function parseAddedDates(line: RecurrenceLine, context: Context): AddedDate[] {
  const { start } = context.times
  return splitDates(line.value).map((text) => {
    if (line.valueType === 'PERIOD') return parsePeriod(text, line, context)
    return { start: atTime(parseLineDate(text, line, context), start.slice(11)) }
  })
}

/**
 * Parses the dates of an EXDATE. A day without a time means every time of day at which the rules of the event repeat.
 * @throws {RecurrenceError}
 */
export function parseExcludedDates(
  line: RecurrenceLine,
  rules: readonly RecurrenceRule[],
  context: Context,
): LocalTime[] {
  const { start } = context.times
  const startOfClock = localTimeToWallSeconds(start) - localTimeToWallSeconds(startOfDay(start))
  const clock = [{ hours: [], minutes: [] }, ...rules].flatMap((rule) => timesOfDayOfRule(rule, startOfClock))
  const everyTime = [...new Set(clock)].map((seconds) => localTimeFromWallSeconds(seconds).slice(11))
  const texts = splitDates(line.value)
  if (texts.length * everyTime.length > RECURRENCE_LIMITS.dates)
    throw recurrenceLimitError(RECURRENCE_LIMITS.dates, line.name)
  return texts.flatMap((text) => {
    const date = parseLineDate(text, line, context)
    return date.hasTime ? [date.local] : everyTime.map((time) => atTime(date, time))
  })
}

const splitDates = (value: string) => value.split(',').map((text) => text.trim())

interface LineDate {
  local: LocalTime
  hasTime: boolean
}

const atTime = ({ local, hasTime }: LineDate, time: string): LocalTime =>
  hasTime ? local : `${local.slice(0, 10)} ${time}`

/** Parses a date of a line to a local time of the event. */
function parseLineDate(text: string, { timezone }: RecurrenceLine, { times, now }: Context): LineDate {
  const zone = timezone ?? times.timezone
  if (!isTimeZone(zone))
    throw recurrenceValueError('reason.recurrence-value', zone, { part: 'TZID', allowed: 'Europe/Lisbon, …' })
  const moment = parseRecurrenceDate(text, { zone, now })
  if (!moment.hasTime || times.isAllDay) return { local: moment.local, hasTime: false }
  const { local } = moment
  if (zone === times.timezone) return { local, hasTime: true }
  return { local: validDate(text, () => instantToLocal(localToInstant(local, zone), times.timezone)), hasTime: true }
}

/** Parses `start/end` or `start/duration`. */
function parsePeriod(text: string, line: RecurrenceLine, context: Context): AddedDate {
  const [from = '', to = ''] = text.split('/')
  const { start: time } = context.times
  const start = atTime(parseLineDate(from, line, context), time.slice(11))
  const end = /^P/i.test(to) ? addDuration(start, to) : parseLineDate(to, line, context).local
  const stop = context.times.isAllDay ? endOfDay(end) : end
  if (stop < start) throw recurrenceValueError('reason.recurrence-date', text)
  return { start, end: stop }
}

const DURATION = /^P(?=.)(?:(\d{1,3})W)?(?:(\d{1,4})D)?(?:T(?=\d)(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?$/i
const UNIT_SECONDS = [604_800, 86_400, 3600, 60, 1]

function addDuration(start: LocalTime, duration: string): LocalTime {
  const match = DURATION.exec(duration)
  if (match === null) throw recurrenceValueError('reason.recurrence-date', duration)
  const seconds = UNIT_SECONDS.reduce((sum, unit, index) => sum + unit * Number(match[index + 1] ?? 0), 0)
  return validDate(duration, () => localTimeFromWallSeconds(localTimeToWallSeconds(start) + seconds))
}

/** Runs a conversion that throws a RangeError outside the years 0001 to 9999. */
function validDate(text: string, convert: () => LocalTime): LocalTime {
  try {
    return convert()
  } catch (error) {
    if (error instanceof RangeError) throw recurrenceValueError('reason.recurrence-date', text)
    throw error
  }
}
