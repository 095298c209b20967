import type { Language } from '../core/language.ts'
import type { LocalTime } from '../core/time/local-time.ts'

/** How each language writes dates. English as in Europe, with a clock of 24 hours, as the other four have it. */
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

const formats = new Map<string, Intl.DateTimeFormat>()

/** A wall-clock time or a date (`YYYY-MM-DD`) in the words of a language. */
export function formatDate(language: Language, format: DateFormat, local: LocalTime): string {
  const key = `${language} ${format}`
  let known = formats.get(key)
  if (known === undefined) {
    known = new Intl.DateTimeFormat(LOCALES[language], { ...FORMATS[format], timeZone: 'UTC' })
    formats.set(key, known)
  }
  return known.format(new Date(`${local.slice(0, 10)}T${local.slice(11) || '00:00:00'}Z`))
}

/** `2026-11-21` of a wall-clock time. */
export const datePart = (local: LocalTime) => local.slice(0, 10)

/** The date `days` later; the first and the last that can be written have none beyond them. */
export function addDays(date: string, days: number): string {
  const moved = midnightOf(date) + days * DAY_MS
  return new Date(Math.max(midnightOf(FIRST), Math.min(midnightOf(LAST), moved))).toISOString().slice(0, 10)
}

const [FIRST, LAST] = ['0001-01-01', '9999-12-31']
const DAY_MS = 86_400_000
const midnightOf = (date: string) => Date.parse(`${date}T00:00:00Z`)

/** Outside nobody plans, and calendars have no end. */
const YEARS = { first: '1900', last: '2199' }

/** Whether there are pages of a date or month. */
export const isInCalendarRange = (period: string) =>
  period.slice(0, 4) >= YEARS.first && period.slice(0, 4) <= YEARS.last

/** The Monday of the week a date is in (ISO 8601). */
export const mondayOf = (date: string) => addDays(date, -((weekdayOf(date) + 6) % 7))

/** 0 is Sunday. */
export const weekdayOf = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay()

/** `count` dates from `first` on. */
export const consecutiveDates = (first: string, count: number) =>
  Array.from({ length: count }, (_, day) => addDays(first, day))

/** The number of a week (ISO 8601): that of its Thursday in the year. */
export function weekNumber(date: string): number {
  const thursday = addDays(mondayOf(date), 3)
  const days = (Date.parse(thursday) - Date.parse(`${thursday.slice(0, 4)}-01-01`)) / DAY_MS
  return Math.floor(days / 7) + 1
}
