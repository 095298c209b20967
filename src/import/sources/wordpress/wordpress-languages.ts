import { isObject } from '../../../core/generic/is-object.ts'
import { isLanguage, type Language } from '../../../core/language.ts'

/**
 * The functions of this file read the language and the translations of a record as WordPress plugins for several
 * languages, such as WPML and Polylang, store them.
 */

/**
 * The language that a code or locale such as `de`, `de_DE` or `pll_de` names; undefined if Almanac does not have this
 * language.
 */
export function parseWordpressLanguageCode(code: unknown): Language | undefined {
  const [name] = String(code ?? '')
    .replace(/^pll_/, '')
    .toLowerCase()
    .split(/[-_]/)
  return isLanguage(name) ? name : undefined
}

/**
 * The language in an address of a site: from `?lang=de`, or from the first segment of the path, as in
 * `/de/event/choir/`.
 * @param home address of the site's home page
 */
export function languageInWordpressAddress(address: unknown, home: string): Language | undefined {
  const [url, base] = [URL.parse(String(address ?? '')), URL.parse(home)]
  if (!url || !base) return undefined
  const basePath = base.pathname.replace(/\/*$/, '/')
  const segment = url.pathname.startsWith(basePath) ? url.pathname.slice(basePath.length).split('/')[0] : ''
  return parseWordpressLanguageCode(url.searchParams.get('lang')) ?? (isLanguage(segment) ? segment : undefined)
}

/** The language of a record and its translations, as a plugin has stored them with the record. */
export interface NamedTranslations {
  language: Language | undefined
  linkedIds: readonly string[]
  /** Name of the group of translations to which the record belongs; WPML calls it `trid`. */
  group: string | undefined
}

const LANGUAGE_MEMBERS = ['lang', 'language', 'language_code', 'wpml_current_locale']
const TRANSLATION_MEMBERS = ['translations', 'wpml_translations', 'pll_translations', 'icl_translations']

/** Reads the language and translations of a record from its JSON, or from its post meta. */
export function readWordpressTranslations(record: Record<string, unknown>): NamedTranslations {
  const codes = LANGUAGE_MEMBERS.map((name) => {
    const value = record[name]
    return isObject(value) ? (value.code ?? value.slug ?? value.locale) : value
  })
  const linked = TRANSLATION_MEMBERS.flatMap((name) => {
    const value = record[name]
    return isObject(value) || Array.isArray(value) ? Object.values(value).flatMap(idOfTranslation) : []
  })
  const { trid } = record
  return {
    language: codes.map(parseWordpressLanguageCode).find((language) => language !== undefined),
    linkedIds: [...new Set(linked)],
    group: trid === undefined || trid === '' ? undefined : String(trid),
  }
}

/** The id of a translation, from a value such as `57` or `{ "id": 57, … }`; an empty list for other values. */
function idOfTranslation(value: unknown): string[] {
  const id = isObject(value) ? (value.element_id ?? value.id) : value
  return /^\d+$/.test(String(id ?? '')) ? [String(id)] : []
}
