import type { Language } from '../../language.ts'
import { formatMessage } from '../../messages/index.ts'
import type { RecurrenceRule, RuleWeekday } from '../recurrence-types.ts'
import { formatDayOfMonth, joinWordsWithAnd, pickWordFromMessageList } from './sentence-words.ts'

/**
 * Describes the days of a month: `on days 6 and 20`, `on the last day`, `on the first and third Tuesday`.
 * @returns undefined for days that have no short description
 */
export function describeDaysOfMonth(rule: RecurrenceRule, language: Language): string | undefined {
  const { monthDays, weekdays, positions } = rule
  if (monthDays.length > 0) {
    return weekdays.length + positions.length === 0 ? describeMonthDays(monthDays, language) : undefined
  }
  const [position, ...others] = positions
  if (position === undefined) return describeWeekdays(weekdays, language)
  const isPlain = weekdays.every(({ ordinal }) => ordinal === 0)
  if (others.length > 0 || !isPlain || !hasName(position)) return undefined
  const [weekday] = weekdays
  if (weekday !== undefined && weekdays.length === 1) {
    return describeWeekdays([{ ...weekday, ordinal: position }], language)
  }
  const isWorkdays = String(weekdays.map(({ weekday }) => weekday)) === '0,1,2,3,4'
  return isWorkdays ? on([place('recurrence.place-of-workday', [position], language)], language) : undefined
}

function describeMonthDays(days: readonly number[], language: Language): string | undefined {
  if (String(days) === '-1') return formatMessage(language, 'recurrence.on-last-day')
  if (days.some((day) => day < 0)) return undefined
  const written = days.map((day) => formatDayOfMonth(day, language))
  const key = days.length === 1 ? 'recurrence.on-day' : 'recurrence.on-days'
  return formatMessage(language, key, { list: joinWordsWithAnd(written, language) })
}

function describeWeekdays(weekdays: readonly RuleWeekday[], language: Language): string | undefined {
  if (weekdays.length === 0 || !weekdays.every(({ ordinal }) => hasName(ordinal))) return undefined
  const groups = Map.groupBy(weekdays, ({ weekday }) => weekday)
  const places = [...groups].map(([weekday, days]) => {
    // Ordinals are sorted upwards, but -1 (the last day) comes after all others.
    const ordinals = days.map(({ ordinal }) => ordinal).sort((a, b) => (a < 0 ? 1 : b < 0 ? -1 : a - b))
    return place('recurrence.place', ordinals, language, weekday)
  })
  return on(places, language)
}

/** Whether there is a word for an ordinal: from first to fifth, and last. */
const hasName = (ordinal: number) => ordinal === -1 || (ordinal >= 1 && ordinal <= 5)

function place(
  key: 'recurrence.place' | 'recurrence.place-of-workday',
  ordinals: readonly number[],
  language: Language,
  weekday = 0,
): string {
  const words = ordinals.map((ordinal) =>
    pickWordFromMessageList('recurrence.ordinals', ordinal > 0 ? ordinal - 1 : -1, language),
  )
  return formatMessage(language, key, {
    ordinals: joinWordsWithAnd(words, language),
    weekday: pickWordFromMessageList('recurrence.on-names', weekday, language),
  })
}

const on = (places: readonly string[], language: Language) =>
  formatMessage(language, 'recurrence.on-place', { list: joinWordsWithAnd(places, language) })
