import type { Language } from '../core/language.ts'
import type { FeedEvent } from './feed-event-types.ts'

/** Title, language, addresses and other data of a whole feed, which feed writers write before the first event. */
export interface FeedMetadata {
  uid: string
  /** Address of the feed itself (link relation `self`). */
  self: string
  /** Address of the HTML page that readers of the feed open: the front page of the site. */
  page: string
  title: string
  description: string
  /** Name of the site that publishes the feed. */
  publisher: string
  timezone: string
  language: Language
  /**
   * Time of the latest change of an event in the feed, in seconds since 1970-01-01 UTC; 0 for feeds with all events,
   * whose formats have no field for it.
   */
  modifiedAt: number
  /**
   * For iCalendar: the time zones of the events in the feed, each with the years in which its first event begins and its
   * last event ends. The `VTIMEZONE` components describe these years. Several entries may have the same zone.
   */
  zoneSpans: readonly { zone: string; first: number; last: number }[]
  /** Whether the feed contains a single event to download; if not, it is a calendar to which people subscribe. */
  isSingle: boolean
}

/**
 * Serializes a feed in one format, in pieces for a streamed response: `begin`, one `event()` for each event with
 * `between` as separator, then `end`.
 */
export interface FeedWriter {
  begin: string
  event(event: FeedEvent): string
  between: string
  end: string
}

/** Interval in minutes at which feeds ask programs to request them again. */
export const REFRESH_MINUTES = 60

/** Name of this software, for `PRODID` of iCalendar and `generator` of RSS and Atom. */
export const PRODUCT_NAME = 'Almanac'
