import { type Language, LOCALES } from '../../language.ts'
import { formatMessage, type MessageKey } from '../../messages/index.ts'
import { withFrenchOrdinal } from '../../time/french-ordinal.ts'
import type { LocalTime } from '../../time/local-time.ts'

/** Joins words: `May, June and July`. */
export const joinWordsWithAnd = (words: readonly (string | number)[], language: Language): string =>
  new Intl.ListFormat(LOCALES[language], { type: 'conjunction' }).format(words.map(String))

/**
 * One word of a message that lists words, separated by `|`. @param index index of the word, counted from the end if
 * negative
 */
export const pickWordFromMessageList = (key: MessageKey, index: number, language: Language): string =>
  formatMessage(language, key).split('|').at(index) ?? ''

/** The name of a month, 1 for January. */
export const nameOfMonth = (month: number, language: Language) =>
  formatDate(new Date(Date.UTC(2000, month - 1)), { month: 'long' }, language)

/** A day of a month, from 1: `6 May`, in French and Spanish with its article, which each date of a list needs. */
export const formatDayAndMonth = (day: number, month: number, language: Language) => {
  const date = formatDate(new Date(Date.UTC(2000, month - 1, day)), { day: 'numeric', month: 'long' }, language)
  return formatMessage(language, 'recurrence.day-and-month', { date })
}

/** The day of a local time: `30 June 2031`. */
export const formatDayOfYear = (local: LocalTime, language: Language) =>
  formatDate(new Date(`${local.slice(0, 10)}T00:00:00Z`), { day: 'numeric', month: 'long', year: 'numeric' }, language)

/** The number of a day of a month: `6`, in French `1er` for the first. */
export const formatDayOfMonth = (day: number, language: Language) =>
  inLanguage(formatMessage(language, 'recurrence.ordinal-day', { day }), language)

const formatDate = (date: Date, parts: Intl.DateTimeFormatOptions, language: Language) =>
  inLanguage(date.toLocaleDateString(LOCALES[language], { ...parts, timeZone: 'UTC' }), language)

const inLanguage = (text: string, language: Language) => (language === 'fr' ? withFrenchOrdinal(text) : text)
