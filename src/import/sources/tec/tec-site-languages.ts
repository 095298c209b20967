import { isObject } from '../../../core/generic/is-object.ts'
import type { Kind } from '../../../core/kinds.ts'
import type { Language } from '../../../core/language.ts'
import type { RecordItem, SourceEntry } from '../../import-item-types.ts'
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
  type NamedTranslations,
  readWordpressTranslations,
} from '../wordpress/wordpress-languages.ts'
import { decodeWordpressTitle } from '../wordpress/wordpress-texts.ts'
import { uploadPathInWordpressAddress } from '../wordpress/wordpress-upload-paths.ts'
import { convertTecEventToItem, fetchTecEventDetails, readTecRecordIfAllowed } from './fetch-tec-event-details.ts'
import type { SiteJson, TecSite } from './find-tec-site-api.ts'
import { convertTecPostToItem, convertTecTermToItem, idsOfTecRecords } from './tec-record-items.ts'
import { isTecDateOfRepeatedEvent, readTecRecordList, SITE_LISTS, type SiteKind } from './tec-site-lists.ts'

/** The languages of a site that are imported, and its records in each of them. */
export interface SiteLanguages {
  /**
   * The REST API of the site for each language. The first language is preferred as the original language of records.
   */
  sites: ReadonlyMap<Language, TecSite>
  translations: SiteTranslations
  /** Entries which report that a language does not exist on the site, or could not be read completely. */
  problems: readonly SourceEntry[]
}

/** For each kind of record, its route in `wp/v2`. */
const WORDPRESS_ROUTES: Readonly<Record<SiteKind, string>> = {
  category: 'tribe_events_cat',
  tag: 'tags',
  venue: 'tribe_venue',
  organizer: 'tribe_organizer',
  event: 'tribe_events',
}

const KINDS_OF_SITE = Object.keys(WORDPRESS_ROUTES) as SiteKind[]

/**
 * If this many records of a kind contain nothing about their translations, no further records of the kind are requested
 * one by one for it.
 */
const WITHOUT_TRANSLATIONS_MAX = 3

/**
 * Reads the lists of a site in several languages, and finds out which records are translations of each other.
 * @param joins translations that the owner of the site has confirmed
 * @throws {SourceRequestError} when the site does not respond any more
 */
export async function readTecSiteLanguages(
  site: TecSite,
  languages: readonly Language[],
  joins: readonly Join[],
): Promise<SiteLanguages> {
  const sites = new Map<Language, TecSite>()
  for (const [at, language] of languages.entries()) sites.set(language, await site.inLanguage(language, at === 0))
  const records: LanguageRecord[] = []
  for (const kind of KINDS_OF_SITE) records.push(...(await readLanguageRecords(kind, sites)))
  const problems = languages.filter((one) => records.every(({ language }) => language !== one)).map(emptyLanguage)
  const named = new Set(records.map(({ kind, id }) => `${kind} ${id}`))
  for (const { kind, ids } of joins) {
    const missing = Object.values(ids).filter((id) => !named.has(`${kind} ${id}`))
    problems.push(...missing.map((id) => reportUnknownTranslation(kind, id)))
  }
  return { sites, translations: joinTranslationsOfSite(records, languages, joins), problems }
}

/**
 * Creates the entry which reports that the file of confirmed translations names a record that the site does not
 * contain.
 */
export const reportUnknownTranslation = (kind: Kind, id: string): SourceEntry => ({
  kind: 'unreadable',
  severity: 'warning',
  place: `${kind} ${id}`,
  cursor: '',
  problem: { name: kind, reason: 'import.reference', placeholders: { value: id } },
})

/** Reads the records of one kind in all languages of the site. */
async function readLanguageRecords(kind: SiteKind, sites: ReadonlyMap<Language, TecSite>): Promise<LanguageRecord[]> {
  const found = new Map<string, LanguageRecord>()
  const [first] = sites.keys()
  let silent = 0
  for (const [language, site] of sites) {
    for await (const page of readTecRecordList(site, kind)) {
      for (const record of page.records.filter((one) => !isTecDateOfRepeatedEvent(one))) {
        const mayRequest = language !== first && silent < WITHOUT_TRANSLATIONS_MAX
        const named = await readNames(site, kind, record, mayRequest)
        if (mayRequest) silent = named.linkedIds.length > 0 || named.group !== undefined ? 0 : silent + 1
        const isListedBefore = found.has(`${first} ${record.id}`)
        const own = named.language ?? (isListedBefore ? (first as Language) : language)
        const key = `${own} ${record.id}`
        if (!sites.has(own) || (found.has(key) && own !== language)) continue
        found.set(key, languageRecord(kind, record, { ...named, language: own, listedIn: language }))
      }
    }
  }
  return [...found.values()]
}

/** Creates the entry which reports that the site has no records in a language. */
const emptyLanguage = (language: Language): SourceEntry => ({
  kind: 'unreadable',
  severity: 'warning',
  place: language,
  cursor: '',
  problem: { name: '', reason: 'import.no-translations', placeholders: { value: language } },
})

/**
 * Reads the language of a record and the ids of its translations: from the list or, if that does not contain them, from
 * the record in `wp/v2`.
 */
async function readNames(
  site: TecSite,
  kind: SiteKind,
  record: SiteJson,
  mayRequest: boolean,
): Promise<NamedTranslations> {
  const listed = withAddress(readWordpressTranslations(record), record.url, site)
  if (!mayRequest || listed.linkedIds.length > 0 || listed.group !== undefined) return listed
  const { json } = await readTecRecordIfAllowed(site, `wp/v2/${WORDPRESS_ROUTES[kind]}/${record.id}`, false)
  if (json === undefined) return listed
  const single = withAddress(readWordpressTranslations(json), json.link, site)
  return { ...single, language: listed.language ?? single.language }
}

const withAddress = (named: NamedTranslations, address: unknown, { home }: TecSite): NamedTranslations => ({
  ...named,
  language: named.language ?? languageInWordpressAddress(address, home),
})

function languageRecord(
  kind: SiteKind,
  record: SiteJson,
  { language, linkedIds, group, listedIn }: NamedTranslations & { language: Language; listedIn: Language },
): LanguageRecord {
  const isTermKind = kind === 'category' || kind === 'tag'
  return {
    kind,
    id: String(record.id),
    language,
    title: decodeWordpressTitle(String(record.title ?? record.venue ?? record.organizer ?? record.name ?? '')),
    status: isTermKind ? '' : String(record.status ?? ''),
    linkedIds,
    group,
    listedIn,
    likeness: likenessOfRecord(kind, record, language),
    ...(kind === 'event' && { venueId: idsOfTecRecords(record.venue)[0] }),
  }
}

function likenessOfRecord(kind: SiteKind, record: SiteJson, language: Language): string | undefined {
  switch (kind) {
    case 'event':
      return translationLikenessKey(record.start_date, record.end_date, pictureAddress(record.image))
    case 'venue':
      return translationLikenessKey(record.address, record.zip, record.geo_lat, record.geo_lng)
    case 'organizer':
      return translationLikenessKey(record.email, record.phone)
    default:
      return translationLikenessKeyOfTerm(record.slug, language)
  }
}

const pictureAddress = (image: unknown) =>
  isObject(image) ? uploadPathInWordpressAddress(String(image.url ?? '')) : undefined

/**
 * Whether a record is imported when the list of this language is read: false for a translation, which is imported with
 * its original.
 */
export const isImportedFrom = (
  languages: SiteLanguages | undefined,
  kind: SiteKind,
  { id }: SiteJson,
  language: Language | undefined,
): boolean => {
  const main = languages?.translations.mainOf(kind, String(id))
  return languages === undefined || (main?.id === String(id) && main.listedIn === language)
}

/**
 * The language in the address of a record; the first imported language if the address contains none. Used for records
 * of which translations were not read, such as dates of repeated events.
 */
export function languageInTecRecordAddress({ sites }: SiteLanguages, { url }: SiteJson): Language {
  const [[first, { home }]] = [...sites] as [[Language, TecSite]]
  const named = languageInWordpressAddress(url, home)
  return named !== undefined && sites.has(named) ? named : first
}

/**
 * Adds to the item of a record its language and the texts of its translations, each of which is requested from the
 * site.
 */
export async function addTranslationsToTecItem(
  languages: SiteLanguages | undefined,
  kind: SiteKind,
  item: RecordItem,
  record: SiteJson,
): Promise<RecordItem> {
  if (!languages) return item
  const main = languages.translations.mainOf(kind, item.externalId)
  if (!main) return { ...item, language: languageInTecRecordAddress(languages, record) }
  const others = await Promise.all(
    languages.translations.othersOf(main).map(async (other) => {
      const site = languages.sites.get(other.listedIn as Language) as TecSite
      return { record: other, fields: await readTranslatedFields(site, kind, other.id) }
    }),
  )
  const own = addLanguageToItem(languages.translations, main, item)
  return addTranslationsToItem(
    own,
    others.flatMap((other) => (other.fields ? [{ record: other.record, fields: other.fields }] : [])),
  )
}

const PLACING = { place: '', cursor: '' }

/** Reads the fields of a translation; undefined if the site refuses access or asks for a password. */
async function readTranslatedFields(site: TecSite, kind: SiteKind, id: string) {
  const route = `tribe/events/v1/${SITE_LISTS[kind]}/${id}`
  const { json } = await readTecRecordIfAllowed(site, route, !site.hasCredentials)
  if (json === undefined) return undefined
  if (kind === 'category' || kind === 'tag') return convertTecTermToItem(kind, json, PLACING).fields
  if (kind !== 'event') return convertTecPostToItem(kind, json, PLACING).fields
  const event = await fetchTecEventDetails(site, json)
  return event.hasPassword ? undefined : convertTecEventToItem(event, PLACING).fields
}
