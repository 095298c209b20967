import type { Language } from '../core/language.ts'
import type { FeedEvent } from './feed-event.ts'

/** What a feed says of itself: all that is known before its first event is written. */
export interface FeedMetadata {
  uid: string
  /** The address it was asked at. */
  self: string
  /** The page with the same for people. */
  page: string
  title: string
  description: string
  /** Of the site. */
  publisher: string
  timezone: string
  language: Language
  /** The newest change of what it has, in seconds since 1970-01-01 UTC; only of formats that have the next events. */
  modifiedAt: number
  /** In which years events with hours begin or end, by zone. */
  zoneYears: readonly { zone: string; year: number }[]
  /** Whether it is the feed of one event, which is no calendar to subscribe to. */
  isSingle: boolean
}

/** Writes a feed piece by piece: `begin`, the events with `between` in between, `end`. */
export interface FeedWriter {
  begin: string
  event(event: FeedEvent): string
  between: string
  end: string
}

/** How often programs should ask again. */
export const REFRESH_MINUTES = 60

export const PRODUCT_NAME = 'Almanac'
