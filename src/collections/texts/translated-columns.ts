import type { Language } from '../../core/language.ts'
import type { Scope } from '../scope.ts'
import { languagesInPreferredOrder } from './record-texts.ts'

/**
 * A short text in several languages in one column of a record, as JSON: `{"en": "…", "de": "…"}`. Used for texts that
 * are neither searched nor part of a URL; the others have rows in the text tables.
 */

export type TextByLanguage = Partial<Record<Language, string>>

/**
 * Parses the texts in a column.
 * @param column stored JSON; empty for none
 */
const decodeTranslations = (column: string): TextByLanguage => (column === '' ? {} : JSON.parse(column))

/** The texts after the text in one language was replaced; an empty text removes it. */
export function replaceTranslation(translations: TextByLanguage, language: Language, text: string): TextByLanguage {
  const { [language]: _, ...others } = translations
  return text === '' ? others : { ...others, [language]: text }
}

/**
 * Like `replaceTranslation`, but for texts encoded as JSON in a column.
 * @returns JSON; empty if no language has a text
 */
export function replaceTranslationInColumn(column: string, language: Language, text: string): string {
  const translations = replaceTranslation(decodeTranslations(column), language, text)
  return Object.keys(translations).length === 0 ? '' : JSON.stringify(translations)
}

/**
 * The text to display, in the language that `chooseDisplayText` would choose; empty if there is none in any language.
 */
export function chooseTranslation(scope: Scope, translations: TextByLanguage, original: Language): string {
  const language = languagesInPreferredOrder(scope, original).find((one) => translations[one] !== undefined)
  return (language && translations[language]) ?? ''
}

/** Like `chooseTranslation`, but for texts encoded as JSON in a column. */
export const chooseTranslationFromColumn = (scope: Scope, column: string, original: Language): string =>
  column === '' ? '' : chooseTranslation(scope, decodeTranslations(column), original)
