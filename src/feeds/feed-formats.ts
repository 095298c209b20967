/** The feed formats by the file extension of their addresses: `/events.ics`, `/events/15.ics`. */
export const FEED_FORMATS = {
  ics: { type: 'text/calendar; charset=utf-8', label: 'feed.ics', eventRange: 'all', joinsDates: true },
  rss: { type: 'application/rss+xml; charset=utf-8', label: 'feed.rss', eventRange: 'next', joinsDates: false },
  atom: { type: 'application/atom+xml; charset=utf-8', label: 'feed.atom', eventRange: 'next', joinsDates: false },
  'feed.json': {
    type: 'application/feed+json; charset=utf-8',
    label: 'feed.json',
    eventRange: 'next',
    joinsDates: false,
  },
  csv: { type: 'text/csv; charset=utf-8; header=present', label: 'feed.csv', eventRange: 'all', joinsDates: false },
  'jscal.json': {
    type: 'application/jscalendar+json; type=group; charset=utf-8',
    label: 'feed.jscal',
    eventRange: 'all',
    joinsDates: true,
  },
} as const satisfies Record<string, Format>

interface Format {
  /** Media type with parameters, for the header `Content-Type`. */
  type: string
  /** Key of the message with the format's name, which pages show to visitors. */
  label: string
  /**
   * Whether a feed of this format contains `all` events, or only the `next` upcoming ones, at most
   * `UPCOMING_EVENTS_MAX`.
   */
  eventRange: 'all' | 'next'
  /** Whether a repeated event is one entry with recurrence rules; if not, each of its dates is an entry. */
  joinsDates: boolean
}

export type FeedFormatName = keyof typeof FEED_FORMATS

export const FEED_FORMAT_NAMES = Object.keys(FEED_FORMATS) as FeedFormatName[]

/** Largest number of events in a feed whose format only contains upcoming events (`eventRange: 'next'`). */
export const UPCOMING_EVENTS_MAX = 50

/**
 * Maximum number of ongoing events among the upcoming events of a feed, so that long exhibitions leave room for other
 * events.
 */
export const ONGOING_EVENTS_MAX = UPCOMING_EVENTS_MAX / 2

/**
 * Number of days before today at which a feed with all events begins by default, so that events do not disappear from
 * the calendars of subscribers on the day after they took place.
 */
export const FEED_DAYS_BACK = 30

/** The media type of a feed format without its parameters, for the attribute `type` of `<link>`. */
export const mediaTypeOfFeedFormat = (format: FeedFormatName) => FEED_FORMATS[format].type.replace(/;.*/, '')
