import type { LocalTime } from '../../time/local-time.ts'
import {
  type AddedDate,
  type Recurrence,
  type RecurrenceRule,
  type RuleWeekday,
  WEEKDAYS,
} from '../recurrence-types.ts'
import { NUMBER_LIST_PARTS } from './recurrence-rule-parts-and-limits.ts'

/**
 * Formats a recurrence as normalised lines RRULE, EXRULE, RDATE and EXDATE (RFC 5545), without DTSTART. All times are
 * local times of the event, UNTIL too.
 */
export function formatRecurrenceLines(recurrence: Recurrence): string[] {
  const { rules, excludedRules, dates, excludedDates, isAllDay } = recurrence
  const plain = dates.filter(({ end }) => end === undefined).map(({ start }) => start)
  const periods = dates.filter(({ end }) => end !== undefined)
  return [
    ...rules.map((rule) => `RRULE:${formatRecurrenceRule(rule, isAllDay)}`),
    ...excludedRules.map((rule) => `EXRULE:${formatRecurrenceRule(rule, isAllDay)}`),
    ...dateLines('RDATE', plain, isAllDay),
    ...(periods.length > 0 ? [`RDATE;VALUE=PERIOD:${periods.map(formatPeriod).join(',')}`] : []),
    ...dateLines('EXDATE', excludedDates, isAllDay),
  ]
}

/** Formats the value of an RRULE or EXRULE. */
export function formatRecurrenceRule(rule: RecurrenceRule, isAllDay: boolean): string {
  const { frequency, interval, count, until, weekdays, weekStart } = rule
  const parts: (readonly [name: string, value: string | number | undefined])[] = [
    ['FREQ', frequency],
    ['INTERVAL', interval === 1 ? undefined : interval],
    ['COUNT', count],
    ['UNTIL', until && (isAllDay ? compactDay(until) : compactTime(until))],
    ['BYDAY', weekdays.map(formatRuleWeekday).join(',')],
    ...Object.entries(NUMBER_LIST_PARTS).map(([name, { field }]) => [name, rule[field].join(',')] as const),
    ['WKST', weekStart === 0 ? undefined : WEEKDAYS[weekStart]],
  ]
  return parts.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [`${name}=${value}`])).join(';')
}

function dateLines(name: string, dates: readonly LocalTime[], isAllDay: boolean): string[] {
  if (dates.length === 0) return []
  return [isAllDay ? `${name};VALUE=DATE:${dates.map(compactDay)}` : `${name}:${dates.map(compactTime)}`]
}

/** Formats an entry of BYDAY: `2TU`. */
export const formatRuleWeekday = ({ weekday, ordinal }: RuleWeekday) =>
  `${ordinal === 0 ? '' : ordinal}${WEEKDAYS[weekday]}`
const formatPeriod = ({ start, end = start }: AddedDate) => `${compactTime(start)}/${compactTime(end)}`

/** Formats a day as RFC 5545 requires: `20310520`. */
const compactDay = (local: LocalTime) => local.slice(0, 10).replaceAll('-', '')
/** Formats a local time as RFC 5545 requires: `20310520T193000`. */
const compactTime = (local: LocalTime) => `${compactDay(local)}T${local.slice(11).replaceAll(':', '')}`
