import type { Problems } from '../../core/errors.ts'
import type { CollectionName, Kind } from '../../core/kinds.ts'
import type { Language } from '../../core/language.ts'
import type { Urls } from '../../core/urls.ts'
import { type Sql, sql } from '../../db/database.ts'
import { idColumn, textTable } from '../../db/fragments.ts'
import type { Scope } from '../collection.ts'
import type { RecordText, TextInput } from './texts.ts'

/** What every record has of its languages. */
export interface TranslatedRecord {
  id: number
  original_language: Language
  /** The one that is shown. */
  text: RecordText
  texts: RecordText[]
}

/** The first text in a language makes the translation, and a translation has a title: says so when it is missing. */
export function checkTranslationTitle(
  { language }: Scope,
  record: TranslatedRecord | undefined,
  titleField: string,
  { title, ...rest }: TextInput,
  problems: Problems,
): void {
  const isTranslated = record === undefined || record.texts.some((text) => text.language === language)
  const saysSomething = Object.values(rest).some((value) => value !== undefined)
  if (!isTranslated && saysSomething && title === undefined) problems.missing.push(titleField)
}

/** How a list is asked about languages. */
export interface LanguageQuery {
  fallback?: boolean
}

/** Conditions of a list that wants no other language than the one asked for; by default it falls back. */
export function languageConditions(scope: Scope, kind: Kind, { fallback }: LanguageQuery): Sql[] {
  if (fallback ?? scope.site.language_fallback) return []
  const { asked, languages } = scope
  if (asked && !languages.includes(asked.language)) return [sql`1 = 0`]
  return [
    sql`EXISTS (SELECT 1 FROM ${textTable(kind)} t WHERE t.${idColumn(kind)} = p.id AND t.language = ${scope.language})`,
  ]
}

/** What the links of a list repeat of that. */
export const languageLinks = ({ asked }: Scope, { fallback }: LanguageQuery) => ({
  ...(asked && { [asked.name]: asked.language }),
  fallback: fallback === undefined ? undefined : Number(fallback),
})

/** The text of a record in each language the site has, in the order of the site. */
export const textsInSiteOrder = ({ languages }: Scope, { texts }: TranslatedRecord): RecordText[] =>
  languages.flatMap((language) => texts.find((text) => text.language === language) ?? [])

/** A text is outdated when that of the original language is newer. */
export function isOutdated({ original_language, texts }: TranslatedRecord, text: RecordText): boolean {
  const original = texts.find(({ language }) => language === original_language)
  return original !== undefined && original.modified_at > text.modified_at
}

/**
 * The keys that say which languages a record speaks (LANGUAGES of the contract: added keys).
 * @param pageOf the page people see of a text, at the root of its language
 */
export function presentLanguages(
  scope: Scope,
  name: CollectionName,
  record: TranslatedRecord,
  pageOf: (urls: Urls, text: RecordText) => string,
) {
  const translations: Translations = {}
  for (const text of textsInSiteOrder(scope, record)) {
    const urls = scope.urls.inLanguage(text.language)
    translations[text.language] = { slug: text.slug, rest_url: urls.item(name, record.id), url: pageOf(urls, text) }
  }
  return { language: record.text.language, original_language: record.original_language, translations }
}

export type Translations = Partial<Record<Language, { slug: string; rest_url: string; url: string }>>
