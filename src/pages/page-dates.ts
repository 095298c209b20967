import { memoize } from '../core/generic/memoize.ts'
import { LOCALES, type PageLanguage } from '../core/language.ts'
import { withFrenchOrdinal } from '../core/time/french-ordinal.ts'
import { FIRST_CALENDAR_DAY, LAST_CALENDAR_DAY, type LocalTime } from '../core/time/local-time.ts'
import type { Clock, WeekStart } from '../settings/appearance-fields.ts'

const FORMATS = {
  /** Example: Saturday, 21 November 2026 */
  full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  /** Example: Sat 21 Nov */
  short: { weekday: 'short', day: 'numeric', month: 'short' },
  /** Example: Saturday 21 November */
  day: { weekday: 'long', day: 'numeric', month: 'long' },
  /** Example: 21 November 2026 */
  date: { day: 'numeric', month: 'long', year: 'numeric' },
  dayMonth: { day: 'numeric', month: 'short' },
  /** Example: 21 Nov 2026 */
  dayMonthYear: { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'long' },
  monthYear: { month: 'long', year: 'numeric' },
  weekday: { weekday: 'long' },
  weekdayShort: { weekday: 'short' },
  weekdayNarrow: { weekday: 'narrow' },
  /** Example: 09:30 */
  time: { timeStyle: 'short' },
  /** Example: Saturday, 21 November 2026 at 19:30 */
  fullTime: {
    ...({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const),
    ...({ hour: 'numeric', minute: '2-digit' } as const),
  },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

export type DateFormat = keyof typeof FORMATS

/**
 * Formats a local time (`YYYY-MM-DD HH:MM:SS`) or a date (`YYYY-MM-DD`) in a language.
 * @param clock whether times of day have 12 or 24 hours; by default as usual in the language
 */
export const formatDate = (
  language: PageLanguage,
  format: DateFormat,
  local: LocalTime,
  clock: Clock = 'language',
): string => textsIn(`${language} ${format} ${clock}`)(partOf(format, local))

function partOf(format: DateFormat, local: LocalTime): string {
  if (format === 'fullTime') return local
  return format === 'time' ? local.slice(11) || '00:00:00' : dateOfLocalTime(local)
}

/**
 * Returns the function that formats the date or the time of a local time. It is memoized, because the pages of a
 * calendar repeat the same dates and times.
 * @param key language, format and clock
 */
const textsIn = memoize((key) => {
  const [language, format] = key.split(' ') as [PageLanguage, DateFormat]
  const formatter = formatterFor(key)
  if (format === 'time') return memoize((time) => formatter.format(new Date(`2000-01-01T${time}Z`)))
  if (format === 'month') return memoize((date) => monthName(language, new Date(date)))
  return memoize((date) => {
    const text = formatter.format(asDate(date))
    if (language === 'de' && format === 'fullTime') return withGermanHourWord(text)
    return language === 'fr' ? withFrenchOrdinal(text) : text
  })
})

/** Adds the word after a time of day, `um 19:30 Uhr`, which `Intl.DateTimeFormat` writes only after a range. */
const withGermanHourWord = (text: string) => text.replace(/:\d\d$/, '$& Uhr')

/** The instant at which clocks in UTC show a local time or, for a date, midnight. */
const asDate = (local: LocalTime) => new Date(`${local.replace(' ', 'T')}${local.includes(' ') ? 'Z' : ''}`)

/**
 * The name of a month without its year, taken from the formatted month with year: alone, `Intl` writes some languages
 * in the form that follows a day (Greek `Δεκεμβρίου`).
 */
function monthName(language: PageLanguage, date: Date): string {
  const parts = formatterFor(`${language} monthYear language`).formatToParts(date)
  const name = parts.find(({ type }) => type === 'month')?.value ?? ''
  return /\d/.test(name) ? formatterFor(`${language} month language`).format(date) : name
}

const CLOCK_FORMATS = {
  '12-hour': { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' },
  '24-hour': { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/**
 * The formatter for a language and format. Memoized, because creating an `Intl.DateTimeFormat` is slow.
 * @param key language, format and clock
 */
const formatterFor = memoize((key) => {
  const [language, format, clock] = key.split(' ') as [PageLanguage, DateFormat, Clock]
  const hasTime = (format === 'time' || format === 'fullTime') && clock !== 'language'
  const { timeStyle, ...fields }: Intl.DateTimeFormatOptions = FORMATS[format]
  const options = hasTime ? { ...fields, ...CLOCK_FORMATS[clock] } : FORMATS[format]
  return new Intl.DateTimeFormat(LOCALES[language], { ...options, timeZone: 'UTC' })
})

/** Formats the days from one date to another: `16–22 Nov 2026`. @param first `YYYY-MM-DD` @param last `YYYY-MM-DD` */
export function formatDateRange(language: PageLanguage, first: string, last: string): string {
  const text = formatterFor(`${language} dayMonthYear language`).formatRange(new Date(first), new Date(last))
  return language === 'fr' ? withFrenchOrdinal(text) : text
}

/**
 * Formats the time from a start to an end on the same day: `Saturday, 21 November 2026, 19:30–22:00`. The range that
 * `Intl` writes for Japanese has the date in digits with slashes, so the end is added to the start there.
 */
export function formatTimeRangeOfDay(language: PageLanguage, start: LocalTime, end: LocalTime, clock: Clock): string {
  if (language === 'ja') {
    return `${formatDate(language, 'fullTime', start, clock)}～${formatDate(language, 'time', end, clock)}`
  }
  const text = formatterFor(`${language} fullTime ${clock}`).formatRange(asDate(start), asDate(end))
  return language === 'fr' ? withFrenchOrdinal(text) : text
}

/** A month and its year as two parts of a heading, in the order of the language: Japanese `2026年`, `11月`. */
export function monthHeadingParts(language: PageLanguage, month: string) {
  const date = `${month}-01`
  const parts = formatterFor(`${language} monthYear language`).formatToParts(asDate(date))
  const isYearFirst = parts[0]?.type === 'year'
  if (!isYearFirst) return { isYearFirst, month: formatDate(language, 'month', date), year: month.slice(0, 4) }
  const monthAt = parts.findIndex(({ type }) => type === 'month')
  const textOf = (some: Intl.DateTimeFormatPart[]) => some.map(({ value }) => value).join('')
  return { isYearFirst, month: textOf(parts.slice(monthAt)), year: textOf(parts.slice(0, monthAt)) }
}

/** Begins a heading or sentence with a capital letter; some languages write months and days of the week small. */
export const capitalize = (language: PageLanguage, text: string): string =>
  text.replace(/^\p{Ll}/u, (letter) => letter.toLocaleUpperCase(LOCALES[language]))

/** The date of a local time: `2026-11-21` for `2026-11-21 19:30:00`. */
export const dateOfLocalTime = (local: LocalTime) => local.slice(0, 10)

/** Adds days to a date (`YYYY-MM-DD`). The result stays within the years 1 to 9999. */
export function addDaysToDate(date: string, days: number): string {
  const sum = midnightOf(date) + days * DAY_MS
  return new Date(Math.max(FIRST_MS, Math.min(LAST_MS, sum))).toISOString().slice(0, 10)
}

const DAY_MS = 86_400_000
const midnightOf = (date: string) => Date.parse(`${date}T00:00:00Z`)
const FIRST_MS = midnightOf(FIRST_CALENDAR_DAY)
const LAST_MS = midnightOf(LAST_CALENDAR_DAY)

/**
 * First and last year for which day, week and month pages exist. Without a limit, crawlers would follow the link to the
 * next month forever.
 */
const CALENDAR_YEARS = { first: '1900', last: '2199' }

/** Whether day, week and month pages exist for a date or month. @param period `YYYY-MM-DD` or `YYYY-MM` */
export const hasPagesForPeriod = (period: string) =>
  period.slice(0, 4) >= CALENDAR_YEARS.first && period.slice(0, 4) <= CALENDAR_YEARS.last

/** The first day of the week that contains a date. */
export const firstDateOfWeek = (date: string, weekStart: WeekStart) =>
  addDaysToDate(date, -((dayOfWeekIndex(date) + 7 - DAY_INDEXES[weekStart]) % 7))

const DAY_INDEXES: Readonly<Record<WeekStart, number>> = { sunday: 0, monday: 1, saturday: 6 }

/** The Monday of the week that contains a date, in weeks that begin on Monday (ISO 8601). */
export const mondayOfWeek = (date: string) => firstDateOfWeek(date, 'monday')

/** The month after a month. @param month `YYYY-MM` */
export const nextMonth = (month: string) => addDaysToDate(`${month}-01`, 31).slice(0, 7)
/** The month before a month. @param month `YYYY-MM` */
export const previousMonth = (month: string) => addDaysToDate(`${month}-01`, -1).slice(0, 7)

/** Day of the week of a date: 0 is Sunday, 6 Saturday. */
const dayOfWeekIndex = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay()

/** A sequence of `count` dates that begins with `first`. */
export const listConsecutiveDates = (first: string, count: number) =>
  Array.from({ length: count }, (_, day) => addDaysToDate(first, day))

/** The ISO 8601 number of the week that contains a date. Week 1 contains the first Thursday of the year. */
export function isoWeekNumber(date: string): number {
  const thursday = addDaysToDate(mondayOfWeek(date), 3)
  const days = (Date.parse(thursday) - Date.parse(`${thursday.slice(0, 4)}-01-01`)) / DAY_MS
  return Math.floor(days / 7) + 1
}
