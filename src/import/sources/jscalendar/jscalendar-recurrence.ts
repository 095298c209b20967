import { isDeepStrictEqual } from 'node:util'
import type { Problem } from '../../../core/errors.ts'
import { isObject } from '../../../core/generic/is-object.ts'
import type { ItemDate } from '../../import-item-types.ts'
import {
  convertRecurrenceLinesToField,
  formatRecurrenceDate,
  recurrenceLinesYieldDate,
} from '../imported-recurrence-field.ts'
import { convertJscalendarEventToFields } from './jscalendar-event-fields.ts'
import type { JsCalendarTimes, JsObject } from './jscalendar-times.ts'

interface JsRecurrence {
  fields: { recurrence?: readonly string[] }
  /** Those dates of the repeated event at which fields differ from the event. */
  dates: ItemDate[]
  problems: Problem[]
}

/** Converts the recurrence rules of an event and the overrides of its single dates (RFC 8984, 4.3). */
export function parseJscalendarRecurrence(event: JsObject, times: JsCalendarTimes): JsRecurrence {
  const problems: Problem[] = []
  const start = times.localTime(event.start)
  const rules = [
    ...rulesIn(event.recurrenceRules, 'RRULE', problems),
    ...rulesIn(event.excludedRecurrenceRules, 'EXRULE', problems),
  ]
  const overrides = overridesIn(event.recurrenceOverrides, times)
  if (start === undefined || rules.length + overrides.length === 0) return { fields: {}, dates: [], problems }
  const repeated = { start, isAllDay: times.isAllDay, timezone: times.zone }
  const compact = ({ date }: Override) => formatRecurrenceDate(date, times.isAllDay)
  const excluded = overrides.filter(({ patch }) => patch.excluded === true)
  const changed = overrides.filter(({ patch }) => patch.excluded !== true)
  problems.push(...changed.flatMap(({ patch }) => times.zoneProblems(patch)))
  // An override at a time that the rules do not yield adds a date.
  const added = changed.filter(({ date }) => date !== start && !recurrenceLinesYieldDate(rules, repeated, date))
  const lines = [
    ...rules,
    ...(added.length > 0 ? [`RDATE:${added.map(compact).join(',')}`] : []),
    ...(excluded.length > 0 ? [`EXDATE:${excluded.map(compact).join(',')}`] : []),
  ]
  if (lines.length === 0) return { fields: {}, dates: [], problems }
  const fields = convertRecurrenceLinesToField(lines, repeated, problems)
  return { fields, dates: changed.flatMap((override) => changedDate(event, override, times)), problems }
}

interface Override {
  /** Local start of the date according to the rules, even if the override moves it. */
  date: string
  patch: JsObject
}

const overridesIn = (value: unknown, times: JsCalendarTimes): Override[] =>
  Object.entries(isObject(value) ? value : {}).flatMap(([key, patch]) => {
    const date = times.localTime(key)
    return date !== undefined && isObject(patch) ? [{ date, patch }] : []
  })

/** The change of one date: the fields in which it differs from its event; an empty list if none differs. */
function changedDate(event: JsObject, { date, patch }: Override, times: JsCalendarTimes): ItemDate[] {
  const original = { ...event, start: date.replace(' ', 'T') }
  const [common, own] = [
    convertJscalendarEventToFields(original, times),
    convertJscalendarEventToFields(withPatch(original, patch), times),
  ]
  const names = Object.keys(own).filter((name) => !isDeepStrictEqual(own[name], common[name]))
  const hasTimes = names.includes('start_date') || names.includes('end_date')
  const fields = {
    ...Object.fromEntries(names.map((name) => [name, own[name]])),
    ...(hasTimes && { start_date: own.start_date, end_date: own.end_date }),
  }
  return Object.keys(fields).length > 0 ? [{ start: date, fields }] : []
}

/**
 * Applies a patch to a copy of an event (RFC 8984, 1.4.9). The keys of a patch are paths such as `locations/1/name`;
 * null removes a member.
 */
function withPatch(event: JsObject, patch: JsObject): JsObject {
  return Object.entries(patch).reduce((changed, [path, value]) => withValueAt(changed, path.split('/'), value), event)
}

function withValueAt(object: JsObject, [first = '', ...rest]: readonly string[], value: unknown): JsObject {
  const name = first.replaceAll('~1', '/').replaceAll('~0', '~')
  const inside = object[name]
  const own = rest.length === 0 ? value : withValueAt(isObject(inside) ? inside : {}, rest, value)
  const others = Object.entries(object).filter(([other]) => other !== name)
  return Object.fromEntries(own === null ? others : [...others, [name, own]])
}

/** Parts of a recurrence rule whose values are numbers, by their names in JSCalendar, with their names in RFC 5545. */
const NUMBER_PARTS = {
  interval: 'INTERVAL',
  count: 'COUNT',
  byMonthDay: 'BYMONTHDAY',
  byMonth: 'BYMONTH',
  byYearDay: 'BYYEARDAY',
  byWeekNo: 'BYWEEKNO',
  byHour: 'BYHOUR',
  byMinute: 'BYMINUTE',
  bySecond: 'BYSECOND',
  bySetPosition: 'BYSETPOS',
} as const

/**
 * Converts the rules of a member to lines such as `RRULE:FREQ=WEEKLY`. Rules of a calendar other than the Gregorian are
 * reported.
 */
function rulesIn(value: unknown, name: string, problems: Problem[]): string[] {
  return (Array.isArray(value) ? value.filter(isObject) : []).flatMap((rule) => {
    const isGregorian = rule.rscale === undefined || String(rule.rscale).toLowerCase() === 'gregorian'
    const isOmitting = rule.skip === undefined || rule.skip === 'omit'
    if (isGregorian && isOmitting) return [`${name}:${formatJsRule(rule)}`]
    const placeholders = { value: JSON.stringify(rule).slice(0, 200) }
    problems.push({ name: 'recurrence', reason: 'import.rule', placeholders })
    return []
  })
}

function formatJsRule(rule: JsObject): string {
  const days = (Array.isArray(rule.byDay) ? rule.byDay.filter(isObject) : []).map(
    ({ day, nthOfPeriod }) => `${nthOfPeriod ?? ''}${String(day).toUpperCase()}`,
  )
  const numbers = Object.entries(NUMBER_PARTS).map(([name, part]) => [part, [rule[name] ?? []].flat().join(',')])
  const parts = [
    ['FREQ', String(rule.frequency ?? '').toUpperCase()],
    ...numbers,
    ['UNTIL', String(rule.until ?? '').replace(/[-:]/g, '')],
    ['BYDAY', days.join(',')],
    ['WKST', String(rule.firstDayOfWeek ?? '').toUpperCase()],
  ]
  return parts.flatMap(([name, text]) => (text === '' ? [] : [`${name}=${text}`])).join(';')
}
