import { isLanguage, type Language } from '../../core/language.ts'
import type { Scope } from '../collection.ts'
import { languagePreference } from './texts.ts'

/**
 * A short text in several languages in one column of a record, as JSON: `{"en": "…", "de": "…"}`. Used for texts that are
 * neither searched nor part of a URL; the others have rows in the text tables.
 */

type Translations = Partial<Record<Language, string>>

/** @param column stored JSON; empty for none */
export const decodeTranslations = (column: string): Translations => (column === '' ? {} : JSON.parse(column))

/** @returns JSON for the column; empty if no language has a text */
function encodeTranslations(translations: Translations): string {
  const filled = Object.entries(translations).filter(([, text]) => text !== '')
  return filled.length === 0 ? '' : JSON.stringify(Object.fromEntries(filled))
}

/** The column after a write of the text in one language; empty text removes it. */
export const withTranslation = (column: string, language: Language, text: string): string =>
  encodeTranslations({ ...decodeTranslations(column), [language]: text })

/** The text to display, in the language that `displayText` would choose; empty if there is none in any language. */
export function displayTranslation(scope: Scope, column: string, original: Language): string {
  if (column === '') return ''
  const translations = decodeTranslations(column)
  const language = languagePreference(scope, original).find((one) => translations[one] !== undefined)
  return (language && translations[language]) ?? ''
}

/** Whether the text is JSON of this form that `encodeTranslations` could have written. */
export function isTranslatedColumn(column: string): boolean {
  if (column === '') return true
  try {
    const entries = Object.entries(decodeTranslations(column))
    return entries.length > 0 && entries.every(([language, text]) => isLanguage(language) && text !== '')
  } catch {
    return false
  }
}
