import { formatHttpDate } from '../../core/time/event-times.ts'
import { buildXml, serializeXmlWithoutLastEndTags, type XmlElements } from '../build-xml.ts'
import { eventHtmlForFeedReaders, labelledTimeVenueAndCost } from '../feed-descriptions.ts'
import type { FeedEvent } from '../feed-event-types.ts'
import { type FeedMetadata, type FeedWriter, PRODUCT_NAME, REFRESH_MINUTES } from '../feed-writer.ts'
import { rssEventModuleElements } from './rss-event-module.ts'

const NAMESPACES = {
  '@xmlns:atom': 'http://www.w3.org/2005/Atom',
  '@xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
  '@xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  '@xmlns:ev': 'http://purl.org/rss/1.0/modules/event/',
  '@xmlns:georss': 'http://www.georss.org/georss',
}

const CLOSING = '</channel></rss>'

/** Creates a writer for feeds in RSS 2.0, with the extensions content, dc, event and georss. */
export function createRssWriter(head: FeedMetadata): FeedWriter {
  const channel: XmlElements = {
    title: head.title,
    link: head.page,
    description: head.description,
    language: head.language,
    lastBuildDate: formatHttpDate(head.modifiedAt),
    generator: PRODUCT_NAME,
    docs: 'https://www.rssboard.org/rss-specification',
    ttl: REFRESH_MINUTES,
    'atom:link': { '@href': head.self, '@rel': 'self', '@type': 'application/rss+xml' },
  }
  return {
    begin: serializeXmlWithoutLastEndTags({ rss: { '@version': '2.0', ...NAMESPACES, channel } }, CLOSING),
    event: (event) => buildXml({ item: itemOf(event) }),
    between: '',
    end: CLOSING,
  }
}

function itemOf(event: FeedEvent): XmlElements {
  const { image, venues, organizers } = event
  const facts = labelledTimeVenueAndCost(event).map(({ label, text }) => `${label}: ${text}`)
  const geo = venues.find((place) => place.geo)?.geo
  return {
    // An event without a title has its address as title, because some feed readers show only the title.
    title: event.headline || event.url,
    link: event.url,
    guid: { '@isPermaLink': 'false', '#text': `urn:uuid:${event.uid}` },
    pubDate: formatHttpDate(event.publishedAt),
    description: [...facts, event.excerpt || event.text].filter(Boolean).join('\n'),
    category: [...event.categories, ...event.tags],
    ...(image && { enclosure: { '@url': image.url, '@length': image.filesize, '@type': image.type } }),
    'content:encoded': { $cdata: eventHtmlForFeedReaders(event) },
    'dc:language': event.language,
    ...rssEventModuleElements(event),
    ...(organizers.length > 0 && { 'ev:organizer': organizers.map(({ name }) => name).join(', ') }),
    ...(geo && { 'georss:point': `${geo.lat} ${geo.lng}` }),
  }
}
