import type { AttendanceMode, EventStatus } from '../core/event-status.ts'
import type { Language } from '../core/language.ts'
import { formatMessage } from '../core/messages/index.ts'
import type { RecurrenceRule } from '../core/recurrence/index.ts'
import { type EventTimes, zoneForCalendarFormats } from '../core/time/event-times.ts'
import { ianaZoneName } from '../core/time/instant.ts'
import type { LocalTime } from '../core/time/local-time.ts'
import type { ImageView } from '../media/present-picture.ts'

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
  /** URL at which people attend the event online; empty if there is none, or if it is not public. */
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

/** The word for a status that readers see: `Cancelled`. */
export const wordForEventStatus = (language: Language, status: Exclude<EventStatus, 'scheduled'>) =>
  formatMessage(language, `event-status.${status}`)

/** Name and postal address of a venue on one line, separated by commas; empty parts are left out. */
export function venueAddressLine({ name, street, city, region, zip, country }: FeedVenue): string {
  const town = [zip, city].filter(Boolean).join(' ')
  return [name, street, town, region === city ? '' : region, country].filter(Boolean).join(', ')
}

/**
 * The name of the zone in which calendar formats state the times of an event; undefined if they state them in UTC. With rules
 * they are local times wherever possible, because a rule gives local times.
 */
export const zoneOfFeedEvent = (event: FeedEvent): string | undefined =>
  event.repeated ? ianaZoneName(event.timezone) : zoneForCalendarFormats(event, event.timezone)
