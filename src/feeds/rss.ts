import { httpTime, timesOf } from '../core/time/event-times.ts'
import { descriptionOf, factsOf } from './description.ts'
import { type FeedHead, type FeedWriter, PRODUCT, REFRESH_MINUTES } from './feed.ts'
import { addressOf, type FeedEvent } from './feed-event.ts'
import { opened, type Xml, xml } from './xml.ts'

const NAMESPACES = {
  '@xmlns:atom': 'http://www.w3.org/2005/Atom',
  '@xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
  '@xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  '@xmlns:ev': 'http://purl.org/rss/1.0/modules/event/',
  '@xmlns:georss': 'http://www.georss.org/georss',
}

const CLOSING = '</channel></rss>'

/** RSS 2.0 with the modules content, event (times and place) and georss. */
export function rssWriter(head: FeedHead): FeedWriter {
  const channel: Xml = {
    title: head.title,
    link: head.page,
    description: head.description,
    language: head.language,
    lastBuildDate: httpTime(head.modifiedAt),
    generator: PRODUCT,
    docs: 'https://www.rssboard.org/rss-specification',
    ttl: REFRESH_MINUTES,
    'atom:link': { '@href': head.self, '@rel': 'self', '@type': 'application/rss+xml' },
  }
  return {
    begin: opened({ rss: { '@version': '2.0', ...NAMESPACES, channel } }, CLOSING),
    event: (event) => xml({ item: itemOf(event) }),
    between: '',
    end: CLOSING,
  }
}

function itemOf(event: FeedEvent): Xml {
  const { image, places, hosts } = event
  const facts = factsOf(event).map(({ label, text }) => `${label}: ${text}`)
  const geo = places.find((place) => place.geo)?.geo
  return {
    // A reader may show nothing else.
    title: event.title || event.url,
    link: event.url,
    guid: { '@isPermaLink': 'false', '#text': `urn:uuid:${event.uid}` },
    pubDate: httpTime(event.publishedAt),
    description: [...facts, event.excerpt || event.text].filter(Boolean).join('\n'),
    category: [...event.categories, ...event.tags],
    ...(image && { enclosure: { '@url': image.url, '@length': image.filesize, '@type': image.type } }),
    'content:encoded': { $cdata: descriptionOf(event) },
    'dc:language': event.language,
    ...evOf(event),
    ...(hosts.length > 0 && { 'ev:organizer': hosts.map(({ name }) => name).join(', ') }),
    ...(geo && { 'georss:point': `${geo.lat} ${geo.lng}` }),
  }
}

/** Times and place of an event (RSS module Event). */
export function evOf(event: FeedEvent): Xml {
  const { start, end } = timesOf(event)
  const location = event.places.map(addressOf).join('; ')
  return { 'ev:startdate': start, 'ev:enddate': end, ...(location && { 'ev:location': location }) }
}
