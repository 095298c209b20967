/**
 * The language codes that the API contract allows, in the order of the contract. The environment variable `LANGUAGES`
 * selects the languages of a site and their order.
 */
export const LANGUAGES = ['en', 'fi', 'fr', 'de', 'es'] as const

export type Language = (typeof LANGUAGES)[number]

/**
 * The locale that formats dates in each language. British English is used because, as in the other languages, the day
 * precedes the month and the clock has 24 hours.
 */
export const LOCALES: Record<Language, string> = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR', es: 'es-ES', fi: 'fi-FI' }

export const isLanguage = (text: unknown): text is Language => LANGUAGES.includes(text as Language)

/** Checks a language code. @throws {RangeError} when `text` is not in `LANGUAGES` */
export function parseLanguage(text: string): Language {
  if (isLanguage(text)) return text
  throw new RangeError(`not a language: ${text}`)
}
