import type { EventRow } from '../collections/events/event-row.ts'
import { canAttendOnline, displayedStatusReason } from '../collections/events/event-status/present-event-status.ts'
import { formatEventCost } from '../collections/events/present-event.ts'
import type { OrganizerRow } from '../collections/organizers/organizer-store.ts'
import { postPageUrl, presentLanguagesOfPost, presentPost } from '../collections/posts/present-post.ts'
import type { Scope } from '../collections/scope.ts'
import { textsInLanguageOrderOfSite } from '../collections/texts/record-languages.ts'
import { stateOrProvinceOfVenue } from '../collections/venues/present-venue.ts'
import type { VenueRow } from '../collections/venues/venue-store.ts'
import type { CancelledInFeed, EventStatus } from '../core/event-status.ts'
import type { Language } from '../core/language.ts'
import { formatMessage } from '../core/messages/index.ts'
import { htmlToText, htmlToTextWithLineBreaks } from '../core/text/html.ts'
import { printableLine, printableText } from '../core/text/printable-text.ts'
import { altTextInLanguage } from '../media/picture-texts.ts'
import { presentImage } from '../media/present-picture.ts'
import {
  type FeedEvent,
  type FeedOrganizer,
  type FeedText,
  type FeedVenue,
  wordForEventStatus,
} from './feed-event-types.ts'
import { createNameBasedUuid } from './name-based-uuid.ts'

/**
 * Converts an event from the database to the form that all feed writers use, with texts in the language of the request.
 * @param siteId namespace for UUIDs, as in `createNameBasedUuid`
 */
export function convertEventToFeedEvent(
  scope: Scope,
  siteId: string,
  event: EventRow,
  cancelled: CancelledInFeed = 'mark',
): FeedEvent {
  const { status, url } = presentPost(scope, 'event', event)
  const { links } = event
  const modified = [event, ...links.venues, ...links.organizers, ...links.series].map(
    (post) => post.modified_at ?? post.created_at,
  )
  const { translations, language } = presentLanguagesOfPost(scope, 'event', event)
  const texts = textsInLanguageOrderOfSite(scope, event).filter((text) => text.language !== language)
  const textOf = (text: typeof event.text, page: string): FeedText => ({
    language: text.language,
    url: printableLine(page),
    title: printableLine(htmlToText(text.title)),
    headline: headlineOf(text.language, event.event_status, printableLine(htmlToText(text.title))),
    html: printableText(text.description),
    text: printableText(htmlToTextWithLineBreaks(text.description)),
  })
  return {
    id: event.id,
    uid: createNameBasedUuid(siteId, `event/${event.id}`),
    certainty: certaintyOf(status, event.event_status, cancelled),
    status,
    eventStatus: event.event_status,
    statusReason: printableLine(displayedStatusReason(scope, event)),
    previousStart: event.previous_start ?? undefined,
    isSoldOut: event.sold_out === 1,
    attendanceMode: event.attendance_mode,
    onlineUrl: canAttendOnline(event) ? printableLine(event.online_url) : '',
    ...textOf(event.text, url),
    excerpt: printableLine(htmlToText(event.text.excerpt)),
    start: event.start_local,
    end: event.end_local,
    startAt: event.start_at,
    endAt: event.end_at,
    isAllDay: event.all_day === 1,
    timezone: event.timezone,
    createdAt: event.created_at,
    publishedAt: event.published_at,
    modifiedAt: Math.max(...modified),
    sequence: event.version - 1,
    image: imageOf(scope, event),
    categories: links.categories.map(nameOf),
    tags: links.tags.map(nameOf),
    venues: event.attendance_mode === 'online' ? [] : links.venues.map((venue) => placeOf(scope, venue)),
    organizers: links.organizers.map((organizer) => hostOf(scope, organizer)),
    series: links.series.map((series) => ({
      uid: createNameBasedUuid(siteId, `series/${series.id}`),
      name: nameOf(series),
      url: printableLine(postPageUrl(scope, 'series', series)(scope.urls, series.text)),
    })),
    cost: printableLine(formatEventCost(scope, event)),
    website: printableLine(event.website),
    isFeatured: event.featured === 1,
    translations: texts.map((text) => textOf(text, translations[text.language]?.url ?? url)),
  }
}

const TENTATIVE = new Set<string>(['draft', 'pending', 'postponed'])

function certaintyOf(status: string, eventStatus: EventStatus, cancelled: CancelledInFeed): FeedEvent['certainty'] {
  if (status === 'trash' || (eventStatus === 'cancelled' && cancelled === 'mark')) return 'cancelled'
  return TENTATIVE.has(status) || TENTATIVE.has(eventStatus) ? 'tentative' : 'confirmed'
}

function headlineOf(language: Language, status: EventStatus, title: string): string {
  if (status === 'scheduled') return title
  return formatMessage(language, 'event-status.headline', { word: wordForEventStatus(language, status), title })
}

function imageOf(scope: Scope, event: EventRow): FeedEvent['image'] {
  const { image } = event
  return (
    image && {
      ...presentImage(image, scope.urls),
      type: image.mime_type,
      alt: printableLine(altTextInLanguage(image, scope.language)),
    }
  )
}

const nameOf = ({ text }: { text: { title: string } }) => printableLine(htmlToText(text.title))

function placeOf(scope: Scope, venue: VenueRow): FeedVenue {
  const others = venue.texts.filter(({ language }) => language !== venue.text.language)
  return {
    name: nameOf(venue),
    street: printableLine(venue.address),
    city: printableLine(venue.city),
    region: printableLine(stateOrProvinceOfVenue(venue)),
    zip: printableLine(venue.zip),
    country: printableLine(venue.country),
    geo: venue.geo_lat === null || venue.geo_lng === null ? undefined : { lat: venue.geo_lat, lng: venue.geo_lng },
    url: printableLine(postPageUrl(scope, 'venue', venue)(scope.urls, venue.text)),
    phone: printableLine(venue.phone),
    names: others.map((text) => ({ language: text.language, name: nameOf({ text }) })),
  }
}

const hostOf = (scope: Scope, organizer: OrganizerRow): FeedOrganizer => ({
  name: nameOf(organizer),
  email: printableLine(organizer.email),
  phone: printableLine(organizer.phone),
  website: printableLine(organizer.website),
  url: printableLine(postPageUrl(scope, 'organizer', organizer)(scope.urls, organizer.text)),
})
