import type { Language } from '../core/language.ts'
import type { LocalTime } from '../core/time/local-time.ts'

/**
 * The locale in which each language formats dates: European English, so that all five have day before month and 24
 * hours.
 */
export const LOCALES: Record<Language, string> = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR', es: 'es-ES', fi: 'fi-FI' }

const FORMATS = {
  /** Saturday 21 November 2026 */
  full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  /** Sat 21 Nov */
  short: { weekday: 'short', day: 'numeric', month: 'short' },
  /** Saturday 21 November */
  day: { weekday: 'long', day: 'numeric', month: 'long' },
  /** 21 November 2026 */
  date: { day: 'numeric', month: 'long', year: 'numeric' },
  dayMonth: { day: 'numeric', month: 'short' },
  month: { month: 'long' },
  monthYear: { month: 'long', year: 'numeric' },
  weekday: { weekday: 'long' },
  weekdayShort: { weekday: 'short' },
  time: { hour: 'numeric', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

export type DateFormat = keyof typeof FORMATS

/** Formats by language and name, because creating one is slow. */
const formatCache = new Map<string, Intl.DateTimeFormat>()

/** Formats a local time or a date (`YYYY-MM-DD`) in a language. */
export function formatDate(language: Language, format: DateFormat, local: LocalTime): string {
  const key = `${language} ${format}`
  let cached = formatCache.get(key)
  if (cached === undefined) {
    cached = new Intl.DateTimeFormat(LOCALES[language], { ...FORMATS[format], timeZone: 'UTC' })
    formatCache.set(key, cached)
  }
  return cached.format(new Date(`${local.slice(0, 10)}T${local.slice(11) || '00:00:00'}Z`))
}

/** The date of a local time: `2026-11-21`. */
export const datePart = (local: LocalTime) => local.slice(0, 10)

/** The date `days` later, limited to the years 1 to 9999. */
export function addDaysToDate(date: string, days: number): string {
  const sum = midnightOf(date) + days * DAY_MS
  return new Date(Math.max(midnightOf(FIRST), Math.min(midnightOf(LAST), sum))).toISOString().slice(0, 10)
}

const [FIRST, LAST] = ['0001-01-01', '9999-12-31']
const DAY_MS = 86_400_000
const midnightOf = (date: string) => Date.parse(`${date}T00:00:00Z`)

/** The years that have calendar pages. Without a limit, robots that follow "next month" would never end. */
const CALENDAR_YEARS = { first: '1900', last: '2199' }

/** Whether a date or month has a calendar page. @param period `YYYY-MM-DD` or `YYYY-MM` */
export const isInCalendarRange = (period: string) =>
  period.slice(0, 4) >= CALENDAR_YEARS.first && period.slice(0, 4) <= CALENDAR_YEARS.last

/** The Monday of the week that contains a date (ISO 8601). */
export const mondayOf = (date: string) => addDaysToDate(date, -((weekdayOf(date) + 6) % 7))

/** Day of the week: 0 is Sunday. */
export const weekdayOf = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay()

/** `count` dates, beginning with `first`. */
export const consecutiveDates = (first: string, count: number) =>
  Array.from({ length: count }, (_, day) => addDaysToDate(first, day))

/** The week number (ISO 8601): week 1 has the first Thursday of the year. */
export function weekNumber(date: string): number {
  const thursday = addDaysToDate(mondayOf(date), 3)
  const days = (Date.parse(thursday) - Date.parse(`${thursday.slice(0, 4)}-01-01`)) / DAY_MS
  return Math.floor(days / 7) + 1
}
