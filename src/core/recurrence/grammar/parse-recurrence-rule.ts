import { endOfDay, type LocalTime } from '../../time/local-time.ts'
import { recurrenceValueError } from '../recurrence-errors.ts'
import {
  FREQUENCIES,
  type Frequency,
  type RecurrenceRule,
  type RecurringTimes,
  type RuleWeekday,
  WEEKDAYS,
} from '../recurrence-types.ts'
import { checkRuleParts } from './check-rule-parts.ts'
import { parseRecurrenceDate } from './parse-recurrence-date.ts'
import { NUMBER_LIST_PARTS, RULE_LIMITS } from './recurrence-rule-parts-and-limits.ts'

/** The parts of a rule by name, in capital letters. */
type Parts = ReadonlyMap<string, string>

/**
 * Parses the value of an RRULE or EXRULE, e.g. `FREQ=WEEKLY;BYDAY=TU`.
 * @param now Unix time in seconds, for an UNTIL such as `next year`
 * @throws {RecurrenceError}
 */
export function parseRecurrenceRule(text: string, times: RecurringTimes, now: number): RecurrenceRule {
  const parts = splitParts(text)
  const count = parts.get('COUNT')
  const until = parts.get('UNTIL')
  const rule = {
    frequency: parseFrequency(parts.get('FREQ') ?? ''),
    interval: parseCount('INTERVAL', parts.get('INTERVAL') ?? '1', RULE_LIMITS.interval),
    ...(count !== undefined && { count: parseCount('COUNT', count, RULE_LIMITS.count) }),
    ...(until !== undefined && { until: parseUntil(until, times, now) }),
    months: numberList('BYMONTH', parts),
    weekNumbers: numberList('BYWEEKNO', parts),
    yearDays: numberList('BYYEARDAY', parts),
    monthDays: numberList('BYMONTHDAY', parts),
    weekdays: weekdayList(parts.get('BYDAY')),
    hours: numberList('BYHOUR', parts),
    minutes: numberList('BYMINUTE', parts),
    positions: numberList('BYSETPOS', parts),
    weekStart: parseWeekStart(parts.get('WKST') ?? 'MO'),
  }
  checkRuleParts(rule)
  // RFC 5545 requires that the times of a rule are ignored if the event lasts all day.
  return times.isAllDay ? { ...rule, hours: [], minutes: [] } : rule
}

const PART_NAMES = new Set([...Object.keys(NUMBER_LIST_PARTS), 'FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'WKST'])

function splitParts(text: string): Parts {
  const parts = new Map<string, string>()
  for (const part of text.replace(/;\s*$/, '').split(';')) {
    const [, name = part, value = ''] = /^([^=]*)=(.*)$/s.exec(part) ?? []
    const partName = name.trim().toUpperCase()
    if (!PART_NAMES.has(partName)) throw recurrenceValueError('reason.recurrence-part', name.trim())
    if (parts.has(partName)) throw recurrenceValueError('reason.recurrence-twice', partName, { part: partName })
    parts.set(partName, value.trim())
  }
  return parts
}

function parseFrequency(text: string): Frequency {
  const frequency = FREQUENCIES.find((one) => one === text.toUpperCase())
  if (frequency === undefined) throw notAllowed('FREQ', text, FREQUENCIES.join(', '))
  return frequency
}

function parseCount(part: string, text: string, max: number): number {
  const count = /^\+?\d{1,9}$/.test(text) ? Number(text) : 0
  if (count < 1 || count > max) throw notAllowed(part, text, `1–${max}`)
  return count
}

/** The last time that a rule may give; a day without a time means its end. */
function parseUntil(text: string, { timezone, isAllDay }: RecurringTimes, now: number): LocalTime {
  const moment = parseRecurrenceDate(text, { zone: timezone, now, part: 'UNTIL' })
  return moment.hasTime && !isAllDay ? moment.local : endOfDay(moment.local)
}

function numberList(part: string, parts: Parts): number[] {
  const text = parts.get(part)
  const range = NUMBER_LIST_PARTS[part]
  if (text === undefined || range === undefined) return []
  const { min, max, fromEnd, entriesMax } = range
  const allowed = fromEnd ? `${min}–${max}, −${max}–−${min}` : `${min}–${max}`
  const numbers = text.split(',').map((entry) => {
    const number = /^\s*[+-]?\d{1,3}\s*$/.test(entry) ? Number(entry) : Number.NaN
    const size = fromEnd ? Math.abs(number) : number
    if (!(size >= min && size <= max)) throw notAllowed(part, entry, allowed)
    return number
  })
  const sorted = [...new Set(numbers)].sort((a, b) => a - b)
  if (sorted.length > (entriesMax ?? sorted.length)) throw notAllowed(part, text, `≤ ${entriesMax}`)
  return sorted
}

function weekdayList(text: string | undefined): RuleWeekday[] {
  if (text === undefined) return []
  const entries = new Map(
    text.split(',').map((entry) => {
      const [, ordinal = '', name = ''] = /^\s*([+-]?\d{1,2})?([A-Z]{2})\s*$/i.exec(entry) ?? []
      const weekday = weekdayNumberOfName(name)
      const isOrdinal = ordinal === '' || (Number(ordinal) !== 0 && Math.abs(Number(ordinal)) <= RULE_LIMITS.ordinal)
      if (weekday < 0 || !isOrdinal) throw notAllowed('BYDAY', entry, `${WEEKDAYS.join(', ')}, 1MO, −1FR, …`)
      return [`${Number(ordinal)}${weekday}`, { weekday, ordinal: Number(ordinal) }]
    }),
  )
  return [...entries.values()].sort((a, b) => a.weekday - b.weekday || a.ordinal - b.ordinal)
}

function parseWeekStart(text: string): number {
  const weekday = weekdayNumberOfName(text)
  if (weekday < 0) throw notAllowed('WKST', text, WEEKDAYS.join(', '))
  return weekday
}

/** The number of a weekday in RFC 5545 (`MO`): 0 for Monday to 6 for Sunday; -1 for other texts. */
const weekdayNumberOfName = (text: string) => (WEEKDAYS as readonly string[]).indexOf(text.toUpperCase())

const notAllowed = (part: string, value: string, allowed: string) =>
  recurrenceValueError('reason.recurrence-value', value.trim(), { part, allowed })
