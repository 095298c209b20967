import { utcTime } from '../core/time/event-times.ts'
import { descriptionOf, factsOf } from './description.ts'
import { type FeedHead, type FeedWriter, PRODUCT } from './feed.ts'
import type { FeedEvent } from './feed-event.ts'
import { evOf } from './rss.ts'
import { opened, type Xml, xml } from './xml.ts'

const NAMESPACES = {
  '@xmlns': 'http://www.w3.org/2005/Atom',
  '@xmlns:ev': 'http://purl.org/rss/1.0/modules/event/',
  '@xmlns:georss': 'http://www.georss.org/georss',
}

const CLOSING = '</feed>'

/** Atom (RFC 4287). */
export function atomWriter(head: FeedHead): FeedWriter {
  const feed: Xml = {
    ...NAMESPACES,
    '@xml:lang': head.language,
    id: `urn:uuid:${head.uid}`,
    title: head.title,
    subtitle: head.description,
    updated: utcTime(head.modifiedAt),
    author: { name: head.publisher },
    link: [
      { '@rel': 'self', '@type': 'application/atom+xml', '@href': head.self },
      { '@rel': 'alternate', '@type': 'text/html', '@href': head.page },
    ],
    generator: PRODUCT,
  }
  return {
    begin: opened({ feed }, CLOSING),
    event: (event) => xml({ entry: entryOf(event) }),
    between: '',
    end: CLOSING,
  }
}

function entryOf(event: FeedEvent): Xml {
  const { image, places, hosts } = event
  const facts = factsOf(event).map(({ label, text }) => `${label}: ${text}`)
  const geo = places.find((place) => place.geo)?.geo
  const enclosure: Xml[] = image
    ? [{ '@rel': 'enclosure', '@type': image.type, '@length': image.filesize, '@href': image.url }]
    : []
  return {
    '@xml:lang': event.language,
    id: `urn:uuid:${event.uid}`,
    title: event.title,
    updated: utcTime(event.modifiedAt),
    published: utcTime(event.publishedAt),
    link: [{ '@rel': 'alternate', '@type': 'text/html', '@href': event.url }, ...enclosure],
    author: hosts.filter(({ name }) => name).map(({ name }) => ({ name })),
    category: [...event.categories, ...event.tags].map((term) => ({ '@term': term })),
    summary: [...facts, event.excerpt].filter(Boolean).join('\n'),
    content: { '@type': 'html', '#text': descriptionOf(event) },
    ...evOf(event),
    ...(geo && { 'georss:point': `${geo.lat} ${geo.lng}` }),
  }
}
