/**
 * What people type, read as a local date and time: ISO 8601 and its cousins, US and European digits, English words, timestamps.
 *
 * The conventions are those of PHP's `strtotime`, with which the contract's peer reads dates, but nothing is guessed: the whole text must
 * be understood, and what does not exist (31 April, 25:00) is refused instead of rolled over.
 */
import {
  addDays,
  addMonths,
  instantOf,
  isLocalTime,
  knownZone,
  type LocalTime,
  localOf,
  startOfDay,
} from './instant.ts'

const TEXT_LENGTH_MAX = 100

/**
 * The wall-clock time in `zone` that a text means, or undefined when it cannot be read.
 *
 * A day without a time is its 00:00:00; what only moves from now (`+1 week`, `next month`) keeps the time of day. A text with its own
 * offset or zone is read there and converted. A time that `zone` skips in spring stays as typed: `instantOf` decides what it means.
 * @param zone a name that `knownZone` knows
 * @param now  seconds since 1970-01-01 UTC
 * @throws {RangeError} when the zone is needed and unknown
 */
export function readDate(text: string, zone: string, now: number): LocalTime | undefined {
  if (text.length > TEXT_LENGTH_MAX) return undefined
  const line = text.trim().replace(/\s+/g, ' ')
  if (isLocalTime(line)) return line
  if (!/^[ -~]+$/.test(line)) return undefined // before lower case, which makes a `k` of the Kelvin sign
  const typed = line.toLowerCase()
  const here = localOf(now, zone) // outside the net below: an unknown zone is the caller's mistake, not the text's
  try {
    return TIMESTAMP.test(typed) ? readDigits(typed, zone) : readWords(typed, zone, now, here)
  } catch (error) {
    if (error instanceof RangeError) return undefined // moved out of the years 1 to 9999
    throw error
  }
}

const TIMESTAMP = /^@?-?\d+$/
const COMPACT = /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d))?$/

/** `20330302`, `20330302101500`, or seconds since the epoch. */
function readDigits(typed: string, zone: string): LocalTime {
  const [, year, month, day, hour = '00', minute = '00', second = '00'] = COMPACT.exec(typed) ?? []
  const compact = `${year}-${month}-${day} ${hour}:${minute}:${second}`
  return isLocalTime(compact) ? compact : localOf(Number(typed.replace('@', '')), zone)
}

function readWords(typed: string, zone: string, now: number, here: LocalTime): LocalTime | undefined {
  const reading = partsOf(typed)
  if (reading === undefined) return undefined
  const present = reading.zone === undefined ? here : localOf(now, reading.zone)
  const base = baseOf(reading, present)
  if (base === undefined) return undefined
  const total = (hand: Move[0]) => reading.moves.reduce((sum, [moved, count]) => sum + (moved === hand ? count : 0), 0)
  const moved = addDays(addMonths(base, total('months')), total('days'))
  if (total('seconds') === 0 && reading.zone === undefined) return moved
  // Hours are time that passes, not hands that turn; and only `now` itself knows which pass of a repeated hour it is in.
  const start = moved === present ? now : instantOf(moved, reading.zone ?? zone)
  return localOf(start + total('seconds'), zone)
}

/** The day and time that the text names, before they are moved. */
function baseOf({ day, weekday, time }: Reading, present: LocalTime): LocalTime | undefined {
  const today = startOfDay(present)
  const named = day?.(today) ?? (weekday === undefined ? undefined : upcoming(weekday, today))
  const base = `${(named ?? today).slice(0, 10)} ${time ?? (named === undefined ? present : today).slice(11)}`
  if (!isLocalTime(base)) return undefined
  return weekday === undefined || weekdayOf(base) === weekday ? base : undefined
}

interface Reading {
  /** The 00:00:00 of the day named, given today's; the calendar may not have it. */
  day?: (today: LocalTime) => string
  /** 0 is Sunday. Names the day if nothing else does; else it must be that day's. */
  weekday?: number
  /** `HH:MM:SS`; the clock may not have it. */
  time?: string
  zone?: string
  moves: Move[]
}
type Move = readonly [hand: 'months' | 'days' | 'seconds', count: number]

/** Takes a text apart from left to right; undefined when something is left over, or said twice. */
function partsOf(typed: string): Reading | undefined {
  const text = typed.replace(/^(\d{4}-\d\d-\d\d)t(?=\d)/, '$1 ')
  const reading: Reading = { moves: [] }
  for (let at = 0; at < text.length; ) {
    const found = matchAt(text, at)
    if (found?.part === undefined) return undefined
    const { moves = [], ...said } = found.part
    if (Object.keys(said).some((key) => key in reading)) return undefined
    Object.assign(reading, said)
    reading.moves.push(...moves)
    at = found.end
  }
  return reading
}

function matchAt(text: string, at: number) {
  for (const [shape, take] of RULES) {
    shape.lastIndex = at
    const words = shape.exec(text)?.groups
    if (words !== undefined) return { part: take(words), end: shape.lastIndex }
  }
  return undefined
}

type Words = Record<string, string | undefined>
type Rule = readonly [shape: RegExp, take: (words: Words) => Partial<Reading> | undefined]

const MONTHS = 'january february march april may june july august september october november december'.split(' ')
const WEEKDAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ')
const shortOrFull = (names: string[]) => names.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')

const { raw } = String
const YEAR = raw`(?<year>\d{4})`
const MONTH = raw`(?<month>${shortOrFull(MONTHS)}|sept)\.?`
const DAY = raw`(?<day>\d\d?)(?:st|nd|rd|th)?`
const WEEKDAY = `(?<weekday>${shortOrFull(WEEKDAYS)}|tues|thurs?)`
const WHICH = '(?<which>next|last|previous|this)'
const UNIT = '(?<unit>sec(?:ond)?|min(?:ute)?|hour|day|week|fortnight|month|year)s?'
const CLOCK = raw`(?::(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,]\d+)?)?)`
const OFFSET = raw`utc[+-]\d\d?(?::\d\d)?|[+-]\d\d(?::?\d\d)?(?! ?[a-z])` // "10:00 +10 days" has none
const ZONE = raw`(?: ?(?<zone>z|utc|gmt|${OFFSET}))?(?:\[(?<place>[\w/+-]+)\])?`

/** Each takes one part of the text, with the blanks and commas behind it. The first that fits wins. */
const RULES: readonly Rule[] = [
  rule(raw`${YEAR}(?<gap>[-/])(?<month>\d\d?)\k<gap>(?<day>\d\d?)`, dayPart),
  rule(raw`(?<month>\d\d?)/(?<day>\d\d?)/${YEAR}`, dayPart), // slashes are American: the month comes first
  rule(raw`(?<day>\d\d?)(?<gap>[-.])(?<month>\d\d?)\k<gap>${YEAR}`, dayPart), // dots and dashes are not
  rule(`${DAY}[ -]?(?:of )?${MONTH}(?:[ ,-]+${YEAR})?`, dayPart),
  rule(`${MONTH}[ -]?${DAY}(?:[ ,-]+${YEAR})?`, dayPart),
  rule(`${YEAR}[ -]${MONTH}[ -]${DAY}`, dayPart),
  rule(`${MONTH}[ ,-]+${YEAR}`, dayPart),
  rule(
    `(?<nth>first|second|third|fourth|fifth|last) (?:day|${WEEKDAY}) of (?:${MONTH}(?:[ ,]+${YEAR})?|${WHICH} month)`,
    (words) => ({ day: (today) => nthDay(words, today) }),
  ),
  rule('(?<near>yesterday|today|tomorrow)', ({ near }) => ({
    day: (today) => addDays(today, NEAR.indexOf(near ?? '') - 1),
  })),
  rule(`${WHICH} ${WEEKDAY}`, (words) => ({ day: (today) => weekdayBeside(words, today) })),
  rule(WEEKDAY, ({ weekday }) => ({ weekday: indexOfName(WEEKDAYS, weekday) })),
  rule(raw`(?:at )?(?<hour>0?[1-9]|1[0-2])${CLOCK}? ?(?<half>[ap])\.?m\.?${ZONE}`, timePart),
  rule(raw`(?:at )?(?<hour>\d\d?)${CLOCK}${ZONE}`, timePart),
  rule('(?:at )?(?<word>noon|midnight)', ({ word }) => ({ time: word === 'noon' ? '12:00:00' : '00:00:00' })),
  rule('(?<word>now)', () => ({})),
  rule(`${WHICH} ${UNIT}`, ({ which, unit }) => ({ moves: [moveBy(stepOf(which), unit)] })),
  rule(raw`(?:in |(?<sign>[+-]) ?)?(?<count>\d{1,6}) ?${UNIT}(?<ago> ago)?`, ({ sign, count, unit, ago }) => ({
    moves: [moveBy(Number(count) * (sign === '-' ? -1 : 1) * (ago === undefined ? 1 : -1), unit)],
  })),
]

function rule(source: string, take: Rule[1]): Rule {
  return [new RegExp(`${source}(?:[ ,]+|$)`, 'y'), take]
}

function dayPart(words: Words): Partial<Reading> {
  return { day: (today) => calendarDay(words, today) }
}

/** The first of the month if no day is named, this year if no year is. */
function calendarDay({ year, month = '', day = '1' }: Words, today: LocalTime): string {
  const number = /\d/.test(month) ? month : String(indexOfName(MONTHS, month) + 1)
  return `${year ?? today.slice(0, 4)}-${number.padStart(2, '0')}-${day.padStart(2, '0')} 00:00:00`
}

/** "first monday of may 2031", "last day of next month"; empty when the month has no fifth. */
function nthDay({ nth = '', weekday, which, year, month }: Words, today: LocalTime): string {
  const first =
    which === undefined
      ? calendarDay({ year, month }, today)
      : `${addMonths(today, stepOf(which)).slice(0, 7)}-01 00:00:00`
  const stride = weekday === undefined ? 1 : 7
  const onOrAfter = (day: LocalTime) => (weekday === undefined ? day : upcoming(indexOfName(WEEKDAYS, weekday), day))
  if (nth === 'last') return addDays(onOrAfter(addMonths(first, 1)), -stride)
  const day = addDays(onOrAfter(first), NTH.indexOf(nth) * stride)
  return day.slice(0, 7) === first.slice(0, 7) ? day : ''
}

/** "next friday" is after today and "last friday" before; "this friday" may be today. */
function weekdayBeside({ which, weekday }: Words, today: LocalTime): LocalTime {
  const wanted = indexOfName(WEEKDAYS, weekday)
  const step = stepOf(which)
  return step < 0 ? addDays(upcoming(wanted, today), -7) : upcoming(wanted, addDays(today, step))
}

function timePart({ hour = '', minute = '00', second = '00', half, zone, place }: Words): Partial<Reading> | undefined {
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'p' ? 12 : 0)
  const time = `${String(hours).padStart(2, '0')}:${minute}:${second}`
  if (zone === undefined && place === undefined) return { time }
  const named = zone === 'z' ? 'utc' : (zone ?? place ?? '')
  return knownZone(named) && knownZone(place ?? named) ? { time, zone: named } : undefined
}

function moveBy(count: number, unit = ''): Move {
  const [hand, size] = UNITS.find(([name]) => unit.startsWith(name))?.[1] ?? ['days', 0]
  return [hand, size * count]
}

/** The first such weekday on or after a day. */
function upcoming(weekday: number, day: LocalTime): LocalTime {
  return addDays(day, (weekday - weekdayOf(day) + 7) % 7)
}

function weekdayOf(day: LocalTime): number {
  return new Date(`${day.slice(0, 10)}T00:00:00Z`).getUTCDay()
}

function indexOfName(names: readonly string[], word = ''): number {
  return names.findIndex((name) => name.startsWith(word.slice(0, 3)))
}

function stepOf(which: string | undefined): number {
  return which === 'next' ? 1 : which === 'this' ? 0 : -1
}

const NEAR = ['yesterday', 'today', 'tomorrow']
const NTH = ['first', 'second', 'third', 'fourth', 'fifth']
const UNITS: readonly (readonly [name: string, size: Move])[] = [
  ['sec', ['seconds', 1]],
  ['min', ['seconds', 60]],
  ['hour', ['seconds', 3600]],
  ['day', ['days', 1]],
  ['week', ['days', 7]],
  ['fortnight', ['days', 14]],
  ['month', ['months', 1]],
  ['year', ['months', 12]],
]
