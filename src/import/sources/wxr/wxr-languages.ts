import { unserialize } from 'php-serialize'
import type { Kind } from '../../../core/kinds.ts'
import type { Language } from '../../../core/language.ts'
import type { RecordItem } from '../../import-item-types.ts'
import { translationLikenessKey, translationLikenessKeyOfTerm } from '../translations/find-likely-translations.ts'
import {
  addLanguageToItem,
  addTranslationsToItem,
  joinTranslationsOfSite,
  type SiteTranslations,
} from '../translations/join-translations.ts'
import type { Join, LanguageRecord } from '../translations/record-in-one-language.ts'
import {
  languageInWordpressAddress,
  parseWordpressLanguageCode,
  readWordpressTranslations,
} from '../wordpress/wordpress-languages.ts'
import { type WxrRecord, wxrFieldText, wxrMetaValue } from './read-wxr.ts'
import { readWxrTextFields } from './wxr-text-fields.ts'

/** The languages of the records of an export, from the data of plugins such as Polylang and WPML. */
export interface WxrLanguages {
  translations: SiteTranslations
  /**
   * Adds its language and the texts of its translations to an item. Undefined for a translation, which is imported with
   * its original.
   */
  toItem(item: RecordItem): RecordItem | undefined
}

/** Collects languages and translations of the records of an export while the file is read. */
export interface WxrLanguageCollector {
  addTerm(record: WxrRecord): void
  addPost(kind: Kind, record: WxrRecord): void
  /**
   * Joins the records that are translations of each other. Undefined if all are in one language.
   * @param terms the items of categories and tags
   */
  finish(terms: readonly RecordItem[]): WxrLanguages | undefined
}

/**
 * The taxonomy in which Polylang stores which categories and tags are translations of each other: their ids by
 * language.
 */
const TERM_GROUPS = 'term_translations'

/**
 * Creates the collector for one export.
 * @param languages the languages of this calendar, the default language first
 * @param joins translations that the owner of the site has confirmed
 * @param home address of the site's home page
 */
export function createWxrLanguageCollector(
  languages: readonly Language[],
  joins: readonly Join[],
  home: string,
): WxrLanguageCollector {
  const [standard] = languages as [Language]
  const posts: LanguageRecord[] = []
  const termNames = new Map<string, { language: Language; linkedIds: string[] }>()
  /** Fields of the posts that are not in the default language, by kind and id of the post. */
  const fields = new Map<string, Record<string, unknown>>()
  return {
    addTerm(record) {
      if (wxrFieldText(record, 'wp:term_taxonomy') !== TERM_GROUPS) return
      const ids = Object.entries(unserializeArray(wxrFieldText(record, 'wp:term_description')))
      const linkedIds = ids.map(([, id]) => String(id))
      for (const [code, id] of ids) {
        const language = parseWordpressLanguageCode(code)
        if (language) termNames.set(String(id), { language, linkedIds })
      }
    },
    addPost(kind, record) {
      const one = postRecord(kind, record, home, standard)
      posts.push(one)
      if (one.language !== standard) fields.set(`${kind} ${one.id}`, readWxrTextFields(kind, record))
    },
    finish(items) {
      const terms = items.map((item): LanguageRecord => {
        const { language = standard, linkedIds = [] } = termNames.get(item.externalId) ?? {}
        const { name, slug } = item.fields
        const { kind, externalId: id } = item
        return {
          ...{ kind, id, language, linkedIds, title: String(name), status: '' },
          likeness: translationLikenessKeyOfTerm(slug, language),
        }
      })
      const records = [...terms, ...posts]
      if (joins.length === 0 && records.every(({ language }) => language === standard)) return undefined
      const translations = joinTranslationsOfSite(records, languages, joins)
      for (const item of items) fields.set(`${item.kind} ${item.externalId}`, item.fields)
      return { translations, toItem: (item) => joinedItem(translations, item, fields) }
    },
  }
}

function joinedItem(
  translations: SiteTranslations,
  item: RecordItem,
  fields: ReadonlyMap<string, Record<string, unknown>>,
): RecordItem | undefined {
  const main = translations.mainOf(item.kind, item.externalId)
  if (!main) return item
  if (main.id !== item.externalId) return undefined
  const others = translations.othersOf(main).flatMap((record) => {
    const own = fields.get(`${record.kind} ${record.id}`)
    return own ? [{ record, fields: own }] : []
  })
  return addTranslationsToItem(addLanguageToItem(translations, main, item), others)
}

function postRecord(kind: Kind, record: WxrRecord, home: string, standard: Language): LanguageRecord {
  const meta = Object.fromEntries([...record.meta].map(([name, [value]]) => [name, value]))
  const named = readWordpressTranslations({
    ...meta,
    trid: meta.trid ?? meta._icl_trid ?? meta._wpml_import_translation_group,
    language_code: meta.language_code ?? meta._wpml_import_language_code,
    icl_translations: unserializeArray(meta.icl_translations ?? ''),
  })
  const nameOf = (domain: string) => record.terms.find((term) => term.domain === domain)?.slug
  const times = [wxrMetaValue(record, '_EventStartDate'), wxrMetaValue(record, '_EventEndDate')]
  const values: Partial<Record<Kind, unknown[]>> = {
    event: [...times, wxrMetaValue(record, '_thumbnail_id')],
    venue: [wxrMetaValue(record, '_VenueAddress'), wxrMetaValue(record, '_VenueZip')],
    organizer: [wxrMetaValue(record, '_OrganizerEmail'), wxrMetaValue(record, '_OrganizerPhone')],
  }
  return {
    kind,
    id: wxrFieldText(record, 'wp:post_id'),
    language:
      parseWordpressLanguageCode(nameOf('language')) ??
      named.language ??
      languageInWordpressAddress(wxrFieldText(record, 'link'), home) ??
      standard,
    title: wxrFieldText(record, 'title'),
    status: wxrFieldText(record, 'wp:status') + (wxrFieldText(record, 'wp:post_password') === '' ? '' : ' password'),
    linkedIds: named.linkedIds,
    group: nameOf('post_translations') ?? named.group,
    likeness: translationLikenessKey(...(values[kind] ?? [])),
    venueId: wxrMetaValue(record, '_EventVenueID'),
  }
}

/** Parses an array that PHP has serialized; empty if the text is no such array. */
function unserializeArray(text: string): Record<string, unknown> {
  try {
    const value = text === '' ? {} : unserialize(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
