import type { Language } from '../../language.ts'
import { formatMessage, type MessageKey } from '../../messages/index.ts'
import { expandRecurrence } from '../expansion/expand-recurrence.ts'
import { isRecurrenceEndless, RECURRENCE_LIMITS, type Recurrence, type RecurrenceRule } from '../recurrence-types.ts'
import { describeDaysOfRule } from './describe-days.ts'
import { formatDayOfYear, joinWordsWithAnd } from './sentence-words.ts'

/**
 * Describes in a sentence without a full stop when an event takes place: `Every Tuesday, until 30 June 2031`. Rules that
 * have no sentence are described by the number of their dates, if they end.
 *
 * Excluded dates are not mentioned, but numbers count only the dates that remain: readers want to know how often the
 * event takes place, not what COUNT says.
 */
export function describeRecurrence(recurrence: Recurrence, language: Language): string {
  const [rule, ...others] = recurrence.rules
  const days =
    rule &&
    others.length + recurrence.excludedRules.length === 0 &&
    describeDaysOfRule(rule, recurrence.start, language)
  if (!rule || !days) return describeCount(recurrence, language)
  const excluded = new Set(recurrence.excludedDates)
  const added = recurrence.dates.filter(({ start }) => !excluded.has(start)).length
  const count = rule.count === undefined ? undefined : countDates(recurrence) - added
  if (count !== undefined && count <= 1) return describeCount(recurrence, language)
  return [
    days,
    describeTimes(rule, recurrence, language),
    describeEnd(count, rule, language),
    describeMore(added, language),
  ].join('')
}

const countDates = (recurrence: Recurrence) =>
  expandRecurrence(recurrence, { limit: RECURRENCE_LIMITS.occurrences }).length

function describeCount(recurrence: Recurrence, language: Language): string {
  if (isRecurrenceEndless(recurrence)) return formatMessage(language, 'recurrence.several')
  const count = countDates(recurrence)
  return formatMessage(language, count === 1 ? 'recurrence.one-date' : 'recurrence.dates', { n: count })
}

/** The times of day, if the rule has several. */
function describeTimes({ hours, minutes }: RecurrenceRule, { start }: Recurrence, language: Language): string {
  if (hours.length + minutes.length === 0) return ''
  const separator = language === 'fi' ? '.' : ':'
  const hourList = hours.length > 0 ? hours : [Number(start.slice(11, 13))]
  const minuteList = minutes.length > 0 ? minutes : [Number(start.slice(14, 16))]
  const times = hourList.flatMap((hour) =>
    minuteList.map((minute) => `${hour}${separator}${String(minute).padStart(2, '0')}`),
  )
  return ` ${formatMessage(language, 'recurrence.at', { list: joinWordsWithAnd(times, language) })}`
}

function describeEnd(count: number | undefined, { until }: RecurrenceRule, language: Language): string {
  if (count !== undefined) return formatMessage(language, 'recurrence.times', { n: count })
  if (until === undefined) return ''
  return formatMessage(language, 'recurrence.until', { date: formatDayOfYear(until, language) })
}

function describeMore(count: number, language: Language): string {
  if (count === 0) return ''
  const key: MessageKey = count === 1 ? 'recurrence.one-more' : 'recurrence.more'
  return formatMessage(language, key, { n: count })
}
