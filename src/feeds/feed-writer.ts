import type { Language } from '../core/language.ts'
import type { FeedEvent } from './feed-event.ts'

/** The properties of a feed itself, which writers need before the first event. */
export interface FeedMetadata {
  uid: string
  /** Address of the feed. */
  self: string
  /** Address of the HTML page with the same events. */
  page: string
  title: string
  description: string
  /** Name of the site. */
  publisher: string
  timezone: string
  language: Language
  /** Latest change of its events, in seconds since 1970-01-01 UTC; only set for formats with upcoming events. */
  modifiedAt: number
  /** The years in which timed events of each zone begin or end, for `VTIMEZONE`. */
  zoneYears: readonly { zone: string; year: number }[]
  /** Whether the feed consists of one event and is not a calendar to subscribe to. */
  isSingle: boolean
}

/** The pieces of a feed: `begin`, the events separated by `between`, then `end`. */
export interface FeedWriter {
  begin: string
  event(event: FeedEvent): string
  between: string
  end: string
}

/** Interval after which clients should fetch a feed again, in minutes. */
export const REFRESH_MINUTES = 60

/** Name of this software in `PRODID` and `generator`. */
export const PRODUCT_NAME = 'Almanac'
