import { FIRST_DATE_ID } from '../wordpress/wordpress-id-and-region.ts'
import { type ListPage, readListPages } from './read-tec-list-pages.ts'
import type { SiteJson, TecSite } from './tec-site.ts'

/** The kinds of records that the lists of `tribe/events/v1` contain, with the names of these lists. */
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

/** The query parameter with the statuses of the posts to list; drafts and other private ones only with credentials. */
export const statusQueryParameters = ({ hasCredentials }: TecSite, statuses = POST_STATUSES) =>
  hasCredentials ? { status: statuses } : {}

/** The query parameters for the list of all events. Without dates, the list would begin today. */
export const allEventsQuery = (site: TecSite, statuses = SITE_EVENT_STATUSES) => ({
  start_date: '1970-01-01',
  end_date: '2100-12-31',
  ...statusQueryParameters(site, statuses),
  per_page: SITE_PAGE_SIZE,
})

/** Reads all pages of the list of one kind of record. */
export const readSiteList = (site: TecSite, kind: SiteKind, from = 1): AsyncGenerator<ListPage> =>
  readListPages(site, `tribe/events/v1/${SITE_LISTS[kind]}`, listQuery(site, kind), from)

/** Reads all pages of the list of the records of one kind in the trash, which needs credentials. */
export const readTrashList = (site: TecSite, kind: 'event' | 'venue' | 'organizer'): AsyncGenerator<ListPage> => {
  const query = kind === 'event' ? allEventsQuery(site, 'trash') : { status: 'trash', per_page: SITE_PAGE_SIZE }
  return readListPages(site, `tribe/events/v1/${SITE_LISTS[kind]}`, query, 1)
}

function listQuery(site: TecSite, kind: SiteKind) {
  if (kind === 'event') return allEventsQuery(site)
  if (kind === 'category' || kind === 'tag') return { hide_empty: 0, per_page: SITE_PAGE_SIZE }
  return { ...statusQueryParameters(site), per_page: SITE_PAGE_SIZE }
}

/**
 * Matches the end of the address of a date: the slug of its event, its day and, if the day has several dates, its
 * number.
 */
export const DATE_ADDRESS = /\/([^/]+)\/\d{4}-\d\d-\d\d(?:\/\d+)?\/?$/

/** Whether a record is one date of a repeated event: lists contain these, but not the event or its rule. */
export const isDateOfEvent = ({ id, url, link }: SiteJson): boolean =>
  Number(id) >= FIRST_DATE_ID || DATE_ADDRESS.test(String(url ?? link ?? ''))
