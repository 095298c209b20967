import { type Language, LOCALES } from '../../language.ts'
import { formatMessage, type MessageKey } from '../../messages/index.ts'
import type { LocalTime } from '../../time/local-time.ts'
import { expandRecurrence } from '../expansion/expand-recurrence.ts'
import { isRecurrenceEndless, RECURRENCE_LIMITS, type Recurrence, type RecurrenceRule } from '../recurrence-types.ts'
import { describeDaysOfRule } from './describe-days.ts'
import { joinWordsWithAnd } from './sentence-words.ts'

/**
 * Describes in a sentence without a full stop when an event takes place: `Every Tuesday, until 30 June 2031`. Excluded
 * dates are not mentioned. Rules that have no sentence are described by the number of their dates, if they end.
 */
export function describeRecurrence(recurrence: Recurrence, language: Language): string {
  const [rule, ...others] = recurrence.rules
  const days =
    rule &&
    others.length + recurrence.excludedRules.length === 0 &&
    describeDaysOfRule(rule, recurrence.start, language)
  if (!rule || !days || rule.count === 1) return describeCount(recurrence, language)
  return [
    days,
    describeTimes(rule, recurrence, language),
    describeEnd(rule, language),
    describeMore(recurrence.dates.length, language),
  ].join('')
}

function describeCount(recurrence: Recurrence, language: Language): string {
  if (isRecurrenceEndless(recurrence)) return formatMessage(language, 'recurrence.several')
  const count = expandRecurrence(recurrence, { limit: RECURRENCE_LIMITS.occurrences }).length
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

function describeEnd({ count, until }: RecurrenceRule, language: Language): string {
  if (count !== undefined) return formatMessage(language, 'recurrence.times', { n: count })
  if (until === undefined) return ''
  return formatMessage(language, 'recurrence.until', { date: formatDay(until, language) })
}

function describeMore(count: number, language: Language): string {
  if (count === 0) return ''
  const key: MessageKey = count === 1 ? 'recurrence.one-more' : 'recurrence.more'
  return formatMessage(language, key, { n: count })
}

const formatDay = (local: LocalTime, language: Language) =>
  new Date(`${local.slice(0, 10)}T00:00:00Z`).toLocaleDateString(LOCALES[language], {
    ...{ day: 'numeric', month: 'long', year: 'numeric' },
    timeZone: 'UTC',
  })
