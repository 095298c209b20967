import type { Scope } from '../collections/collection.ts'
import { displayedStatusReason, isVirtual } from '../collections/events/event-status/present.ts'
import { formattedEventCost } from '../collections/events/present.ts'
import type { EventRow } from '../collections/events/row.ts'
import type { OrganizerRow } from '../collections/organizers/store.ts'
import { postPageUrl, presentPost, presentPostLanguages } from '../collections/posts/present.ts'
import { textsInSiteOrder } from '../collections/texts/languages.ts'
import { stateOrProvince } from '../collections/venues/present.ts'
import type { VenueRow } from '../collections/venues/store.ts'
import type { AttendanceMode, CancelledInFeed, EventStatus } from '../core/event-status.ts'
import type { Language } from '../core/language.ts'
import { formatMessage } from '../core/messages/index.ts'
import type { RecurrenceRule } from '../core/recurrence/index.ts'
import { htmlToLines, htmlToText } from '../core/text/html.ts'
import { printableLine, printableText } from '../core/text/printable.ts'
import { type EventTimes, zoneOfLocalTimes } from '../core/time/event-times.ts'
import { ianaZoneName } from '../core/time/instant.ts'
import type { LocalTime } from '../core/time/local-time.ts'
import { type ImageView, presentImage } from '../media/present.ts'
import { nameBasedUuid } from './uuid.ts'

/**
 * An event in the form that the writers of all feed formats use. Texts have no control characters. `html` contains
 * markup; all other texts are plain text.
 */
export interface FeedEvent extends FeedText, EventTimes {
  id: number
  /** UUID of the event, the same in every language and format. */
  uid: string
  /** Status in calendar formats: `cancelled` events may be removed from calendars; `tentative` ones may change. */
  certainty: 'confirmed' | 'tentative' | 'cancelled'
  /** The publication status, e.g. `publish`. */
  status: string
  eventStatus: EventStatus
  /** Why the event does not take place as announced, in one line; empty if no reason is given. */
  statusReason: string
  /** The start that was announced first, of a rescheduled event, otherwise undefined. */
  previousStart: LocalTime | undefined
  isSoldOut: boolean
  attendanceMode: AttendanceMode
  /** Where the event takes place online; empty if it does not, or the address is not public. */
  onlineUrl: string
  excerpt: string
  timezone: string
  /** When the event was created, in seconds since 1970-01-01 UTC, as are `publishedAt` and `modifiedAt`. */
  createdAt: number
  publishedAt: number
  /** Time of the last change to the event, its venues, its organizers or its series. */
  modifiedAt: number
  /**
   * Number of changes of the event since its creation, also of its texts and of its references to venues and
   * categories: `SEQUENCE` in iCalendar.
   */
  sequence: number
  image: (ImageView & { type: string; alt: string }) | undefined
  /** Names of the categories of the event. */
  categories: string[]
  tags: string[]
  venues: FeedVenue[]
  organizers: FeedOrganizer[]
  series: FeedSeries[]
  cost: string
  /** Address of the website in the event's field `website`; empty if the event has none. */
  website: string
  isFeatured: boolean
  /** The texts of the event in all its languages except `language`. */
  translations: FeedText[]
  /**
   * Set if the event in the feed stands for all dates that the rules of a repeated event give. Its times are those of
   * the first one.
   */
  repeated?: FeedRules
}

/**
 * How a repeated event in a feed repeats. Local times are those that the rules give, even for a date that was moved.
 */
export interface FeedRules {
  rules: readonly RecurrenceRule[]
  /** The dates that the rules give and on which the event does not take place. */
  excluded: readonly LocalTime[]
  /** The dates whose times or texts differ from those of the event. */
  changed: readonly { originalStart: LocalTime; event: FeedEvent }[]
}

/** The texts of an event in one language. */
export interface FeedText {
  language: Language
  /** Address of the event's HTML page in this language. */
  url: string
  title: string
  /** The title after a word for the status, if the event does not take place as announced: `Cancelled: Jazz on the Quay`. */
  headline: string
  html: string
  /** The description as plain text, one line per paragraph. */
  text: string
}

export interface FeedVenue {
  name: string
  street: string
  city: string
  region: string
  zip: string
  country: string
  /** Latitude and longitude of the venue in degrees, north and east positive. */
  geo: { lat: number; lng: number } | undefined
  url: string
  phone: string
  /** The names of the venue in its languages other than that of `name`. */
  names: { language: Language; name: string }[]
}

/** A series or festival that an event belongs to. */
export interface FeedSeries {
  /** UUID of the series, the same in every language and format. */
  uid: string
  name: string
  url: string
}

export interface FeedOrganizer {
  name: string
  email: string
  phone: string
  website: string
  url: string
}

/**
 * Converts an event from the database to the form that all feed writers use, with texts in the language of the request.
 * @param siteId namespace for UUIDs, as in `nameBasedUuid`
 */
export function toFeedEvent(
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
  const { translations, language } = presentPostLanguages(scope, 'event', event)
  const texts = textsInSiteOrder(scope, event).filter((text) => text.language !== language)
  const textOf = (text: typeof event.text, page: string): FeedText => ({
    language: text.language,
    url: printableLine(page),
    title: printableLine(htmlToText(text.title)),
    headline: headlineOf(text.language, event.event_status, printableLine(htmlToText(text.title))),
    html: printableText(text.description),
    text: printableText(htmlToLines(text.description)),
  })
  return {
    id: event.id,
    uid: nameBasedUuid(siteId, `event/${event.id}`),
    certainty: certaintyOf(status, event.event_status, cancelled),
    status,
    eventStatus: event.event_status,
    statusReason: printableLine(displayedStatusReason(scope, event)),
    previousStart: event.previous_start ?? undefined,
    isSoldOut: event.sold_out === 1,
    attendanceMode: event.attendance_mode,
    onlineUrl: isVirtual(event) ? printableLine(event.online_url) : '',
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
      uid: nameBasedUuid(siteId, `series/${series.id}`),
      name: nameOf(series),
      url: printableLine(postPageUrl(scope, 'series', series)(scope.urls, series.text)),
    })),
    cost: printableLine(formattedEventCost(scope, event)),
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
  return formatMessage(language, 'event-status.headline', { word: statusWord(language, status), title })
}

/** A word for a status, for readers: `Cancelled`. */
export const statusWord = (language: Language, status: Exclude<EventStatus, 'scheduled'>) =>
  formatMessage(language, `event-status.${status}`)

function imageOf(scope: Scope, event: EventRow): FeedEvent['image'] {
  const { image } = event
  return image && { ...presentImage(image, scope.urls), type: image.mime_type, alt: printableLine(image.alt) }
}

const nameOf = ({ text }: { text: { title: string } }) => printableLine(htmlToText(text.title))

function placeOf(scope: Scope, venue: VenueRow): FeedVenue {
  const others = venue.texts.filter(({ language }) => language !== venue.text.language)
  return {
    name: nameOf(venue),
    street: printableLine(venue.address),
    city: printableLine(venue.city),
    region: printableLine(stateOrProvince(venue)),
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

/** Name and postal address of a venue on one line, separated by commas; empty parts are left out. */
export function venueAddressLine({ name, street, city, region, zip, country }: FeedVenue): string {
  const town = [zip, city].filter(Boolean).join(' ')
  return [name, street, town, region === city ? '' : region, country].filter(Boolean).join(', ')
}

/**
 * The name of the zone in which calendar formats state the times of an event; undefined if they state them in UTC. With rules
 * they are local times wherever possible, because a rule gives local times.
 */
export const zoneOfFeedTimes = (event: FeedEvent): string | undefined =>
  event.repeated ? ianaZoneName(event.timezone) : zoneOfLocalTimes(event, event.timezone)
