/**
 * This file contains the English words of dates, and the pieces of regular expressions that match them. All of them
 * ignore case.
 */

/** Matches the end of a word. */
const WORD_END = '(?![a-z])'

const MONTH_NAMES =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
export const MONTH = `(?<month>${MONTH_NAMES})${WORD_END}`

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** The number of a month, from 1, given as digits or as a name. */
export const monthNumberOfName = (text: string) => Number(text) || MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1

const WEEKDAY_NAMES = 'sun(?:day)?|mon(?:day)?|tue(?:sday)?|wed(?:nesday)?|thu(?:rsday)?|fri(?:day)?|sat(?:urday)?'
export const WEEKDAY = `(?<weekday>${WEEKDAY_NAMES})${WORD_END}`

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
/** The number of a weekday, 0 for Sunday to 6 for Saturday; -1 for other words. */
export const weekdayNumberOfName = (text: string) => WEEKDAYS.indexOf(text.slice(0, 3).toLowerCase())

const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ')
export const ORDINAL = `(?<ordinal>${ORDINALS.join('|')}|last)`
export const WHICH = `(?<which>${ORDINALS.join('|')}|next|last|previous|this)`

/** The number of units that a word adds: `third` adds 3, `next` 1, `this` 0, `last` and `previous` -1. */
export function amountOfRelativeWord(word: string): number {
  const lower = word.toLowerCase()
  if (lower === 'last' || lower === 'previous') return -1
  return lower === 'next' ? 1 : ORDINALS.indexOf(lower) + 1
}

/** A unit of relative dates, such as weeks: the counter of `DateExpression` that it increases, and by how much. */
interface Unit {
  counter: 'years' | 'months' | 'days' | 'workdays' | 'seconds'
  size: number
}

const UNITS: Record<string, Unit> = {
  sec: { counter: 'seconds', size: 1 },
  second: { counter: 'seconds', size: 1 },
  min: { counter: 'seconds', size: 60 },
  minute: { counter: 'seconds', size: 60 },
  hour: { counter: 'seconds', size: 3600 },
  day: { counter: 'days', size: 1 },
  weekday: { counter: 'workdays', size: 1 },
  week: { counter: 'days', size: 7 },
  fortnight: { counter: 'days', size: 14 },
  month: { counter: 'months', size: 1 },
  year: { counter: 'years', size: 1 },
}

export const UNIT = `(?<unit>(?:${Object.keys(UNITS).join('|')}|${WEEKDAY_NAMES})s?)${WORD_END}`

/** The unit that a singular or plural word names; undefined for a weekday such as `mondays`. */
export const parseTimeUnit = (word: string): Unit | undefined => UNITS[word.toLowerCase().replace(/s$/, '')]

/** UTC offsets of the abbreviations in e-mail (RFC 5322, 4.3) and in Europe. Others are ambiguous. */
const ABBREVIATIONS: Record<string, string> = {
  z: 'UTC',
  ut: 'UTC',
  utc: 'UTC',
  gmt: 'UTC',
  est: '-05:00',
  edt: '-04:00',
  cst: '-06:00',
  cdt: '-05:00',
  mst: '-07:00',
  mdt: '-06:00',
  pst: '-08:00',
  pdt: '-07:00',
  wet: 'UTC',
  west: '+01:00',
  cet: '+01:00',
  cest: '+02:00',
  eet: '+02:00',
  eest: '+03:00',
}

export const ZONE_ABBREVIATION = `(?<zone>${Object.keys(ABBREVIATIONS)
  .toSorted((one, other) => other.length - one.length)
  .join('|')})${WORD_END}`

/** The time zone that an abbreviation or an IANA name means, in a form that `isTimeZone` may accept. */
export const zoneOfNameOrAbbreviation = (text: string): string => ABBREVIATIONS[text.toLowerCase()] ?? text
