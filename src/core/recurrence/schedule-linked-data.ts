import { type LocalTime, localTimeToWallSeconds, timeOfDay } from '../time/local-time.ts'
import { type Frequency, type Recurrence, type RecurrenceRule, type RuleWeekday, WEEKDAYS } from './recurrence-types.ts'

const FREQUENCY_UNITS: Record<Frequency, string> = { DAILY: 'D', WEEKLY: 'W', MONTHLY: 'M', YEARLY: 'Y' }
const DAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
/** Maximum number of added dates that are included, each as a `Schedule` object. */
const ADDED_MAX = 50
const DAY_SECONDS = 86_400

/**
 * The rules and added dates of a recurrence as schema.org `Schedule` objects.
 * @param end the end of the first date
 * @returns an empty list if schema.org cannot express one of the rules, because the other rules alone would be
 *   misleading
 */
export function schedulesLinkedData(recurrence: Recurrence, end: LocalTime): object[] {
  const { rules, excludedRules, dates, start } = recurrence
  if (excludedRules.length > 0 || dates.length > ADDED_MAX || !rules.every(isExpressible)) return []
  const added = [...(rules.length === 0 ? [start] : []), ...dates.map((date) => date.start)]
  return [
    ...rules.map((rule) => ruleSchedule(recurrence, rule, end)),
    ...added.map((date) => ({ '@type': 'Schedule', startDate: dayOf(date), ...timesOf(recurrence, date, end) })),
  ]
}

const isExpressible = ({ positions, weekNumbers, yearDays, monthDays, hours, minutes }: RecurrenceRule): boolean =>
  [positions, weekNumbers, yearDays, hours, minutes].every(({ length }) => length === 0) &&
  monthDays.every((day) => day > 0)

function ruleSchedule(recurrence: Recurrence, rule: RecurrenceRule, end: LocalTime): object {
  const { frequency, interval, count, until, weekdays, months, monthDays } = rule
  return {
    '@type': 'Schedule',
    startDate: dayOf(recurrence.start),
    ...(until !== undefined && { endDate: dayOf(until) }),
    ...(count !== undefined && { repeatCount: count }),
    repeatFrequency: `P${interval}${FREQUENCY_UNITS[frequency]}`,
    ...(weekdays.length > 0 && { byDay: weekdays.map(dayName) }),
    ...(months.length > 0 && { byMonth: months }),
    ...(monthDays.length > 0 && { byMonthDay: monthDays }),
    ...timesOf(recurrence, recurrence.start, end),
    ...(recurrence.excludedDates.length > 0 && {
      exceptDate: recurrence.excludedDates.map((date) => (recurrence.isAllDay ? dayOf(date) : date.replace(' ', 'T'))),
    }),
  }
}

/** A weekday as schema.org names it or, if it is counted within a month or year, as in RFC 5545: `2MO`. */
const dayName = ({ weekday, ordinal }: RuleWeekday): string =>
  ordinal === 0 ? `https://schema.org/${DAY_NAMES[weekday]}` : `${ordinal}${WEEKDAYS[weekday]}`

/** Times of day and time zone of a date; an empty object for dates that last all day. */
function timesOf({ isAllDay, start, timezone }: Recurrence, date: LocalTime, end: LocalTime) {
  if (isAllDay) return {}
  const isShort = localTimeToWallSeconds(end) - localTimeToWallSeconds(start) < DAY_SECONDS
  return {
    startTime: timeOfDay(date),
    ...(isShort && date === start && { endTime: timeOfDay(end) }),
    // `scheduleTimezone` must be a name of the time zone database, so offsets such as `UTC+2` are left out.
    ...(!/\d/.test(timezone) && { scheduleTimezone: timezone }),
  }
}

const dayOf = (local: LocalTime): string => local.slice(0, 'YYYY-MM-DD'.length)
