import type { PictureFetcher } from '../../../media/fetch-picture.ts'
import { UnreadableSourceError } from '../../errors.ts'
import type { ImportSource, SourceEntry } from '../../item.ts'
import { siteOfAddress } from '../wordpress/site-of-address.ts'
import { matchAuthorsToAccounts } from './authors.ts'
import { readSiteEvent } from './events.ts'
import { readHiddenEvents } from './hidden-events.ts'
import { sitePostItem, siteTermItem, sortParentsFirst } from './linked-records.ts'
import { readMediaLibrary } from './media.ts'
import { readListPages, recordsIn } from './pages.ts'
import {
  allEventsQuery,
  entriesOfPage,
  eventEntries,
  SITE_PAGE_SIZE,
  statusQueryParameters,
  type TecReading,
  unreadablePageEntry,
} from './reading.ts'
import { isDateOfEvent, readRepeatedEvents } from './repeated-events.ts'
import { findTecSite, type SiteJson, type SiteOptions, type TecSite } from './site.ts'

export interface TecOptions extends SiteOptions {
  /** Origin of this calendar, which cannot be its own source. */
  ownOrigin: string
  fetchPicture: PictureFetcher
  /** Logins of accounts here, by login or id of the author on the site. */
  authorMap?: Readonly<Record<string, string>> | undefined
}

/** A step of reading a site, such as all its venues. `from` is the number of the first page to read. */
type Step = (reading: TecReading, from: number, cursorOf: (page: number) => string) => AsyncIterable<SourceEntry>

/** The steps in their order: records to which others refer come before these. */
const STEPS: Readonly<Record<string, Step>> = {
  categories: (reading, from, cursorOf) => readTerms('category', reading, from, cursorOf),
  tags: (reading, from, cursorOf) => readTerms('tag', reading, from, cursorOf),
  venues: (reading, from, cursorOf) => readLinkedPosts('venue', reading, from, cursorOf),
  organizers: (reading, from, cursorOf) => readLinkedPosts('organizer', reading, from, cursorOf),
  events: readEvents,
  hidden: (reading, _, cursorOf) => readHiddenEvents(reading, cursorOf(1)),
  repeated: (reading, _, cursorOf) => readRepeatedEvents(reading, cursorOf(1)),
}

/** A live site with The Events Calendar, read through its REST API. */
export function tecSource(name: string, options: TecOptions): ImportSource {
  let site: Promise<TecSite> | undefined
  const connect = async () => {
    if (options.url.origin === options.ownOrigin)
      throw new UnreadableSourceError('this is the address of this calendar')
    site ??= findTecSite(options)
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
 * The name of a site, as in the global ids of its records, e.g. `old.example?id=57`: it stays the same if the site is reached at
 * another address.
 */
async function findSiteName(connect: () => Promise<TecSite>): Promise<string | undefined> {
  const site = await connect()
  const { json } = await site.get('tribe/events/v1/events', { ...allEventsQuery(site), per_page: 1, page: 1 })
  const [, name] = /^([^?]+)\?id=\d+$/.exec(String(recordsIn(json)[0]?.global_id ?? '')) ?? []
  return name === undefined ? site.name : siteOfAddress(`https://${name}`)
}

async function* readSite(
  connect: () => Promise<TecSite>,
  options: TecOptions,
  cursor: string,
): AsyncGenerator<SourceEntry> {
  const site = await connect()
  const [media, authorOf] = await Promise.all([
    readMediaLibrary(site, options.fetchPicture),
    matchAuthorsToAccounts(site, options.authorMap ?? {}),
  ])
  const listed = { ids: new Set(), isWhole: false, hasDates: false }
  const reading: TecReading = { site, media, authorOf, listed, unlisted: new Set() }
  const names = Object.keys(STEPS)
  const [reached = '', page = '0'] = cursor.split(' ')
  for (const [at, step] of names.entries()) {
    if (at < names.indexOf(reached)) continue
    const from = step === reached ? Number(page) + 1 : 1
    yield* (STEPS[step] as Step)(reading, from, (number) => `${step} ${number}`)
  }
}

const LISTS = { category: 'categories', tag: 'tags', venue: 'venues', organizer: 'organizers' } as const

/** Reads all pages of a list before it yields an item, because the parent of a category may be on any page. */
async function* readTerms(
  kind: 'category' | 'tag',
  { site }: TecReading,
  from: number,
  cursorOf: (page: number) => string,
) {
  if (from > 1) return
  const records: SiteJson[] = []
  for await (const page of readListPages(site, `tribe/events/v1/${LISTS[kind]}`, {
    hide_empty: 0,
    per_page: SITE_PAGE_SIZE,
  })) {
    records.push(...page.records)
    if (page.failure) yield unreadablePageEntry(LISTS[kind], page, cursorOf(0))
  }
  const ordered = sortParentsFirst(records)
  for (const [at, record] of ordered.entries()) {
    const cursor = cursorOf(at === ordered.length - 1 ? 1 : 0)
    yield siteTermItem(kind, record, { place: `${kind} ${record.id}`, cursor })
  }
}

async function* readLinkedPosts(
  kind: 'venue' | 'organizer',
  { site, media, authorOf }: TecReading,
  from: number,
  cursorOf: (page: number) => string,
): AsyncGenerator<SourceEntry> {
  const query = { ...statusQueryParameters(site), per_page: SITE_PAGE_SIZE }
  for await (const page of readListPages(site, `tribe/events/v1/${LISTS[kind]}`, query, from)) {
    const cursor = cursorOf(page.number - 1)
    if (page.failure) yield unreadablePageEntry(LISTS[kind], page, cursor)
    const entries = page.records.flatMap((record) => {
      const item = sitePostItem(kind, record, { place: `${kind} ${record.id}`, cursor, author: authorOf(record) })
      return [...media.take({ cursor }, record.image, String(item.fields.description)), item]
    })
    yield* entriesOfPage(entries, cursorOf(page.number))
  }
}

async function* readEvents(
  reading: TecReading,
  from: number,
  cursorOf: (page: number) => string,
): AsyncGenerator<SourceEntry> {
  const { site, listed } = reading
  listed.isWhole = from === 1
  for await (const page of readListPages(site, 'tribe/events/v1/events', allEventsQuery(site), from)) {
    const cursor = cursorOf(page.number - 1)
    if (page.failure) yield unreadablePageEntry('events', page, cursor)
    for (const { id } of page.records) listed.ids.add(id)
    const single = page.records.filter((record) => !isDateOfEvent(record))
    if (single.length < page.records.length) listed.hasDates = true
    const events = await Promise.all(single.map((record) => readSiteEvent(site, record)))
    yield* entriesOfPage(eventEntries(reading, events, cursor), cursorOf(page.number))
  }
}
