import type { PictureItem, RecordItem, SourceEntry } from '../../item.ts'
import { eventItem, type SiteEvent } from './events.ts'
import type { MediaLibrary } from './media.ts'
import type { ListPage } from './pages.ts'
import type { Json, TecSite } from './site.ts'

/** What the steps of a source share. */
export interface TecReading {
  site: TecSite
  media: MediaLibrary
  /** The login here of an author of the site. */
  authorOf(record: Json): string | undefined
  /** What this process has read of the list of events. */
  listed: {
    ids: Set<unknown>
    /** False if the run was continued after the first page. */
    isWhole: boolean
    /** Whether there are dates of repeated events. */
    hasDates: boolean
  }
}

/** The longest pages of `tribe/events/v1`. */
export const PER_PAGE = 50

const POST_STATUSES = 'publish,draft,pending,private'
export const EVENT_STATUSES = `${POST_STATUSES},future`

/** The statuses that a list has to contain: drafts and the like only with credentials. */
export const statusQuery = ({ hasCredentials }: TecSite, statuses = POST_STATUSES) =>
  hasCredentials ? { status: statuses } : {}

/** The list of all events, whatever their date: without dates it begins today. */
export const allEventsQuery = (site: TecSite) => ({
  start_date: '1970-01-01',
  end_date: '2100-12-31',
  ...statusQuery(site, EVENT_STATUSES),
  per_page: PER_PAGE,
})

/** Events and the pictures that they use. */
export const eventEntries = (
  { media, authorOf }: TecReading,
  events: readonly SiteEvent[],
  cursor: string,
): (RecordItem | PictureItem)[] =>
  events.flatMap((event) => {
    const { record } = event
    const item = eventItem(event, { place: `event ${record.id}`, cursor, author: authorOf(record) })
    return [...media.take({ cursor }, record.image, String(item.fields.description)), item]
  })

/** The entries of a page, pictures first. The last one has the position after the page. */
export function* finishPage(entries: readonly (RecordItem | PictureItem)[], cursor: string): Generator<SourceEntry> {
  const pictures = entries.filter(({ kind }) => kind === 'picture')
  const ordered = [...pictures, ...entries.filter(({ kind }) => kind !== 'picture')]
  for (const [at, entry] of ordered.entries()) yield at === ordered.length - 1 ? { ...entry, cursor } : entry
}

/** A page of a list, or a list, that could not be read. */
export const unreadablePage = (
  list: string,
  { number, failure }: Pick<ListPage, 'number' | 'failure'>,
  cursor: string,
): SourceEntry => ({
  kind: 'unreadable',
  place: `${list}, page ${number}`,
  cursor,
  problem: { name: '', reason: 'import.page', placeholders: { value: failure?.message ?? '' } },
})
