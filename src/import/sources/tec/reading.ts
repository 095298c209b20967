import { isObject } from '../../../core/generic/is-object.ts'
import type { PictureItem, RecordItem, SourceEntry } from '../../item.ts'
import { type SiteEvent, siteEventItem } from './events.ts'
import { sitePostItem } from './linked-records.ts'
import type { MediaLibrary } from './media.ts'
import type { ListPage } from './pages.ts'
import type { SiteJson, TecSite } from './site.ts'

/** The data that all steps of reading a site share. */
export interface TecReading {
  site: TecSite
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
    /** Whether there are dates of repeated events. */
    hasDates: boolean
  }
  /** Venues and organizers that were read from events, because no list contains them. */
  unlisted: Set<string>
}

/** The largest page size that `tribe/events/v1` allows. */
export const SITE_PAGE_SIZE = 50

const POST_STATUSES = 'publish,draft,pending,private'
export const SITE_EVENT_STATUSES = `${POST_STATUSES},future`

/** The query parameter with the statuses of the posts to list; drafts and other private ones only with credentials. */
export const statusQueryParameters = ({ hasCredentials }: TecSite, statuses = POST_STATUSES) =>
  hasCredentials ? { status: statuses } : {}

/** The query parameters for the list of all events. Without dates, the list would begin today. */
export const allEventsQuery = (site: TecSite) => ({
  start_date: '1970-01-01',
  end_date: '2100-12-31',
  ...statusQueryParameters(site, SITE_EVENT_STATUSES),
  per_page: SITE_PAGE_SIZE,
})

/** Events, and before them the pictures and unpublished venues and organizers that they use. */
export function eventEntries(
  reading: TecReading,
  events: readonly SiteEvent[],
  cursor: string,
): (RecordItem | PictureItem)[] {
  const { media, authorOf } = reading
  const entries = events.flatMap((event) => {
    const { record } = event
    const item = siteEventItem(event, { place: `event ${record.id}`, cursor, author: authorOf(record) })
    return [...media.take({ cursor }, record.image, String(item.fields.description)), item]
  })
  return [...events.flatMap(({ record }) => unlistedEntries(reading, record, cursor)), ...entries]
}

/** The venues and organizers of an event that are not published. Without credentials, only their events contain them. */
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
export function* entriesOfPage(entries: readonly (RecordItem | PictureItem)[], cursor: string): Generator<SourceEntry> {
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
