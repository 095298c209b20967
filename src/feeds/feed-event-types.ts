import type { AttendanceMode, EventStatus } from '../core/event-status.ts'
import type { Language } from '../core/language.ts'
import { formatMessage } from '../core/messages/index.ts'
import type { RecurrenceRule } from '../core/recurrence/index.ts'
import { type EventTimes, zoneForCalendarFormats } from '../core/time/event-times.ts'
import { ianaZoneName } from '../core/time/instant.ts'
import type { LocalTime } from '../core/time/local-time.ts'
import type { ImageView } from '../media/present-picture.ts'

/**
 * An event in the form that the writers of all feed formats use. Texts contain no control characters. `html` is HTML;
 * all other texts are plain text.
 */
export interface FeedEvent extends FeedText, EventTimes {
  id: number
  /** UUID of the event, the same in every language and format. */
  uid: string
  /**
   * Status of the event in calendar formats. Programs may remove `cancelled` events from calendars; `tentative` ones
   * may change.
   */
  certainty: 'confirmed' | 'tentative' | 'cancelled'
  /** The publication status, e.g. `publish`. */
  status: string
  eventStatus: EventStatus
  /** The reason why the event is cancelled, postponed or changed, in one line; empty if there is none. */
  statusReason: string
  /** The start that was announced first, if the event was rescheduled; otherwise undefined. */
  previousStart: LocalTime | undefined
  isSoldOut: boolean
  attendanceMode: AttendanceMode
  /** Address at which people attend the event online; empty if there is none, or if it is not public. */
  onlineUrl: string
  excerpt: string
  timezone: string
  /** Time at which the event was created, in seconds since 1970-01-01 UTC, as `publishedAt` and `modifiedAt` are. */
  createdAt: number
  publishedAt: number
  /** Time of the last change of the event, its venues, its organizers or its series. */
  modifiedAt: number
  /**
   * Number of changes of the event since its creation, including changes of its texts and of its references to venues
   * and categories: `SEQUENCE` in iCalendar.
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
  /** Value of the event's field `website`; empty if the event has none. */
  website: string
  isFeatured: boolean
  /** The texts of the event in all its languages except `language`. */
  translations: FeedText[]
  /**
   * The recurrence rules, if this entry of the feed represents all dates of a repeated event. The times of the entry
   * are those of the first date.
   */
  repeated?: FeedRules
}

/**
 * The recurrence of a repeated event in a feed. Local times are those according to the rules, even of a date that was
 * moved.
 */
export interface FeedRules {
  rules: readonly RecurrenceRule[]
  /** The dates according to the rules on which the event does not take place. */
  excluded: readonly LocalTime[]
  /** The dates at which times or texts differ from those of the event. */
  changed: readonly { originalStart: LocalTime; event: FeedEvent }[]
}

/** The texts of an event in one language. */
export interface FeedText {
  language: Language
  /** Address of the event's HTML page in this language. */
  url: string
  title: string
  /**
   * The title; if the event is cancelled, postponed or changed, after the word for this status: `Cancelled: Jazz on the
   * Quay`.
   */
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
  /** The names of the venue in other languages than that of `name`. */
  names: { language: Language; name: string }[]
}

/** A series or festival to which an event belongs. */
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

/** The word by which readers recognize an event status, e.g. `Cancelled`. */
export const wordForEventStatus = (language: Language, status: Exclude<EventStatus, 'scheduled'>) =>
  formatMessage(language, `event-status.${status}`)

/** Name and postal address of a venue on one line, separated by commas; empty parts are left out. */
export function venueAddressLine({ name, street, city, region, zip, country }: FeedVenue): string {
  const town = [zip, city].filter(Boolean).join(' ')
  return [name, street, town, region === city ? '' : region, country].filter(Boolean).join(', ')
}

/**
 * The name of the time zone in which calendar formats state the times of an event; undefined if they state them in UTC.
 * The times of a repeated event are local if possible, because its rule applies to local times.
 */
export const zoneOfFeedEvent = (event: FeedEvent): string | undefined =>
  event.repeated ? ianaZoneName(event.timezone) : zoneForCalendarFormats(event, event.timezone)
