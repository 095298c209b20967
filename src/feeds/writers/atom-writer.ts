import { formatUtcTime } from '../../core/time/event-times.ts'
import { buildXml, serializeXmlWithoutLastEndTags, type XmlElements } from '../build-xml.ts'
import { eventHtmlForFeedReaders, labelledTimeVenueAndCost } from '../feed-descriptions.ts'
import type { FeedEvent } from '../feed-event-types.ts'
import { type FeedMetadata, type FeedWriter, PRODUCT_NAME } from '../feed-writer.ts'
import { rssEventModuleElements } from './rss-event-module.ts'

const NAMESPACES = {
  '@xmlns': 'http://www.w3.org/2005/Atom',
  '@xmlns:ev': 'http://purl.org/rss/1.0/modules/event/',
  '@xmlns:georss': 'http://www.georss.org/georss',
}

const CLOSING = '</feed>'

/** Creates a writer for feeds in the format Atom (RFC 4287). */
export function createAtomWriter(head: FeedMetadata): FeedWriter {
  const feed: XmlElements = {
    ...NAMESPACES,
    '@xml:lang': head.language,
    id: `urn:uuid:${head.uid}`,
    title: head.title,
    subtitle: head.description,
    updated: formatUtcTime(head.modifiedAt),
    author: { name: head.publisher },
    link: [
      { '@rel': 'self', '@type': 'application/atom+xml', '@href': head.self },
      { '@rel': 'alternate', '@type': 'text/html', '@href': head.page },
    ],
    generator: PRODUCT_NAME,
  }
  return {
    begin: serializeXmlWithoutLastEndTags({ feed }, CLOSING),
    event: (event) => buildXml({ entry: entryOf(event) }),
    between: '',
    end: CLOSING,
  }
}

function entryOf(event: FeedEvent): XmlElements {
  const { image, venues, organizers } = event
  const facts = labelledTimeVenueAndCost(event).map(({ label, text }) => `${label}: ${text}`)
  const geo = venues.find((place) => place.geo)?.geo
  const enclosure: XmlElements[] = image
    ? [{ '@rel': 'enclosure', '@type': image.type, '@length': image.filesize, '@href': image.url }]
    : []
  return {
    '@xml:lang': event.language,
    id: `urn:uuid:${event.uid}`,
    title: event.headline,
    updated: formatUtcTime(event.modifiedAt),
    published: formatUtcTime(event.publishedAt),
    link: [{ '@rel': 'alternate', '@type': 'text/html', '@href': event.url }, ...enclosure],
    author: organizers.filter(({ name }) => name).map(({ name }) => ({ name })),
    category: [...event.categories, ...event.tags].map((term) => ({ '@term': term })),
    summary: [...facts, event.excerpt].filter(Boolean).join('\n'),
    content: { '@type': 'html', '#text': eventHtmlForFeedReaders(event) },
    ...rssEventModuleElements(event),
    ...(geo && { 'georss:point': `${geo.lat} ${geo.lng}` }),
  }
}
