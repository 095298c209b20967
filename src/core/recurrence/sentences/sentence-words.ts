import { type Language, LOCALES } from '../../language.ts'
import { formatMessage, type MessageKey } from '../../messages/index.ts'

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
  new Date(Date.UTC(2000, month - 1)).toLocaleDateString(LOCALES[language], { month: 'long', timeZone: 'UTC' })

/** A day of a month, from 1: `6 May`. */
export const formatDayAndMonth = (day: number, month: number, language: Language) =>
  new Date(Date.UTC(2000, month - 1, day)).toLocaleDateString(LOCALES[language], {
    ...{ day: 'numeric', month: 'long' },
    timeZone: 'UTC',
  })
