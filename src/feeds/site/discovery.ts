import type { Scope } from '../../collections/collection.ts'
import { TEC } from '../../core/faces.ts'
import { formatMessage } from '../../core/messages/index.ts'
import { createUrls, languageRoot, type QueryParameters } from '../../core/urls.ts'
import { FEED_FORMAT_NAMES, FEED_FORMATS, mediaTypeOf } from '../formats.ts'

/** A `<link>` element of an HTML page that leads programs to the API or to a feed with the events of the page. */
export interface DiscoveryLink {
  rel: string
  href: string
  type: string
  title?: string
}

/** Selects the events of the feeds to which a page links: a single event, or a filtered list. */
interface FeedSelection {
  /** Id of the event; absent unless the page shows a single event. */
  eventId?: number
  /** Query parameters that filter the event list; absent if the page shows a single event. */
  filters?: QueryParameters
}

type SiteScope = Pick<Scope, 'urls' | 'language' | 'languages' | 'site'>

const tecUrls = ({ urls, language, languages }: SiteScope) =>
  createUrls(urls.origin, languageRoot(language, languages), TEC, languages)

/**
 * Response headers by which API clients of The Events Calendar (a WordPress plugin) find the API. If the response
 * already has a `Link` header, the caller must append the value of `link` to it.
 */
export function discoveryHeaders(place: SiteScope) {
  const { apiRoot, namespaceRoot, origin } = tecUrls(place)
  return {
    'x-tec-api-version': 'v1',
    'x-tec-api-root': `${namespaceRoot}/`,
    'x-tec-api-origin': origin,
    link: `<${apiRoot}>; rel="https://api.w.org/"`,
  }
}

/** `<meta>` elements by which API clients of The Events Calendar find the API. */
export const discoveryMetas = (place: SiteScope) => [
  { name: 'tec-api-version', content: 'v1' },
  { name: 'tec-api-origin', content: tecUrls(place).origin },
]

/** `<link>` elements that lead to the API and to the feeds of the events on the page. */
export function discoveryLinks(place: SiteScope, { eventId, filters }: FeedSelection = {}): DiscoveryLink[] {
  const { urls, language, site } = place
  const { apiRoot, namespaceRoot } = tecUrls(place)
  const feeds = FEED_FORMAT_NAMES.map((format) => ({
    rel: 'alternate',
    href: urls.feed(format, eventId, filters),
    type: mediaTypeOf(format),
    title: `${site.title}: ${formatMessage(language, FEED_FORMATS[format].label)}`,
  }))
  return [
    ...feeds,
    { rel: 'alternate', href: `${namespaceRoot}/`, type: 'application/json' },
    { rel: 'https://api.w.org/', href: apiRoot, type: 'application/json' },
    { rel: 'service-desc', href: `${urls.namespaceRoot}/doc`, type: 'application/json' },
  ]
}
