import type { Problems } from '../../core/errors.ts'
import type { CollectionName, Kind } from '../../core/kinds.ts'
import type { Language } from '../../core/language.ts'
import type { Urls } from '../../core/urls.ts'
import { type Sql, sql } from '../../db/database.ts'
import { foreignKeyColumnOfKind, idOfRecordWhoseTextsAreUsedSql, textTableOfKind } from '../../db/sql-fragments.ts'
import type { Scope } from '../scope.ts'
import type { RecordText, TextInput } from './record-texts.ts'

/** The fields that every record with texts in several languages has. */
export interface TranslatedRecord {
  id: number
  /**
   * Version of the record: 1 when it is new; every write of the record, its texts or its references to other records
   * raises it.
   */
  version: number
  original_language: Language
  /** The text to display in the requested language. */
  text: RecordText
  texts: RecordText[]
  /**
   * Whether the record has no slug of its own. Dates of repeated events have none, because their address contains the
   * slug of the event.
   */
  hasNoSlug?: boolean
}

/** Reports the title as a missing parameter when a write would create a translation without a title. */
export function checkTranslationHasTitle(
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

/**
 * The value of the query parameter `fallback` of lists: whether to show records without a text in the requested
 * language.
 */
export interface LanguageQuery {
  fallback?: boolean
}

/**
 * SQL conditions that language settings add to a list. Without language fallback, only records with a text in the
 * requested language are listed. With fallback there is no condition: records without such a text are shown in another
 * language.
 */
export function languageFilterConditions(scope: Scope, kind: Kind, { fallback }: LanguageQuery): Sql[] {
  if (fallback ?? scope.site.language_fallback) return []
  const { languageParameter, languages } = scope
  if (languageParameter && !languages.includes(languageParameter.language)) return [sql`1 = 0`]
  return [hasTextInLanguageCondition(kind, scope.language)]
}

/** SQL condition that the record `p` has a text in a language. */
export const hasTextInLanguageCondition = (kind: Kind, language: Language): Sql =>
  sql`EXISTS (SELECT 1 FROM ${textTableOfKind(kind)} t
    WHERE t.${foreignKeyColumnOfKind(kind)} = ${idOfRecordWhoseTextsAreUsedSql(kind)} AND t.language = ${language})`

/** The query parameters for language and fallback in the URLs of the neighbouring pages of a list. */
export const languageUrlParameters = ({ languageParameter }: Scope, { fallback }: LanguageQuery) => ({
  ...(languageParameter && { [languageParameter.name]: languageParameter.language }),
  fallback: fallback === undefined ? undefined : Number(fallback),
})

/** The texts of a record in the languages that the site uses, in the order of the site's settings. */
export const textsInLanguageOrderOfSite = ({ languages }: Scope, { texts }: TranslatedRecord): RecordText[] =>
  languages.flatMap((language) => texts.find((text) => text.language === language) ?? [])

/** Whether a translation is outdated: the text in the original language was changed after the translation. */
export function isOutdatedTranslation({ original_language, texts }: TranslatedRecord, text: RecordText): boolean {
  const original = texts.find(({ language }) => language === original_language)
  return original !== undefined && original.modified_at > text.modified_at
}

/**
 * The JSON fields `language`, `original_language` and `translations` of a record.
 * @param pageOf builds the URL of the HTML page of a text; its argument `urls` builds URLs in the language of the text
 */
export function presentLanguagesOfRecord(
  scope: Scope,
  name: CollectionName,
  record: TranslatedRecord,
  pageOf: (urls: Urls, text: RecordText) => string,
) {
  const translations: Translations = {}
  for (const text of textsInLanguageOrderOfSite(scope, record)) {
    const urls = scope.urls.inLanguage(text.language)
    translations[text.language] = { slug: text.slug, rest_url: urls.item(name, record.id), url: pageOf(urls, text) }
  }
  return { language: record.text.language, original_language: record.original_language, translations }
}

export type Translations = Partial<Record<Language, { slug: string; rest_url: string; url: string }>>
