import { formatEventTimes, formatUtcTime } from '../../core/time/event-times.ts'
import { eventHtmlForFeedReaders, labelledTimeVenueAndCost } from '../feed-descriptions.ts'
import { type FeedEvent, venueAddressLine } from '../feed-event-types.ts'
import type { FeedMetadata, FeedWriter } from '../feed-writer.ts'

const CLOSING = ']}'

/** Creates a writer for feeds in JSON Feed 1.1. Times, venues and organizers are in the extension object `_event`. */
export function createJsonFeedWriter(head: FeedMetadata): FeedWriter {
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: head.title,
    home_page_url: head.page,
    feed_url: head.self,
    description: head.description,
    language: head.language,
    authors: [{ name: head.publisher }],
    items: [],
  }
  return {
    begin: JSON.stringify(feed).slice(0, -CLOSING.length),
    event: (event) => JSON.stringify(itemOf(event)),
    between: ',\n',
    end: CLOSING,
  }
}

function itemOf(event: FeedEvent) {
  const { image, organizers, website } = event
  const facts = labelledTimeVenueAndCost(event).map(({ label, text }) => `${label}: ${text}`)
  return {
    id: `urn:uuid:${event.uid}`,
    url: event.url,
    ...(website && { external_url: website }),
    title: event.headline,
    content_html: eventHtmlForFeedReaders(event),
    summary: [...facts, event.excerpt].filter(Boolean).join('\n'),
    ...(image && {
      image: image.url,
      attachments: [{ url: image.url, mime_type: image.type, size_in_bytes: image.filesize }],
    }),
    date_published: formatUtcTime(event.publishedAt),
    date_modified: formatUtcTime(event.modifiedAt),
    ...(organizers.length > 0 && { authors: organizers.map(({ name, url }) => ({ name, url })) }),
    tags: [...new Set([...event.categories, ...event.tags])],
    language: event.language,
    _event: eventOf(event),
  }
}

function eventOf(event: FeedEvent) {
  return {
    about: 'https://schema.org/Event',
    id: event.id,
    ...formatEventTimes(event),
    all_day: event.isAllDay,
    timezone: event.timezone,
    event_status: event.eventStatus,
    status_reason: event.statusReason,
    ...(event.previousStart && { previous_start: event.previousStart.replace(' ', 'T') }),
    sold_out: event.isSoldOut,
    attendance_mode: event.attendanceMode,
    online_url: event.onlineUrl,
    cost: event.cost,
    categories: event.categories,
    tags: event.tags,
    locations: event.venues.map((place) => ({
      name: place.name,
      address: venueAddressLine({ ...place, name: '' }),
      ...(place.geo && { latitude: place.geo.lat, longitude: place.geo.lng }),
      url: place.url,
    })),
    organizers: event.organizers.map(({ name, url }) => ({ name, url })),
    series: event.series.map(({ name, url }) => ({ name, url })),
  }
}
