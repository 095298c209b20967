import { isObject } from '../../../core/generic/is-object.ts'
import type { Language } from '../../../core/language.ts'
import type { PictureItem, RecordItem, SourceEntry } from '../../import-item-types.ts'
import { convertTecEventToItem, type SiteEvent } from './fetch-tec-event-details.ts'
import type { SiteJson, TecSite } from './find-tec-site-api.ts'
import type { ListPage } from './read-tec-list-pages.ts'
import type { MediaLibrary } from './tec-media-library.ts'
import { convertTecPostToItem, idTextOfTecRecord } from './tec-record-items.ts'
import { addTranslationsToTecItem, type SiteLanguages } from './tec-site-languages.ts'

/**
 * The state of one import from a site with The Events Calendar: the functions that read the site, and what was read so
 * far.
 */
export interface TecReading {
  site: TecSite
  /**
   * The languages that are imported, and the language in which `site` is read; undefined for a site in one language.
   */
  languages: SiteLanguages | undefined
  language: Language | undefined
  media: MediaLibrary
  /** Finds the account here that becomes the author of a record. Returns the login of the account. */
  authorOf(record: SiteJson): string | undefined
  /** The events that this process has read from the list of events. A continued run reads only the rest of the list. */
  listed: {
    ids: Set<unknown>
    /** Whether this process has read the list from its first page; false in a continued run. */
    isWhole: boolean
    /** Whether one of the pages contains dates of repeated events. */
    hasDates: boolean
  }
  /** Ids of venues and organizers that were read from events, because lists do not contain them. */
  unlisted: Set<string>
}

/**
 * Converts an event to entries of the import: first the pictures, unpublished venues and organizers that the event
 * uses, then the event.
 */
export async function makeEntriesOfTecEvent(
  reading: TecReading,
  events: readonly SiteEvent[],
  cursor: string,
): Promise<(RecordItem | PictureItem)[]> {
  const { media, languages, authorOf } = reading
  const entries = await Promise.all(
    events.map(async (event) => {
      const { record } = event
      const item = convertTecEventToItem(event, {
        place: `event ${idTextOfTecRecord(record)}`,
        cursor,
        author: authorOf(record),
      })
      return { record, item: await addTranslationsToTecItem(languages, 'event', item, record) }
    }),
  )
  return [
    ...events.flatMap(({ record }) => unlistedEntries(reading, record, cursor)),
    ...entries.flatMap(({ record, item }) => [
      ...media.take({ cursor }, record.image, concatenateDescriptionsOfItem(item)),
      item,
    ]),
  ]
}

/** The descriptions of an item in all its languages, as one text. */
export const concatenateDescriptionsOfItem = ({ fields, texts = [] }: RecordItem): string =>
  [fields, ...texts.map((text) => text.fields)].map(({ description }) => String(description ?? '')).join('\n')

/**
 * The unpublished venues and organizers of an event as items. Without credentials, lists do not contain them, only
 * their events do.
 */
function unlistedEntries({ site, unlisted, authorOf }: TecReading, event: SiteJson, cursor: string): RecordItem[] {
  if (site.hasCredentials) return []
  return (['venue', 'organizer'] as const).flatMap((kind) =>
    [event[kind]].flat().flatMap((record) => {
      if (!isObject(record) || record.status === 'publish' || record[kind] === undefined) return []
      const place = `${kind} ${idTextOfTecRecord(record)}`
      if (unlisted.has(place)) return []
      unlisted.add(place)
      return [convertTecPostToItem(kind, record, { place, cursor, author: authorOf(record) })]
    }),
  )
}

/**
 * Yields the entries of a page of a list, pictures first. The cursor of the last entry is the position after the page.
 */
export function* orderPicturesFirst(
  entries: readonly (RecordItem | PictureItem)[],
  cursor: string,
): Generator<SourceEntry> {
  const pictures = entries.filter(({ kind }) => kind === 'picture')
  const ordered = [...pictures, ...entries.filter(({ kind }) => kind !== 'picture')]
  for (const [at, entry] of ordered.entries()) yield at === ordered.length - 1 ? { ...entry, cursor } : entry
}

/** Creates the entry which reports that a page of a list, or a whole list, could not be read. */
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
