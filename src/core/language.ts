/** The languages of the contract, in the order it names them. `LANGUAGES` chooses and orders those a site uses. */
export const LANGUAGES = ['en', 'fi', 'fr', 'de', 'es'] as const

export type Language = (typeof LANGUAGES)[number]

export const isLanguage = (text: unknown): text is Language => LANGUAGES.includes(text as Language)

/** @throws {RangeError} when `text` is no language of the contract */
export function parseLanguage(text: string): Language {
  if (isLanguage(text)) return text
  throw new RangeError(`not a language: ${text}`)
}
