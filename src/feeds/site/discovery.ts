import type { Scope } from '../../collections/collection.ts'
import { TEC } from '../../core/faces.ts'
import { formatMessage } from '../../core/messages/index.ts'
import { createUrls, languageRoot, type QueryParameters } from '../../core/urls.ts'
import { FEED_FORMAT_NAMES, FEED_FORMATS, mediaTypeOf } from '../formats.ts'

/** What a page says to programs: where the API is, and the same as feeds. */

/** An element of the head. */
export interface DiscoveryLink {
  rel: string
  href: string
  type: string
  title?: string
}

interface FeedSelection {
  /** The event that the page is of. */
  eventId?: number
  /** Else the parameters of the list it shows. */
  filters?: QueryParameters
}

type SiteScope = Pick<Scope, 'urls' | 'language' | 'languages' | 'site'>

const tecUrls = ({ urls, language, languages }: SiteScope) =>
  createUrls(urls.origin, languageRoot(language, languages), TEC, languages)

/** Headers by which clients of The Events Calendar find the API from a page. `link` is to be added to what there is. */
export function discoveryHeaders(place: SiteScope) {
  const { apiRoot, namespaceRoot, origin } = tecUrls(place)
  return {
    'x-tec-api-version': 'v1',
    'x-tec-api-root': `${namespaceRoot}/`,
    'x-tec-api-origin': origin,
    link: `<${apiRoot}>; rel="https://api.w.org/"`,
  }
}

/** The same as `<meta>` elements. */
export const discoveryMetas = (place: SiteScope) => [
  { name: 'tec-api-version', content: 'v1' },
  { name: 'tec-api-origin', content: tecUrls(place).origin },
]

/** The same as `<link>` elements, and the feeds of what the page shows. */
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
