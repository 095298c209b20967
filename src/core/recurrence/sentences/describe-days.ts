import type { Language } from '../../language.ts'
import { formatMessage } from '../../messages/index.ts'
import type { LocalTime } from '../../time/local-time.ts'
import { dayNumberOfLocalTime } from '../expansion/calendar-day.ts'
import { addImpliedDaysToRule } from '../expansion/rule-days.ts'
import type { RecurrenceRule } from '../recurrence-types.ts'
import { describeDaysOfMonth } from './describe-days-of-month.ts'
import { formatDayAndMonth, joinWordsWithAnd, nameOfMonth, pickWordFromMessageList } from './sentence-words.ts'

/**
 * Describes on which days a rule repeats: `Every month on the first Tuesday`.
 * @param start the start of the event
 * @returns undefined for a rule that has no sentence
 */
export function describeDaysOfRule(rule: RecurrenceRule, start: LocalTime, language: Language): string | undefined {
  const days = addImpliedDaysToRule(rule, dayNumberOfLocalTime(start))
  if (days.weekNumbers.length + days.yearDays.length > 0) return undefined
  const dates = repeatsYearly(days) ? describeDates(days, language) : undefined
  if (dates !== undefined) return `${every('year', days.interval, language)} ${dates}`
  const text = DESCRIPTIONS[days.frequency](days, language)
  return text === undefined || days.months.length === 0 ? text : `${text} ${inMonths(days, language)}`
}

/** Whether a rule gives dates in certain months of a year. “Every month” would contradict the names of the months. */
const repeatsYearly = ({ frequency, interval, months }: RecurrenceRule) =>
  months.length > 0 && (frequency === 'YEARLY' || (frequency === 'MONTHLY' && interval === 1))

const DESCRIPTIONS: Readonly<
  Record<RecurrenceRule['frequency'], (rule: RecurrenceRule, language: Language) => string | undefined>
> = {
  DAILY: (rule, language) => {
    if (rule.weekdays.length === 0 && selectsNoDays(rule)) return every('day', rule.interval, language)
    return describeEveryWeekday(rule, language)
  },
  WEEKLY: (rule, language) => {
    if (rule.interval === 1) return describeEveryWeekday(rule, language)
    if (!selectsNoDays(rule)) return undefined
    const names = rule.weekdays.map(({ weekday }) =>
      formatMessage(language, 'recurrence.on-weekday', {
        weekday: pickWordFromMessageList('recurrence.on-names', weekday, language),
      }),
    )
    const on = formatMessage(language, 'recurrence.on-weekdays', { list: joinWordsWithAnd(names, language) })
    return `${formatMessage(language, 'recurrence.weeks', { n: rule.interval })} ${on}`
  },
  MONTHLY: describeByDayOfMonth,
  YEARLY: (rule, language) => {
    // BYSETPOS in a yearly rule counts the days of all months of the rule together.
    const countsInMonth = rule.months.length === 1 || (rule.months.length > 1 && rule.positions.length === 0)
    return countsInMonth ? describeByDayOfMonth(rule, language) : describeEveryWeekday(rule, language)
  },
}

function describeByDayOfMonth(rule: RecurrenceRule, language: Language): string | undefined {
  const place = describeDaysOfMonth(rule, language)
  if (place === undefined) return describeEveryWeekday(rule, language)
  return `${every(repeatsYearly(rule) ? 'year' : 'month', rule.interval, language)} ${place}`
}

const selectsNoDays = ({ monthDays, positions }: RecurrenceRule) => monthDays.length + positions.length === 0

const every = (unit: 'day' | 'month' | 'year', interval: number, language: Language) =>
  formatMessage(language, interval === 1 ? `recurrence.${unit}` : `recurrence.${unit}s`, { n: interval })

const WORKDAYS = '0,1,2,3,4'

/** `Every Tuesday and Friday`; undefined unless the rule consists of weekdays without ordinals, and has no interval. */
function describeEveryWeekday(rule: RecurrenceRule, language: Language): string | undefined {
  const weekdays = rule.weekdays.map(({ weekday }) => weekday)
  const isPlain = rule.interval === 1 && selectsNoDays(rule) && rule.weekdays.every(({ ordinal }) => ordinal === 0)
  if (!isPlain || weekdays.length === 0) return undefined
  if (weekdays.length === 7) return every('day', 1, language)
  if (String(weekdays) === WORKDAYS) return formatMessage(language, 'recurrence.workdays')
  const names = weekdays.map((weekday) => pickWordFromMessageList('recurrence.each-names', weekday, language))
  return formatMessage(language, 'recurrence.each', { list: joinWordsWithAnd(names, language) })
}

const DATES_MAX = 6

/** `on 6 May and 6 November`; undefined for many dates, and for days that are not days of a month from 1. */
function describeDates({ months, monthDays, weekdays, positions }: RecurrenceRule, language: Language) {
  const dates = months.flatMap((month) => monthDays.map((day) => formatDayAndMonth(day, month, language)))
  const isPlain = weekdays.length + positions.length === 0 && monthDays.every((day) => day > 0)
  if (!isPlain || dates.length === 0 || dates.length > DATES_MAX) return undefined
  return formatMessage(language, 'recurrence.on-dates', { list: joinWordsWithAnd(dates, language) })
}

function inMonths({ months }: RecurrenceRule, language: Language): string {
  const names = months.map((month) =>
    formatMessage(language, 'recurrence.in-month', { month: nameOfMonth(month, language) }),
  )
  return formatMessage(language, 'recurrence.in-months', { list: joinWordsWithAnd(names, language) })
}
