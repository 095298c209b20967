import type { Scope } from '../../collections/scope.ts'
import { TEC } from '../../core/faces.ts'
import { collectionNameOfKind, isTermKind, type LinkedKind, type PostKind } from '../../core/kinds.ts'
import { formatMessage } from '../../core/messages/index.ts'
import { appendQueryToUrl, type FeedRecord, type QueryParameters, toAsciiUrl, type Urls } from '../../core/urls.ts'
import { FEED_FORMAT_NAMES, FEED_FORMATS, mediaTypeOfFeedFormat } from '../feed-formats.ts'

/** A `<link>` element of an HTML page that leads programs to the API or to a feed with the events of the page. */
export interface DiscoveryLink {
  rel: string
  href: string
  type: string
  title?: string
}

/** The record that a page shows. If events refer to the record, as to a venue, `filters` selects those events. */
export type PageRecord =
  | { kind: Exclude<PostKind, LinkedKind>; id: number }
  | { kind: LinkedKind; id: number; filters: QueryParameters }

/**
 * The events of the feeds to which a page links: the event of the page, the events of its record, or a filtered list.
 */
interface FeedSelection {
  record?: PageRecord | undefined
  /** Query parameters that filter the event list, for a page that shows no record. */
  filters?: QueryParameters
}

type SiteScope = Pick<Scope, 'urls' | 'language' | 'languages' | 'site'>

const tecUrls = ({ urls, language }: SiteScope) => urls.inLanguage(language, TEC)

/**
 * The address in the API of The Events Calendar that corresponds to a page: that of a post, of the events of a category
 * or tag, or of the whole API.
 */
function apiAddressOf({ namespaceRoot, item, listing }: Urls, record: PageRecord | undefined): string {
  if (record === undefined) return `${namespaceRoot}/`
  const { kind, id } = record
  return isTermKind(kind) && 'filters' in record
    ? appendQueryToUrl(listing('events'), record.filters)
    : item(collectionNameOfKind(kind), id)
}

/**
 * Response headers by which API clients of The Events Calendar (a WordPress plugin) find the API. If the response
 * already has a `Link` header, the caller must append the value of `link` to it.
 */
export function apiDiscoveryHeaders(place: SiteScope, record?: PageRecord) {
  const tec = tecUrls(place)
  const { apiRoot, origin } = tec
  return {
    'x-tec-api-version': 'v1',
    'x-tec-api-root': toAsciiUrl(apiAddressOf(tec, record)),
    'x-tec-api-origin': origin,
    link: `<${apiRoot}>; rel="https://api.w.org/"`,
  }
}

/** `<meta>` elements by which API clients of The Events Calendar find the API. */
export const apiDiscoveryMetaElements = (place: SiteScope) => [
  { name: 'tec-api-version', content: 'v1' },
  { name: 'tec-api-origin', content: tecUrls(place).origin },
]

/**
 * Returns the record if it has feeds of its own. Pages of other records link to the feeds of the event list with a
 * filter.
 */
const feedRecordOf = ({ kind, id }: PageRecord): FeedRecord | undefined =>
  kind === 'event' ? { collection: 'events', id } : kind === 'series' ? { collection: 'series', id } : undefined

/** `<link>` elements that lead to the API and to the feeds of the events on the page. */
export function apiAndFeedLinks(place: SiteScope, { record, filters: listed }: FeedSelection = {}): DiscoveryLink[] {
  const { urls, language, site } = place
  const tec = tecUrls(place)
  const own = record && feedRecordOf(record)
  const filters = record === undefined ? listed : 'filters' in record && !own ? record.filters : undefined
  const feeds = FEED_FORMAT_NAMES.map((format) => ({
    rel: 'alternate',
    href: urls.feed(format, own, filters),
    type: mediaTypeOfFeedFormat(format),
    title: `${site.title}: ${formatMessage(language, FEED_FORMATS[format].label)}`,
  }))
  return [
    ...feeds,
    { rel: 'alternate', href: apiAddressOf(tec, record), type: 'application/json' },
    { rel: 'https://api.w.org/', href: tec.apiRoot, type: 'application/json' },
    { rel: 'service-desc', href: `${urls.namespaceRoot}/doc`, type: 'application/json' },
  ]
}
