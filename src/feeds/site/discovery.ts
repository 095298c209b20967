import type { Scope } from '../../collections/collection.ts'
import { TEC } from '../../core/faces.ts'
import { formatMessage } from '../../core/messages/index.ts'
import { createUrls, languageRoot, type QueryParameters } from '../../core/urls.ts'
import { FEED_FORMAT_NAMES, FEED_FORMATS, mediaTypeOf } from '../formats.ts'

/** A `<link>` element by which programs find the API and the feeds of a page. */
export interface DiscoveryLink {
  rel: string
  href: string
  type: string
  title?: string
}

/** The events in the feeds of a page. */
interface FeedSelection {
  /** The event, if the page shows a single one. */
  eventId?: number
  /** Otherwise the parameters of the event list. */
  filters?: QueryParameters
}

type SiteScope = Pick<Scope, 'urls' | 'language' | 'languages' | 'site'>

const tecUrls = ({ urls, language, languages }: SiteScope) =>
  createUrls(urls.origin, languageRoot(language, languages), TEC, languages)

/**
 * Response headers by which clients of The Events Calendar find the API. `link` must be appended to an existing header.
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

/** `<meta>` elements by which clients of The Events Calendar find the API. */
export const discoveryMetas = (place: SiteScope) => [
  { name: 'tec-api-version', content: 'v1' },
  { name: 'tec-api-origin', content: tecUrls(place).origin },
]

/** `<link>` elements for the API, and for the feeds of the events on the page. */
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
