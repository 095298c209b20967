/**
 * The language codes that the API contract allows, in the order of the contract. The environment variable `LANGUAGES`
 * selects the languages of a site and their order.
 */
export const LANGUAGES = ['en', 'fi', 'fr', 'de', 'es'] as const

export type Language = (typeof LANGUAGES)[number]

/**
 * The languages in which the words of pages exist: those of the contract, and others in which records have no texts and
 * the site no addresses. See docs/translating.md.
 */
export const PAGE_LANGUAGES = [...LANGUAGES, 'it', 'nl', 'pt', 'pl', 'cs', 'sv', 'da', 'el', 'ja', 'ar'] as const

export type PageLanguage = (typeof PAGE_LANGUAGES)[number]

/** The languages in which only the words of pages exist. */
export type TranslationLanguage = Exclude<PageLanguage, Language>

/**
 * The locale that formats dates in each language. British English is used because, as in most of the other languages,
 * the day precedes the month and the clock has 24 hours.
 */
export const LOCALES: Record<PageLanguage, string> = {
  ...{ en: 'en-GB', de: 'de-DE', fr: 'fr-FR', es: 'es-ES', fi: 'fi-FI', it: 'it-IT', nl: 'nl-NL', pt: 'pt-PT' },
  ...{ pl: 'pl-PL', cs: 'cs-CZ', sv: 'sv-SE', da: 'da-DK', el: 'el-GR', ja: 'ja-JP', ar: 'ar' },
}

/** The direction in which a language is written, as in the attribute `dir` of HTML. */
export const writingDirection = (language: PageLanguage): 'ltr' | 'rtl' => DIRECTIONS[language]

const DIRECTIONS = Object.fromEntries(
  PAGE_LANGUAGES.map((language) => {
    const { script = '' } = new Intl.Locale(language).maximize()
    return [language, ['Arab', 'Hebr'].includes(script) ? 'rtl' : 'ltr']
  }),
) as Record<PageLanguage, 'ltr' | 'rtl'>

export const isLanguage = (text: unknown): text is Language => LANGUAGES.includes(text as Language)

/** Checks a language code. @throws {RangeError} when `text` is not in `LANGUAGES` */
export function languageOrThrow(text: string): Language {
  if (isLanguage(text)) return text
  throw new RangeError(`not a language: ${text}`)
}
