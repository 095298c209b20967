import { FIRST_DATE_ID } from '../wordpress/wordpress-id-and-region.ts'
import type { SiteJson, TecSite } from './find-tec-site-api.ts'
import { type ListPage, readTecListPages } from './read-tec-list-pages.ts'

/** For each kind of record, the name of its list in `tribe/events/v1`. */
export const SITE_LISTS = {
  category: 'categories',
  tag: 'tags',
  venue: 'venues',
  organizer: 'organizers',
  event: 'events',
} as const

export type SiteKind = keyof typeof SITE_LISTS

/** The largest page size that `tribe/events/v1` allows. */
export const SITE_PAGE_SIZE = 50

const POST_STATUSES = 'publish,draft,pending,private'
export const SITE_EVENT_STATUSES = `${POST_STATUSES},future`

/** The query parameter that selects posts by status. Without credentials, only published posts can be listed. */
export const tecStatusQueryParameters = ({ hasCredentials }: TecSite, statuses = POST_STATUSES) =>
  hasCredentials ? { status: statuses } : {}

/** The query parameters for a list of all events. Without dates in the query, the list would begin today. */
export const tecQueryForAllEvents = (site: TecSite, statuses = SITE_EVENT_STATUSES) => ({
  start_date: '1970-01-01',
  end_date: '2100-12-31',
  ...tecStatusQueryParameters(site, statuses),
  per_page: SITE_PAGE_SIZE,
})

/**
 * Reads the pages of the list of one kind of record.
 * @param from number of the first page to read
 */
export const readTecRecordList = (site: TecSite, kind: SiteKind, from = 1): AsyncGenerator<ListPage> =>
  readTecListPages(site, `tribe/events/v1/${SITE_LISTS[kind]}`, listQuery(site, kind), from)

/** Reads all pages of the list of trashed records of one kind, for which the site requires credentials. */
export const fetchTrashedRecordsOfTecSite = (
  site: TecSite,
  kind: 'event' | 'venue' | 'organizer',
): AsyncGenerator<ListPage> => {
  const query = kind === 'event' ? tecQueryForAllEvents(site, 'trash') : { status: 'trash', per_page: SITE_PAGE_SIZE }
  return readTecListPages(site, `tribe/events/v1/${SITE_LISTS[kind]}`, query, 1)
}

function listQuery(site: TecSite, kind: SiteKind) {
  if (kind === 'event') return tecQueryForAllEvents(site)
  if (kind === 'category' || kind === 'tag') return { hide_empty: 0, per_page: SITE_PAGE_SIZE }
  return { ...tecStatusQueryParameters(site), per_page: SITE_PAGE_SIZE }
}

/**
 * Matches the end of the address of a date of a repeated event: the slug of the event, the day and, if there are
 * several dates on this day, a number.
 */
export const DATE_ADDRESS = /\/([^/]+)\/\d{4}-\d\d-\d\d(?:\/\d+)?\/?$/

/**
 * Whether a record is one date of a repeated event. Lists of the site contain such dates, but neither the repeated
 * event nor its rule.
 */
export const isTecDateOfRepeatedEvent = ({ id, url, link }: SiteJson): boolean =>
  Number(id) >= FIRST_DATE_ID || DATE_ADDRESS.test(String(url ?? link ?? ''))
