import type { Language } from '../../../core/language.ts'
import type { PictureFetcher } from '../../../media/fetch-picture.ts'
import { UnreadableSourceError } from '../../import-errors.ts'
import type { ImportSource, PictureItem, RecordItem, SourceEntry } from '../../import-item-types.ts'
import { reportLikelyTranslations } from '../translations/find-likely-translations.ts'
import type { Join } from '../translations/record-in-one-language.ts'
import { wordpressSiteIdOfAddress } from '../wordpress/wordpress-site-id-of-address.ts'
import { fetchTecEventDetails } from './fetch-tec-event-details.ts'
import { findTecSiteApi, type SiteJson, type SiteOptions, type TecSite } from './find-tec-site-api.ts'
import { createMatcherOfTecAuthorsToAccounts } from './match-tec-authors-to-accounts.ts'
import { readHiddenTecEvents } from './read-hidden-tec-events.ts'
import { readRepeatedTecEvents } from './read-repeated-tec-events.ts'
import { findRecordsInTecResponse } from './read-tec-list-pages.ts'
import { readTrashedTecPosts } from './read-trashed-tec-posts.ts'
import {
  concatenateDescriptionsOfItem,
  makeEntriesOfTecEvent,
  orderPicturesFirst,
  type TecReading,
  unreadablePageEntry,
} from './tec-event-entries.ts'
import { readTecMediaLibrary } from './tec-media-library.ts'
import {
  convertTecPostToItem,
  convertTecTermToItem,
  idTextOfTecRecord,
  sortCategoriesParentsFirst,
} from './tec-record-items.ts'
import {
  addTranslationsToTecItem,
  isImportedFrom,
  readTecSiteLanguages,
  type SiteLanguages,
} from './tec-site-languages.ts'
import { isTecDateOfRepeatedEvent, readTecRecordList, SITE_LISTS, tecQueryForAllEvents } from './tec-site-lists.ts'

export interface TecOptions extends SiteOptions {
  /** Origin of this calendar, which is refused as its own source. */
  ownOrigin: string
  fetchPicture: PictureFetcher
  /** Logins of accounts here, by the login or id of the author on the site. */
  authorMap?: Readonly<Record<string, string>> | undefined
  /** The languages of the site to import, its default language first. Default: only the language of the home page. */
  languages?: readonly Language[] | undefined
  /** Whether posts in the trash are imported, which requires credentials. They get into the trash of this calendar. */
  withTrash?: boolean | undefined
  /** Records that the owner has confirmed as translations of each other, although the site does not connect them. */
  joins?: readonly Join[] | undefined
}

/** Reads one part of a site, such as all its venues. `from` is the number of the first page to read. */
type Step = (reading: TecReading, from: number, cursorOf: (page: number) => string) => AsyncIterable<SourceEntry>

/** The parts of a site in the order in which they are read: other records before the events that refer to them. */
const STEPS: Readonly<Record<string, Step>> = {
  categories: (reading, from, cursorOf) => readTerms('category', reading, from, cursorOf),
  tags: (reading, from, cursorOf) => readTerms('tag', reading, from, cursorOf),
  venues: (reading, from, cursorOf) => readLinkedPosts('venue', reading, from, cursorOf),
  organizers: (reading, from, cursorOf) => readLinkedPosts('organizer', reading, from, cursorOf),
  events: readEvents,
  hidden: (reading, _, cursorOf) => readHiddenTecEvents(reading, cursorOf(1)),
  repeated: (reading, _, cursorOf) => readRepeatedTecEvents(reading, cursorOf(1)),
  trashed: (reading, _, cursorOf) => readTrashedTecPosts(reading, cursorOf(1)),
}

/** Creates the source for a live site with The Events Calendar, which is read through its REST API. */
export function createTecImportSource(name: string, options: TecOptions): ImportSource {
  let site: Promise<TecSite> | undefined
  const connect = async () => {
    if (options.url.origin === options.ownOrigin)
      throw new UnreadableSourceError('this is the address of this calendar')
    site ??= findTecSiteApi(options)
    return site
  }
  return {
    name,
    type: 'tec',
    url: options.url.href,
    findSite: () => findSiteName(connect),
    read: (cursor) => readSite(connect, options, cursor),
  }
}

/**
 * Finds the name of a site from the global id of one of its records, e.g. `old.example?id=57`: it is the same when the
 * site has another address by now.
 */
async function findSiteName(connect: () => Promise<TecSite>): Promise<string | undefined> {
  const site = await connect()
  const { json } = await site.get('tribe/events/v1/events', { ...tecQueryForAllEvents(site), per_page: 1, page: 1 })
  const [, name] = /^([^?]+)\?id=\d+$/.exec(String(findRecordsInTecResponse(json)[0]?.global_id ?? '')) ?? []
  return name === undefined ? site.name : wordpressSiteIdOfAddress(`https://${name}`)
}

/** Finds the records of a site that seem to be translations of each other. */
export async function findLikelyTranslationsOnTecSite(options: TecOptions): Promise<readonly Join[]> {
  const languages = await readLanguages(await findTecSiteApi(options), options)
  return languages?.translations.likely ?? []
}

const readLanguages = async (
  site: TecSite,
  { languages = [], joins = [] }: TecOptions,
): Promise<SiteLanguages | undefined> =>
  languages.length === 0 ? undefined : readTecSiteLanguages(site, languages, joins)

async function* readSite(
  connect: () => Promise<TecSite>,
  options: TecOptions,
  cursor: string,
): AsyncGenerator<SourceEntry> {
  const site = await connect()
  const [media, authorOf] = await Promise.all([
    readTecMediaLibrary(site, options.fetchPicture),
    createMatcherOfTecAuthorsToAccounts(site, options.authorMap ?? {}),
  ])
  const languages = await readLanguages(site, options)
  if (languages && cursor === '') yield* translationProblems(languages)
  const names = Object.keys(STEPS)
  const [reached = '', page = '0', reachedLanguage] = cursor.split(' ')
  const isWhole = names.indexOf(reached) < names.indexOf('events')
  const reading = {
    media,
    authorOf,
    languages,
    unlisted: new Set<string>(),
    listed: { ids: new Set(), isWhole, hasDates: false },
  }
  const sites = [...(languages?.sites ?? [[undefined, site] as const])]
  const reachedSite = sites.findIndex(([language]) => language === reachedLanguage)
  for (const [at, step] of names.entries()) {
    for (const [siteAt, [language, ownSite]] of sites.entries()) {
      if (step === 'trashed' && !options.withTrash) continue
      if (at < names.indexOf(reached) || (step === reached && siteAt < reachedSite)) continue
      const from = step === reached && siteAt === reachedSite ? Number(page) + 1 : 1
      const cursorOf = (number: number) => [step, number, ...(language ? [language] : [])].join(' ')
      const ownReading: TecReading = { ...reading, site: ownSite, language }
      yield* (STEPS[step] as Step)(ownReading, from, cursorOf)
    }
  }
}

/**
 * Yields entries which report that the site lacks a language, and that it seems to contain translations that it does
 * not connect.
 */
function* translationProblems({ problems, translations: { likely } }: SiteLanguages): Generator<SourceEntry> {
  yield* problems
  if (likely.length > 0) yield reportLikelyTranslations(likely.length)
}

/**
 * Yields the categories or tags of the site. All pages of the list are read first, because the parent of a category may
 * be on any page.
 */
async function* readTerms(
  kind: 'category' | 'tag',
  { site, languages, language }: TecReading,
  from: number,
  cursorOf: (page: number) => string,
) {
  if (from > 1) return
  const records: SiteJson[] = []
  for await (const page of readTecRecordList(site, kind)) {
    records.push(...page.records.filter((record) => isImportedFrom(languages, kind, record, language)))
    if (page.failure) yield unreadablePageEntry(SITE_LISTS[kind], page, cursorOf(0))
  }
  const ordered = sortCategoriesParentsFirst(records)
  for (const [at, record] of ordered.entries()) {
    const cursor = cursorOf(at === ordered.length - 1 ? 1 : 0)
    const item = convertTecTermToItem(kind, record, { place: `${kind} ${idTextOfTecRecord(record)}`, cursor })
    yield await addTranslationsToTecItem(languages, kind, item, record)
  }
}

async function* readLinkedPosts(
  kind: 'venue' | 'organizer',
  { site, languages, language, media, authorOf }: TecReading,
  from: number,
  cursorOf: (page: number) => string,
): AsyncGenerator<SourceEntry> {
  for await (const page of readTecRecordList(site, kind, from)) {
    const cursor = cursorOf(page.number - 1)
    if (page.failure) yield unreadablePageEntry(SITE_LISTS[kind], page, cursor)
    const entries: (RecordItem | PictureItem)[] = []
    for (const record of page.records.filter((one) => isImportedFrom(languages, kind, one, language))) {
      const placing = { place: `${kind} ${idTextOfTecRecord(record)}`, cursor, author: authorOf(record) }
      const item = await addTranslationsToTecItem(languages, kind, convertTecPostToItem(kind, record, placing), record)
      entries.push(...media.take({ cursor }, record.image, concatenateDescriptionsOfItem(item)), item)
    }
    yield* orderPicturesFirst(entries, cursorOf(page.number))
  }
}

async function* readEvents(
  reading: TecReading,
  from: number,
  cursorOf: (page: number) => string,
): AsyncGenerator<SourceEntry> {
  const { site, languages, language, listed } = reading
  for await (const page of readTecRecordList(site, 'event', from)) {
    const cursor = cursorOf(page.number - 1)
    if (page.failure) yield unreadablePageEntry('events', page, cursor)
    for (const { id } of page.records) listed.ids.add(id)
    const single = page.records.filter((record) => !isTecDateOfRepeatedEvent(record))
    if (single.length < page.records.length) listed.hasDates = true
    const own = single.filter((record) => isImportedFrom(languages, 'event', record, language))
    const events = await Promise.all(own.map((record) => fetchTecEventDetails(site, record)))
    yield* orderPicturesFirst(await makeEntriesOfTecEvent(reading, events, cursor), cursorOf(page.number))
  }
}
