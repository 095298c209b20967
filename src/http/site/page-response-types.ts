import type { FastifyRequest } from 'fastify'
import type { EventQuery } from '../../collections/events/event-parameters.ts'
import type { EventRow } from '../../collections/events/event-row.ts'
import type { FeedFormatName } from '../../feeds/feed-formats.ts'
import type { HtmlPage, PageContext } from '../../pages/page-context.ts'
import type { FeedSubject } from '../feeds/send-feed.ts'
import type { PageAddress } from './parse-page-address.ts'

/** A redirect of the browser to another page of this site. */
export interface Redirect {
  /**
   * Path and query. There is no host, so that the browser stays on the host of its request, and a cached redirect is
   * valid for every host.
   */
  location: string
  status: 301 | 302
}

/** The events of a page, or the event of its own page, as a feed. */
export interface PageFeed {
  feed: {
    format: FeedFormatName
    /** Address at which the feed can be requested. */
    self: string
  } & (
    | { event: EventRow }
    /** `subject`: the record whose events the feed contains, if its address is that of the page of a record. */
    | { query: EventQuery; filters: Record<string, string>; subject?: FeedSubject }
  )
}

export type PageResponse = HtmlPage | Redirect | PageFeed

/**
 * A function that creates the response to a request for a page.
 * @param addresses what the address may mean: view, date, record and so on (see parse-page-address.ts). More than one
 * if a slug equals another word; to be tried in this order
 */
export type PageHandler = (
  visit: PageContext,
  request: FastifyRequest,
  addresses: readonly PageAddress[],
) => Promise<PageResponse>

/** The query parameter with which the address of a page becomes the address of its feed. */
export const queryParameterOfFeedFormat = (format: FeedFormatName): Record<string, string> =>
  format === 'ics' ? { ical: '1' } : { feed: format === 'rss' ? 'rss2' : format }
