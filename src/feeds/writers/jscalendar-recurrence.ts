import { isDeepStrictEqual } from 'node:util'
import { type RecurrenceRule, WEEKDAYS } from '../../core/recurrence/index.ts'
import type { FeedEvent } from '../feed-event-types.ts'

/**
 * The properties that overrides of dates leave out: programs ignore the first five there (RFC 8984, 4.3.5), and the
 * others say when the entry as a whole was changed.
 */
const FIXED = new Set(['@type', 'uid', 'prodId', 'privacy', 'relatedTo', 'created', 'updated', 'sequence'])

/**
 * The properties `recurrenceRules` and `recurrenceOverrides` (RFC 8984, 4.3) of an entry that represents all dates of a
 * repeated event; none for other entries.
 * @param propertiesOf returns the other properties of an event
 */
export function jscalendarRecurrenceProperties(event: FeedEvent, propertiesOf: (event: FeedEvent) => object): object {
  const { repeated } = event
  if (repeated === undefined) return {}
  const patches = repeated.changed.map(
    ({ originalStart, event: date }) => [originalStart, patchOf(propertiesOf(event), propertiesOf(date))] as const,
  )
  const excluded = repeated.excluded.map((start) => [start, { excluded: true }] as const)
  const overrides = [...excluded, ...patches].map(([start, patch]) => [start.replace(' ', 'T'), patch])
  return {
    recurrenceRules: repeated.rules.map(jsRule),
    ...(overrides.length > 0 && { recurrenceOverrides: Object.fromEntries(overrides) }),
  }
}

/** Computes the patch that changes the properties of an event to those of one of its dates. */
function patchOf(event: object, date: object): object {
  const [from, to] = [event as Record<string, unknown>, date as Record<string, unknown>]
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])].filter((name) => !FIXED.has(name))
  const changed = names.filter((name) => !isDeepStrictEqual(from[name], to[name]))
  return Object.fromEntries(changed.map((name) => [name, to[name] ?? null]))
}

function jsRule(rule: RecurrenceRule): object {
  const { frequency, interval, count, until, weekdays } = rule
  const byDay = weekdays.map(({ weekday, ordinal }) => ({
    '@type': 'NDay',
    day: dayName(weekday),
    ...(ordinal !== 0 && { nthOfPeriod: ordinal }),
  }))
  const lists = {
    byDay,
    byMonthDay: rule.monthDays,
    byMonth: rule.months.map(String),
    byYearDay: rule.yearDays,
    byWeekNo: rule.weekNumbers,
    byHour: rule.hours,
    byMinute: rule.minutes,
    bySetPosition: rule.positions,
  }
  return {
    '@type': 'RecurrenceRule',
    frequency: frequency.toLowerCase(),
    ...(interval !== 1 && { interval }),
    ...(rule.weekStart !== 0 && { firstDayOfWeek: dayName(rule.weekStart) }),
    ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)),
    ...(count !== undefined && { count }),
    ...(until !== undefined && { until: until.replace(' ', 'T') }),
  }
}

const dayName = (weekday: number) => WEEKDAYS[weekday]?.toLowerCase()
