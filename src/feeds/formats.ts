/** All feed formats, named by the extension of their addresses: `/events.ics`, `/events/15.ics`. */
export const FEED_FORMATS = {
  ics: { type: 'text/calendar; charset=utf-8', label: 'feed.ics', holds: 'all' },
  rss: { type: 'application/rss+xml; charset=utf-8', label: 'feed.rss', holds: 'next' },
  atom: { type: 'application/atom+xml; charset=utf-8', label: 'feed.atom', holds: 'next' },
  'feed.json': { type: 'application/feed+json; charset=utf-8', label: 'feed.json', holds: 'next' },
  csv: { type: 'text/csv; charset=utf-8; header=present', label: 'feed.csv', holds: 'all' },
  'jscal.json': { type: 'application/jscalendar+json; type=group; charset=utf-8', label: 'feed.jscal', holds: 'all' },
} as const satisfies Record<string, Format>

interface Format {
  /** Media type with parameters. */
  type: string
  /** Key of the message that names the format. */
  label: string
  /** Whether a list has all events or the upcoming ones. */
  holds: 'all' | 'next'
}

export type FeedFormatName = keyof typeof FEED_FORMATS

export const FEED_FORMAT_NAMES = Object.keys(FEED_FORMATS) as FeedFormatName[]

/** Number of events in formats with upcoming events. */
export const UPCOMING_EVENTS_MAX = 50

/** The media type without parameters, for the `type` attribute of links. */
export const mediaTypeOf = (format: FeedFormatName) => FEED_FORMATS[format].type.replace(/;.*/, '')
