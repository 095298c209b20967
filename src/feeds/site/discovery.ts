import type { Scope } from '../../collections/collection.ts'
import { TEC } from '../../core/faces.ts'
import { formatMessage } from '../../core/messages/index.ts'
import { createUrls, languageRoot, type QueryParameters } from '../../core/urls.ts'
import { FEED_FORMAT_NAMES, FEED_FORMATS, mediaTypeOf } from '../formats.ts'

/** A `<link>` element of an HTML page, by which programs find the API, or the feeds of the events on the page. */
export interface DiscoveryLink {
  rel: string
  href: string
  type: string
  title?: string
}

/** Which events the feeds linked from a page contain: one event, or a filtered list. */
interface FeedSelection {
  /** Id of the event, if the page shows a single one. */
  eventId?: number
  /** For other pages: query parameters of the event list. */
  filters?: QueryParameters
}

type SiteScope = Pick<Scope, 'urls' | 'language' | 'languages' | 'site'>

const tecUrls = ({ urls, language, languages }: SiteScope) =>
  createUrls(urls.origin, languageRoot(language, languages), TEC, languages)

/**
 * Response headers by which API clients of The Events Calendar (a WordPress plugin) find the API. If the response has a
 * `Link` header already, `link` must be added to it.
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
