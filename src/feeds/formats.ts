/**
 * The formats in which lists of events, and single ones, can be had: the one list of them.
 * Each is named by the extension of its addresses: `/events.ics`, `/events/15.ics`.
 */
export const FEED_FORMATS = {
  ics: { type: 'text/calendar; charset=utf-8', label: 'feed.ics', holds: 'all' },
  rss: { type: 'application/rss+xml; charset=utf-8', label: 'feed.rss', holds: 'next' },
  atom: { type: 'application/atom+xml; charset=utf-8', label: 'feed.atom', holds: 'next' },
  'feed.json': { type: 'application/feed+json; charset=utf-8', label: 'feed.json', holds: 'next' },
  csv: { type: 'text/csv; charset=utf-8; header=present', label: 'feed.csv', holds: 'all' },
  'jscal.json': { type: 'application/jscalendar+json; type=group; charset=utf-8', label: 'feed.jscal', holds: 'all' },
} as const satisfies Record<string, Format>

/** Of a format: its media type, the message that names it, and whether a feed has all events or the next ones. */
interface Format {
  type: string
  label: string
  holds: 'all' | 'next'
}

export type FeedFormatName = keyof typeof FEED_FORMATS

export const FEED_FORMAT_NAMES = Object.keys(FEED_FORMATS) as FeedFormatName[]

/** How many events those formats have that tell what comes next. */
export const UPCOMING_EVENTS_MAX = 50

/** The media type without its parameters, as links have it. */
export const mediaTypeOf = (format: FeedFormatName) => FEED_FORMATS[format].type.replace(/;.*/, '')
