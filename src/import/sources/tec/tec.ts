import type { PictureFetcher } from '../../../media/fetch.ts'
import { UnreadableSourceError } from '../../errors.ts'
import type { ImportSource, SourceEntry } from '../../item.ts'
import { readAuthors } from './authors.ts'
import { readEvent } from './events.ts'
import { readHiddenEvents } from './hidden-events.ts'
import { linkedPostItem, parentsFirst, termItem } from './linked-records.ts'
import { readMediaLibrary } from './media.ts'
import { listPages } from './pages.ts'
import {
  allEventsQuery,
  eventEntries,
  finishPage,
  PER_PAGE,
  statusQuery,
  type TecReading,
  unreadablePage,
} from './reading.ts'
import { isDateOfEvent, readRepeatedEvents } from './repeated-events.ts'
import { type Json, openSite, type SiteOptions } from './site.ts'

export interface TecOptions extends SiteOptions {
  /** Origin of this calendar, which cannot be its own source. */
  ownOrigin: string
  fetchPicture: PictureFetcher
  /** Logins here by login or id of the site. */
  authorMap?: Readonly<Record<string, string>> | undefined
}

/** A step of a source. `from` is the number of its first page. */
type Step = (reading: TecReading, from: number, cursorOf: (page: number) => string) => AsyncIterable<SourceEntry>

/** Records that others refer to come before these. */
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
export const tecSource = (name: string, options: TecOptions): ImportSource => ({
  name,
  type: 'tec',
  url: options.url.href,
  async *read(cursor) {
    if (options.url.origin === options.ownOrigin)
      throw new UnreadableSourceError('this is the address of this calendar')
    const site = await openSite(options)
    const [media, authorOf] = await Promise.all([
      readMediaLibrary(site, options.fetchPicture),
      readAuthors(site, options.authorMap ?? {}),
    ])
    const listed = { ids: new Set(), isWhole: false, hasDates: false }
    const reading: TecReading = { site, media, authorOf, listed }
    const names = Object.keys(STEPS)
    const [reached = '', page = '0'] = cursor.split(' ')
    for (const [at, step] of names.entries()) {
      if (at < names.indexOf(reached)) continue
      const from = step === reached ? Number(page) + 1 : 1
      yield* (STEPS[step] as Step)(reading, from, (number) => `${step} ${number}`)
    }
  },
})

const LISTS = { category: 'categories', tag: 'tags', venue: 'venues', organizer: 'organizers' } as const

/** All pages of a list at once: parents may be on any page. */
async function* readTerms(
  kind: 'category' | 'tag',
  { site }: TecReading,
  from: number,
  cursorOf: (page: number) => string,
) {
  if (from > 1) return
  const records: Json[] = []
  for await (const page of listPages(site, `tribe/events/v1/${LISTS[kind]}`, { hide_empty: 0, per_page: PER_PAGE })) {
    records.push(...page.records)
    if (page.failure) yield unreadablePage(LISTS[kind], page, cursorOf(0))
  }
  const ordered = parentsFirst(records)
  for (const [at, record] of ordered.entries()) {
    const cursor = cursorOf(at === ordered.length - 1 ? 1 : 0)
    yield termItem(kind, record, { place: `${kind} ${record.id}`, cursor })
  }
}

async function* readLinkedPosts(
  kind: 'venue' | 'organizer',
  { site, media, authorOf }: TecReading,
  from: number,
  cursorOf: (page: number) => string,
): AsyncGenerator<SourceEntry> {
  const query = { ...statusQuery(site), per_page: PER_PAGE }
  for await (const page of listPages(site, `tribe/events/v1/${LISTS[kind]}`, query, from)) {
    const cursor = cursorOf(page.number - 1)
    if (page.failure) yield unreadablePage(LISTS[kind], page, cursor)
    const entries = page.records.flatMap((record) => {
      const item = linkedPostItem(kind, record, { place: `${kind} ${record.id}`, cursor, author: authorOf(record) })
      return [...media.take({ cursor }, record.image, String(item.fields.description)), item]
    })
    yield* finishPage(entries, cursorOf(page.number))
  }
}

async function* readEvents(
  reading: TecReading,
  from: number,
  cursorOf: (page: number) => string,
): AsyncGenerator<SourceEntry> {
  const { site, listed } = reading
  listed.isWhole = from === 1
  for await (const page of listPages(site, 'tribe/events/v1/events', allEventsQuery(site), from)) {
    const cursor = cursorOf(page.number - 1)
    if (page.failure) yield unreadablePage('events', page, cursor)
    for (const { id } of page.records) listed.ids.add(id)
    const single = page.records.filter((record) => !isDateOfEvent(record))
    if (single.length < page.records.length) listed.hasDates = true
    const events = await Promise.all(single.map((record) => readEvent(site, record)))
    yield* finishPage(eventEntries(reading, events, cursor), cursorOf(page.number))
  }
}
