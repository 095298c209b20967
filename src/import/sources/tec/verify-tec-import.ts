import { COLLECTION_BY_KIND } from '../../../collections/collection-by-kind.ts'
import type { Scope } from '../../../collections/scope.ts'
import type { Kind } from '../../../core/kinds.ts'
import type { Language } from '../../../core/language.ts'
import type { ItemTexts, RecordItem } from '../../import-item-types.ts'
import { collectionNameOfImportedKind } from '../../items/collection-of-imported-kind.ts'
import { findImportedRecords } from '../../items/external-ids.ts'
import { findLocallyEditedFields } from '../../items/parse-item-fields.ts'
import { createIndexOfReferencedRecords } from '../../items/resolve-references.ts'
import type { Join } from '../translations/record-in-one-language.ts'
import { compareEventsPerMonthWithTecSite } from './compare-events-per-month.ts'
import { convertTecEventToItem, fetchTecEventDetails } from './fetch-tec-event-details.ts'
import { findTecSiteApi, type SiteJson, type SiteOptions, type TecSite } from './find-tec-site-api.ts'
import { findRecordsInTecResponse } from './read-tec-list-pages.ts'
import { convertTecPostToItem } from './tec-record-items.ts'
import {
  addTranslationsToTecItem,
  isImportedFrom,
  readTecSiteLanguages,
  type SiteLanguages,
} from './tec-site-languages.ts'
import {
  isTecDateOfRepeatedEvent,
  SITE_PAGE_SIZE,
  tecQueryForAllEvents,
  tecStatusQueryParameters,
} from './tec-site-lists.ts'

/** The differences between a WordPress site and the calendar into which it was imported. */
export interface Verification {
  /** Number of records whose fields were compared. */
  compared: number
  /** A sentence for each difference, e.g. `event 12 "Fair": title, venue`. Empty if there is none. */
  differences: string[]
}

/** Options of a comparison: the site, and those options of the import that choose its languages. */
export interface VerificationOptions extends SiteOptions {
  /** The languages of the site that were imported, its default language first. */
  languages?: readonly Language[] | undefined
  /** Records that the owner has confirmed as translations of each other. */
  joins?: readonly Join[] | undefined
}

/** Maximum number of records whose fields are compared. */
const COMPARED_MAX = 200

const PLACING = { place: '', cursor: '' }

/**
 * Compares a WordPress site with the calendar into which it was imported: numbers of records, all fields of up to 200
 * records with the texts of their translations, and the numbers of public events in each of 24 months around today, in
 * each imported language.
 * @param source name of the source in `external_id`
 * @throws {SourceRequestError} when the site does not respond any more
 */
export async function verifyTecImport(
  scope: Scope,
  source: string,
  { languages = [], joins = [], ...options }: VerificationOptions,
): Promise<Verification> {
  const main = await findTecSiteApi(options)
  const translated = languages.length > 0 ? await readTecSiteLanguages(main, languages, joins) : undefined
  const sites = [...(translated?.sites ?? [[undefined, main] as const])]
  const differences: string[] = []
  let compared = 0
  for (const kind of ['venue', 'organizer', 'event'] as const) {
    for (const [language, site] of sites) {
      const most = Math.ceil((kind === 'event' ? COMPARED_MAX : SITE_PAGE_SIZE) / sites.length)
      const records = (await readSomeRecords(site, kind, Math.ceil(most / SITE_PAGE_SIZE)))
        .filter((record) => isImportedFrom(translated, kind, record, language))
        .slice(0, Math.min(most, COMPARED_MAX - compared))
      const items = await Promise.all(records.map((record) => readItem(site, kind, record, translated)))
      compared += items.length
      differences.push(...(await compareItems(scope, source, kind, items)))
    }
  }
  for (const [language, site] of sites) {
    differences.push(...(await compareEventsPerMonthWithTecSite(scope, site, language)))
  }
  return { compared, differences }
}

type SiteRecordKind = 'venue' | 'organizer' | 'event'

const listRoute = (kind: Kind) => `tribe/events/v1/${collectionNameOfImportedKind(kind)}`

/** Reads the records on some pages of a list, at equal distances. Dates of repeated events are omitted. */
async function readSomeRecords(site: TecSite, kind: SiteRecordKind, pagesMax: number): Promise<SiteJson[]> {
  const query =
    kind === 'event' ? tecQueryForAllEvents(site) : { ...tecStatusQueryParameters(site), per_page: SITE_PAGE_SIZE }
  const { pages } = await site.get(listRoute(kind), query)
  const records: SiteJson[] = []
  for (const page of spread(pages, pagesMax)) {
    const { json } = await site.get(listRoute(kind), { ...query, page })
    records.push(...findRecordsInTecResponse(json).filter((record) => !isTecDateOfRepeatedEvent(record)))
  }
  return records
}

/** Returns up to `max` integers from 1 to `last` at equal distances. */
const spread = (last: number, max: number): number[] => {
  const number = Math.min(last, max)
  return Array.from({ length: number }, (_, at) => 1 + Math.floor((at * last) / number))
}

async function readItem(
  site: TecSite,
  kind: SiteRecordKind,
  record: SiteJson,
  languages: SiteLanguages | undefined,
): Promise<RecordItem> {
  const item =
    kind === 'event'
      ? convertTecEventToItem(await fetchTecEventDetails(site, record), PLACING)
      : convertTecPostToItem(kind, record, PLACING)
  return addTranslationsToTecItem(languages, kind, item, record)
}

/**
 * Compares the items of the site with the records here.
 * @returns a sentence for each record that differs, with the names of the fields
 */
async function compareItems(scope: Scope, source: string, kind: Kind, items: readonly RecordItem[]): Promise<string[]> {
  const collection = COLLECTION_BY_KIND[kind]
  const ids = items.map(({ externalId }) => externalId)
  const imported = await findImportedRecords(scope.db, source, collection.name, ids)
  const index = createIndexOfReferencedRecords(source)
  await index.load(
    scope.db,
    items.map(({ references }) => references ?? {}),
  )
  const differences: string[] = []
  for (const item of items) {
    const name = `${kind} ${item.externalId} "${item.fields[collection.titleField]}"`
    const id = imported.get(item.externalId)?.record_id
    const fields = index.resolve(item.fields, item.references ?? {}).fields
    const differing = id == null ? undefined : await findDifferingFields(scope, kind, id, { ...item, fields })
    if (differing === undefined) differences.push(`${name}: missing`)
    else if (differing.length > 0) differences.push(`${name}: ${differing.join(', ')}`)
  }
  return differences
}

/**
 * Finds the fields in which a record here differs from an item of the site. Those of translations are named with their
 * language, e.g. `title (de)`.
 * @returns undefined if there is no such record
 */
async function findDifferingFields(
  scope: Scope,
  kind: Kind,
  id: number,
  { language = scope.language, fields, texts = [] }: RecordItem,
): Promise<string[] | undefined> {
  const collection = COLLECTION_BY_KIND[kind]
  const isUsed = (text: ItemTexts) => scope.languages.includes(text.language)
  // An import stores the texts of an item whose language this calendar lacks in the default language.
  const own = { language: scope.languages.includes(language) ? language : scope.language, fields }
  const differing: string[] = []
  for (const [at, text] of [own, ...texts.filter(isUsed)].entries()) {
    const inside = { ...scope, language: text.language }
    const row = await collection.find(inside, { id })
    if (row === undefined) return undefined
    const names = Object.keys(text.fields).filter((field) => field !== 'date_utc')
    const found = findLocallyEditedFields(collection, inside, row, names, text.fields)
    differing.push(...found.map((field) => (at === 0 ? field : `${field} (${text.language})`)))
  }
  return differing
}
