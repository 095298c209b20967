import { formatIsoDuration, formatUtcTime } from '../../core/time/event-times.ts'
import { type FeedEvent, type FeedVenue, venueAddressLine, zoneOfFeedEvent } from '../feed-event-types.ts'
import { type FeedMetadata, type FeedWriter, PRODUCT_NAME } from '../feed-writer.ts'
import { jscalendarRecurrenceProperties } from './jscalendar-recurrence.ts'

const CLOSING = ']}'
const PRODUCT_ID = `-//${PRODUCT_NAME}//${PRODUCT_NAME}//EN`

/** Creates a writer for feeds in JSCalendar (RFC 8984): a group of events, each with its texts in all languages. */
export function createJscalendarWriter(head: FeedMetadata): FeedWriter {
  const group = {
    '@type': 'Group',
    uid: head.uid,
    prodId: PRODUCT_ID,
    title: head.title,
    description: head.description,
    locale: head.language,
    source: head.self,
    links: { page: { '@type': 'Link', href: head.page, rel: 'alternate', contentType: 'text/html' } },
    entries: [],
  }
  return {
    begin: JSON.stringify(group).slice(0, -CLOSING.length),
    event: (event) => JSON.stringify({ ...jsEvent(event), ...jscalendarRecurrenceProperties(event, jsEvent) }),
    between: ',\n',
    end: CLOSING,
  }
}

function jsEvent(event: FeedEvent) {
  const { organizers, series, translations, venues } = event
  const relation = { '@type': 'Relation', relation: { parent: true } }
  const words = [...event.categories, ...event.tags]
  return {
    '@type': 'Event',
    uid: event.uid,
    prodId: PRODUCT_ID,
    created: formatUtcTime(event.createdAt),
    updated: formatUtcTime(event.modifiedAt),
    sequence: event.sequence,
    title: event.headline,
    ...(event.html && { description: event.html, descriptionContentType: 'text/html' }),
    locale: event.language,
    ...timeProperties(event),
    status: event.certainty,
    freeBusyStatus: 'free',
    privacy: event.status === 'publish' ? 'public' : 'private',
    ...(words.length > 0 && { keywords: Object.fromEntries(words.map((word) => [word, true])) }),
    ...(venues.length > 0 && { locations: numbered(venues.map(location)) }),
    ...(event.onlineUrl && { virtualLocations: { 1: { '@type': 'VirtualLocation', uri: event.onlineUrl } } }),
    ...(organizers.length > 0 && { participants: numbered(organizers.map(participant)) }),
    ...(series.length > 0 && { relatedTo: Object.fromEntries(series.map(({ uid }) => [uid, relation])) }),
    links: eventLinks(event),
    ...(translations.length > 0 && { localizations: localizationsOf(event) }),
  }
}

/**
 * Converts an array to an object with the keys 1, 2, 3 …, because JSCalendar has maps from ids to objects, not arrays.
 */
const numbered = <T>(items: T[]) => Object.fromEntries(items.map((item, index) => [String(index + 1), item]))

/**
 * Start, time zone and duration of an event. All-day events have no time zone. An event is written in UTC if its zone
 * has no name, or its local times are ambiguous.
 */
function timeProperties(event: FeedEvent) {
  const duration = formatIsoDuration(event)
  if (event.isAllDay) {
    return { start: event.start.replace(' ', 'T'), timeZone: null, duration, showWithoutTime: true }
  }
  const zone = zoneOfFeedEvent(event)
  const start = zone === undefined ? formatUtcTime(event.startAt).replace('Z', '') : event.start.replace(' ', 'T')
  return { start, timeZone: zone ?? 'Etc/UTC', duration }
}

const location = (place: FeedVenue) => ({
  '@type': 'Location',
  name: place.name,
  description: venueAddressLine({ ...place, name: '' }),
  ...(place.geo && { coordinates: `geo:${place.geo.lat},${place.geo.lng}` }),
  links: { page: { '@type': 'Link', href: place.url, rel: 'alternate', contentType: 'text/html' } },
})

const participant = ({ name, email, url }: FeedEvent['organizers'][number]) => ({
  '@type': 'Participant',
  name,
  ...(email && { email }),
  roles: { contact: true },
  links: { page: { '@type': 'Link', href: url, rel: 'alternate', contentType: 'text/html' } },
})

function eventLinks({ url, website, image, title }: FeedEvent) {
  const link = { '@type': 'Link' }
  return {
    page: { ...link, href: url, rel: 'alternate', contentType: 'text/html', title },
    ...(website && { website: { ...link, href: website, rel: 'related' } }),
    ...(image && {
      image: { ...link, href: image.url, rel: 'icon', contentType: image.type, size: image.filesize, display: 'badge' },
    }),
  }
}

/** The property `localizations`: for each other language of the event, a patch with its texts (RFC 8984, 4.6.1). */
function localizationsOf({ translations, venues }: FeedEvent) {
  const patches = translations.map(({ language, headline, html, url }) => {
    const names = venues.flatMap((place, index) =>
      place.names.flatMap((one) => (one.language === language ? [[`locations/${index + 1}/name`, one.name]] : [])),
    )
    return [language, { title: headline, description: html, 'links/page/href': url, ...Object.fromEntries(names) }]
  })
  return Object.fromEntries(patches)
}
