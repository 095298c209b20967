import { isObject } from '../../../core/generic/is-object.ts'
import type { Language } from '../../../core/language.ts'
import type { PictureItem, RecordItem, SourceEntry } from '../../import-item.ts'
import { type SiteEvent, siteEventItem } from './read-tec-event.ts'
import type { ListPage } from './read-tec-list-pages.ts'
import type { MediaLibrary } from './tec-media-library.ts'
import { sitePostItem } from './tec-record-items.ts'
import type { SiteJson, TecSite } from './tec-site.ts'
import { readItemWithTranslations, type SiteLanguages } from './tec-site-languages.ts'

/**
 * What is needed to import from a site with The Events Calendar, and what has been read from the site so far. One
 * import has one such object.
 */
export interface TecReading {
  site: TecSite
  /** The languages that are imported, and the one in which `site` is read; undefined for sites in one language. */
  languages: SiteLanguages | undefined
  language: Language | undefined
  media: MediaLibrary
  /** Finds the login of the account here that owns the records of an author of the site. */
  authorOf(record: SiteJson): string | undefined
  /**
   * The list of events as far as this process has read it. A run that continues an earlier one reads only the rest of
   * the list.
   */
  listed: {
    ids: Set<unknown>
    /** Whether the list was read from its first page on; false in a run that was continued. */
    isWhole: boolean
    /** Whether the pages read so far contain dates of repeated events. */
    hasDates: boolean
  }
  /** Venues and organizers that were read from events, because no list contains them. */
  unlisted: Set<string>
}

/** Events, and before them the pictures and unpublished venues and organizers that they use. */
export async function eventEntries(
  reading: TecReading,
  events: readonly SiteEvent[],
  cursor: string,
): Promise<(RecordItem | PictureItem)[]> {
  const { media, languages, authorOf } = reading
  const entries = await Promise.all(
    events.map(async (event) => {
      const { record } = event
      const item = siteEventItem(event, { place: `event ${record.id}`, cursor, author: authorOf(record) })
      return { record, item: await readItemWithTranslations(languages, 'event', item, record) }
    }),
  )
  return [
    ...events.flatMap(({ record }) => unlistedEntries(reading, record, cursor)),
    ...entries.flatMap(({ record, item }) => [...media.take({ cursor }, record.image, descriptionsOfItem(item)), item]),
  ]
}

/** The descriptions of an item in all languages. */
export const descriptionsOfItem = ({ fields, texts = [] }: RecordItem): string =>
  [fields, ...texts.map((text) => text.fields)].map(({ description }) => String(description ?? '')).join('\n')

/**
 * The venues and organizers of an event that are not published. Without credentials, only their events contain them.
 */
function unlistedEntries({ site, unlisted, authorOf }: TecReading, event: SiteJson, cursor: string): RecordItem[] {
  if (site.hasCredentials) return []
  return (['venue', 'organizer'] as const).flatMap((kind) =>
    [event[kind]].flat().flatMap((record) => {
      if (!isObject(record) || record.status === 'publish' || record[kind] === undefined) return []
      const place = `${kind} ${record.id}`
      if (unlisted.has(place)) return []
      unlisted.add(place)
      return [sitePostItem(kind, record, { place, cursor, author: authorOf(record) })]
    }),
  )
}

/** The entries of a page, pictures first. The last one has the position after the page as cursor. */
export function* orderEntriesOfPage(
  entries: readonly (RecordItem | PictureItem)[],
  cursor: string,
): Generator<SourceEntry> {
  const pictures = entries.filter(({ kind }) => kind === 'picture')
  const ordered = [...pictures, ...entries.filter(({ kind }) => kind !== 'picture')]
  for (const [at, entry] of ordered.entries()) yield at === ordered.length - 1 ? { ...entry, cursor } : entry
}

/** The entry that reports a page of a list, or a whole list, that could not be read. */
export const unreadablePageEntry = (
  list: string,
  { number, failure }: Pick<ListPage, 'number' | 'failure'>,
  cursor: string,
): SourceEntry => ({
  kind: 'unreadable',
  place: `${list}, page ${number}`,
  cursor,
  problem: { name: '', reason: 'import.page', placeholders: { value: failure?.message ?? '' } },
})
