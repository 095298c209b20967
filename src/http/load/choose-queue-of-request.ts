import type { IncomingMessage } from 'node:http'
import { includesSearchParameter, namesOfUrlParameters, normalizeUrlEncoding } from '../request/normalize-url.ts'
import { API_PREFIX, SITE_PREFIX, WORDPRESS_PREFIX } from '../request/parse-request-url.ts'
import { isWriteRequest } from '../request/read-and-write-methods.ts'

/**
 * The queues of admission control. `slow` has the reads whose cost grows with the calendar: searches, feeds of lists,
 * and lists with several filters; and generated pictures. They also count for the rate limit of searches.
 */
export type QueueName = 'read' | 'slow' | 'sitemap' | 'write'
/** The queue in which a request waits; `always` if it is admitted without waiting. */
export type QueueOrAlways = QueueName | 'always'

/**
 * Matches URLs that are always admitted: health checks and metrics, which operators need most when the server is
 * overloaded.
 */
const ALWAYS_ADMITTED = new RegExp(`^${SITE_PREFIX}/(health(/live|/ready)?|metrics)/?([?#]|$)`)
const SITEMAP = new RegExp(`^${SITE_PREFIX}/sitemap`)
/**
 * Matches URLs of generated pictures for previews of links, which take a tenth of a second of a processor core to draw.
 */
const SHARE_PICTURE = new RegExp(`^${SITE_PREFIX}/share/`)
/** Matches the URLs of pages of single events and of their feeds, which are as cheap to create as the pages. */
const EVENT_PAGE = new RegExp(`^${SITE_PREFIX}/event/[^/?#]`)
/** Matches feeds of lists, also those of series and pages, which may read a large part of the calendar. */
const LIST_FEED = new RegExp(
  [
    `^${API_PREFIX}/(events|series/[^/?#]+)\\.`,
    `^${SITE_PREFIX}[^?#]*/(ical|feed)(/[^?#]*)?([?#]|$)`,
    `^${SITE_PREFIX}.*[?&#]\\[?(ical|outlook-ical|feed)\\b`,
  ].join('|'),
)
/** Matches URLs of lists of events: in the API, in WordPress routes and on pages. */
const EVENT_LIST = new RegExp(`^(${API_PREFIX}(-tec-v1)?/events|${WORDPRESS_PREFIX}/|${SITE_PREFIX}/)`)

/** Parameters that filter lists by one criterion each. The database has counters for lists with one filter only. */
const FILTERS: ReadonlySet<string> = new Set([
  ...['categories', 'tags', 'venue', 'organizer', 'featured', 'geoloc', 'include', 'exclude', 'slug', 'author'],
  ...['is_free', 'virtual', 'fallback', 'evening', 'accessible'],
  ...['tribe_events_cat', 'tag', 'post_tag', 'tribe_tags'],
])
/** Matches the parameters of lists for which the distance of each event has to be computed. */
const DISTANCE = /^geoloc_(lat|lng)$/

/** Returns the queue for a request. @param route the URL as rewritten by `parseRequestUrl` */
export function chooseQueueOfRequest(raw: Pick<IncomingMessage, 'method'>, route: string): QueueOrAlways {
  const decoded = normalizeUrlEncoding(route)
  if (ALWAYS_ADMITTED.test(decoded)) return 'always'
  if (isWriteRequest(raw)) return 'write'
  if (SITEMAP.test(decoded)) return 'sitemap'
  const names = namesOfUrlParameters(decoded)
  if (includesSearchParameter(names)) return 'slow'
  if (SHARE_PICTURE.test(decoded)) return 'slow'
  if (EVENT_PAGE.test(decoded)) return 'read'
  return LIST_FEED.test(decoded) || (EVENT_LIST.test(decoded) && haveExpensiveFilter(names)) ? 'slow' : 'read'
}

/** Whether the parameters of a list are several filters or a distance, so that each event has to be compared. */
const haveExpensiveFilter = (names: readonly string[]) =>
  names.filter((name) => FILTERS.has(name)).length > 1 || names.some((name) => DISTANCE.test(name))
