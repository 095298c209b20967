/** The languages of the API contract, in its order. The setting `LANGUAGES` selects and orders those of a site. */
export const LANGUAGES = ['en', 'fi', 'fr', 'de', 'es'] as const

export type Language = (typeof LANGUAGES)[number]

export const isLanguage = (text: unknown): text is Language => LANGUAGES.includes(text as Language)

/** @throws {RangeError} when `text` is not a language of the contract */
export function parseLanguage(text: string): Language {
  if (isLanguage(text)) return text
  throw new RangeError(`not a language: ${text}`)
}
