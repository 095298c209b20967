import { unserialize } from 'php-serialize'
import type { Problem } from '../../../core/errors.ts'
import { isObject } from '../../../core/generic/is-object.ts'
import { WEEKDAYS } from '../../../core/recurrence/index.ts'
import { parseDate } from '../../../core/time/parse-date.ts'
import type { ItemDate } from '../../import-item-types.ts'
import { convertRecurrenceLinesToField, formatRecurrenceDate } from '../imported-recurrence-field.ts'

/**
 * The functions of this file convert recurrence rules of Events Calendar Pro (the post meta `_EventRecurrence`,
 * serialized by PHP) to lines of RFC 5545.
 */

type Values = Readonly<Record<string, unknown>>

interface EventTimes {
  start: string
  end: string
  isAllDay: boolean
  timezone: string
}

const FREQUENCIES: Readonly<Record<string, string>> = {
  Daily: 'DAILY',
  'Every Day': 'DAILY',
  Weekly: 'WEEKLY',
  'Every Week': 'WEEKLY',
  Monthly: 'MONTHLY',
  'Every Month': 'MONTHLY',
  Yearly: 'YEARLY',
  'Every Year': 'YEARLY',
}

const ORDINALS: Readonly<Record<string, number>> = { First: 1, Second: 2, Third: 3, Fourth: 4, Fifth: 5, Last: -1 }

/** The number that the plugin stores instead of a weekday for "any day", as in "the last day of the month". */
const ANY_DAY = 8

/**
 * Converts the recurrence of an event to fields, and to changes of those dates whose length differs from the event.
 * @param serialized value of `_EventRecurrence`
 * @param problems gets a problem for each rule that cannot be converted
 */
export function parseWxrRecurrence(
  serialized: string,
  times: EventTimes,
  problems: Problem[],
): { fields: { recurrence?: readonly string[] }; dates: ItemDate[] } {
  const { rules, exclusions } = parseSerialized(serialized, problems)
  const read = (rule: Values, isExclusion: boolean) => {
    const line = formatLine(rule, isExclusion, times)
    if (line === undefined) {
      const value = JSON.stringify(rule).slice(0, 200)
      problems.push({ name: 'recurrence', reason: 'import.rule', placeholders: { value } })
    }
    return line ?? []
  }
  const own = rules.flatMap((rule) => read(rule, false))
  if (own.length === 0) return { fields: {}, dates: [] }
  // The event takes place at its start even if no rule yields this date, so the start is added as RDATE.
  const start = own.some((line) => line.startsWith('RRULE'))
    ? []
    : [`RDATE:${formatRecurrenceDate(times.start, times.isAllDay)}`]
  const lines = [...own, ...start, ...exclusions.flatMap((rule) => read(rule, true))]
  const fields = convertRecurrenceLinesToField(lines, times, problems)
  return { fields, dates: fields.recurrence ? rules.flatMap((rule) => ownLength(rule, times)) : [] }
}

function parseSerialized(serialized: string, problems: Problem[]): { rules: Values[]; exclusions: Values[] } {
  const listIn = (value: unknown) =>
    isObject(value) || Array.isArray(value) ? Object.values(value).filter(isObject) : []
  try {
    const value: unknown = unserialize(serialized)
    if (isObject(value)) return { rules: listIn(value.rules), exclusions: listIn(value.exclusions) }
  } catch {
    problems.push({ name: 'recurrence', reason: 'import.rule', placeholders: { value: serialized.slice(0, 200) } })
  }
  return { rules: [], exclusions: [] }
}

/** The details of a custom rule: its member `custom` or, in older versions of the plugin, the rule itself. */
const customOf = ({ custom }: Values): Values => (isObject(custom) ? custom : {})

function formatLine(rule: Values, isExclusion: boolean, times: EventTimes): string | undefined {
  const custom = customOf(rule)
  const type = String(rule.type === 'Custom' ? custom.type : rule.type)
  if (type === 'Date') {
    const date = dateOf(custom, times)
    return date && `${isExclusion ? 'EXDATE' : 'RDATE'}:${formatRecurrenceDate(date, times.isAllDay)}`
  }
  const frequency = FREQUENCIES[type]
  const days = frequency && daysOf(frequency, custom, times.start)
  if (days === undefined) return undefined
  const interval = Number(custom.interval) > 1 ? [`INTERVAL=${Number(custom.interval)}`] : []
  const parts = [`FREQ=${frequency}`, ...interval, ...days, ...timeOf(custom, times), ...endOf(rule)]
  return `${isExclusion ? 'EXRULE' : 'RRULE'}:${parts.join(';')}`
}

/** The local start of a single date that the recurrence adds or excludes; undefined if it is not valid. */
function dateOf(custom: Values, { start }: EventTimes): string | undefined {
  const day = isObject(custom.date) ? String(custom.date.date ?? '') : ''
  const time = custom['same-time'] === 'no' ? String(custom['start-time'] ?? '') : start.slice(11)
  return /^\d{4}-\d\d-\d\d$/.test(day) ? parseDate(`${day} ${time || start.slice(11)}`, 'UTC', 0) : undefined
}

/**
 * The parts of a rule that select days, such as BYDAY; empty if they follow from the start. Undefined if the plugin's
 * values are unknown.
 */
function daysOf(frequency: string, custom: Values, start: string): string[] | undefined {
  const [month, day] = [Number(start.slice(5, 7)), Number(start.slice(8, 10))]
  if (frequency === 'WEEKLY') {
    const numbers = listOf(custom.week, 'day')
    const weekdays = numbers.map((number) => WEEKDAYS[Number(number) - 1])
    if (weekdays.includes(undefined)) return undefined
    return weekdays.length > 0 ? [`BYDAY=${weekdays.join(',')}`] : []
  }
  if (frequency === 'MONTHLY') return dayOfMonth(custom.month, day)
  if (frequency !== 'YEARLY') return []
  const months = listOf(custom.year, 'month').map(Number)
  if (months.some((number) => !(number >= 1 && number <= 12))) return undefined
  const chosen = dayOfMonth(custom.year, day)
  return chosen && [`BYMONTH=${months.length > 0 ? months.join(',') : month}`, ...chosen]
}

const listOf = (values: unknown, name: string): unknown[] => {
  const list = isObject(values) ? values[name] : undefined
  return isObject(list) ? Object.values(list) : [list ?? []].flat()
}

/**
 * The parts of a monthly rule that select a day: the day of the start, a day by its number, or a weekday such as the
 * first Saturday.
 */
function dayOfMonth(values: unknown, startDay: number): string[] | undefined {
  const { 'same-day': isSame, number, day } = isObject(values) ? values : {}
  if (isSame === 'yes' || number === undefined) return [`BYMONTHDAY=${startDay}`]
  if (Number(number) >= 1 && Number(number) <= 31) return [`BYMONTHDAY=${Number(number)}`]
  const ordinal = ORDINALS[String(number)]
  if (ordinal === undefined) return undefined
  if (Number(day) === ANY_DAY) return [`BYMONTHDAY=${ordinal}`]
  const weekday = WEEKDAYS[Number(day) - 1]
  return weekday && [`BYDAY=${ordinal}${weekday}`]
}

/** The parts of a rule that set the time of day, if it differs from the time of the start. */
function timeOf(custom: Values, { start, isAllDay }: EventTimes): string[] {
  if (custom['same-time'] !== 'no' || isAllDay) return []
  const local = parseDate(`${start.slice(0, 10)} ${custom['start-time'] ?? ''}`, 'UTC', 0)
  if (local === undefined || local === start) return []
  return [`BYHOUR=${Number(local.slice(11, 13))}`, `BYMINUTE=${Number(local.slice(14, 16))}`]
}

function endOf({ 'end-type': type, 'end-count': count, end }: Values): string[] {
  if (type === 'After' && Number(count) >= 1) return [`COUNT=${Number(count)}`]
  const day = String(end ?? '').slice(0, 10)
  return type === 'On' && /^\d{4}-\d\d-\d\d$/.test(day) ? [`UNTIL=${day.replaceAll('-', '')}T235959`] : []
}

/** The change of an added date whose length differs from the length of the event; empty if both are equal. */
function ownLength(rule: Values, times: EventTimes): ItemDate[] {
  const custom = customOf(rule)
  const start = custom.type === 'Date' && custom['same-time'] === 'no' ? dateOf(custom, times) : undefined
  const end = start && parseDate(`${start.slice(0, 10)} ${custom['end-time'] ?? ''}`, 'UTC', 0)
  const isNextDay = custom['end-day'] === 'next-day'
  if (start === undefined || end === undefined || times.isAllDay || isNextDay || end < start) return []
  const seconds = (from: string, to: string) =>
    Date.parse(`${to.replace(' ', 'T')}Z`) - Date.parse(`${from.replace(' ', 'T')}Z`)
  if (seconds(start, end) === seconds(times.start, times.end)) return []
  return [{ start, fields: { start_date: start, end_date: end } }]
}
