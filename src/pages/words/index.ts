import { memoize } from '../../core/generic/memoize.ts'
import { isLanguage, type Language, type PageLanguage, type TranslationLanguage } from '../../core/language.ts'
import { formatMessage, type MessageKey } from '../../core/messages/index.ts'
import { de } from './de.ts'
import { en, type Words } from './en.ts'
import { es } from './es.ts'
import { fi } from './fi.ts'
import { fr } from './fr.ts'
import type { Translation } from './translation-type.ts'
import { ar } from './translations/ar.ts'
import { cs } from './translations/cs.ts'
import { da } from './translations/da.ts'
import { el } from './translations/el.ts'
import { it } from './translations/it.ts'
import { ja } from './translations/ja.ts'
import { nl } from './translations/nl.ts'
import { pl } from './translations/pl.ts'
import { pt } from './translations/pt.ts'
import { sv } from './translations/sv.ts'

const WORDS: Record<Language, Words> = { en, fi, fr, de, es }

/** The translations of the words of pages to languages in which records have no texts. */
export const TRANSLATIONS: Record<TranslationLanguage, Translation> = { it, nl, pt, pl, cs, sv, da, el, ja, ar }

/**
 * The words of pages in a language.
 * @param fallback language of the words that are missing in the translation
 */
export const pageWordsInLanguage = (language: PageLanguage, fallback: Language = 'en'): Words =>
  mergedWords(`${language} ${fallback}`)

const mergedWords = memoize((key): Words => {
  const [language, fallback] = key.split(' ') as [PageLanguage, Language]
  return isLanguage(language)
    ? WORDS[language]
    : mergeWordsWithTranslation(WORDS[fallback], TRANSLATIONS[language].words)
})

/** Merges the words of a translation with the words of another language, which are used for missing ones. */
export const mergeWordsWithTranslation = (words: Words, translated: Translation['words']): Words =>
  mergedTexts(words, translated)

function mergedTexts<Texts extends object>(texts: Texts, replacements: object): Texts {
  const merged = Object.entries(replacements).map(([key, value]) => {
    const text = texts[key as keyof Texts]
    const isGroup = typeof value === 'object' && typeof text === 'object' && text !== null
    return [key, isGroup ? mergedTexts(text, value) : value]
  })
  return { ...texts, ...Object.fromEntries(merged) }
}

/**
 * A message of the API that pages show too, in the language of the page.
 * @param fallback language of the message if it is missing in the translation
 */
export function formatMessageOnPage(language: PageLanguage, fallback: Language, key: MessageKey): string {
  if (isLanguage(language)) return formatMessage(language, key)
  const translated: Partial<Record<string, string>> = TRANSLATIONS[language].messages
  return translated[key] ?? formatMessage(fallback, key)
}
