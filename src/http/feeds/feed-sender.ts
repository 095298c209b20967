import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CalendarEntry, calendarEntriesOfEvent } from '../../collections/events/calendar/calendar-entries.ts'
import { findEventsMatchingQuery, type ZoneSpan } from '../../collections/events/calendar/find-events-matching-query.ts'
import type { EventQuery } from '../../collections/events/event-parameters.ts'
import type { EventRow } from '../../collections/events/event-row.ts'
import { listEvents } from '../../collections/events/event-store.ts'
import type { Scope } from '../../collections/scope.ts'
import { CalendarError, type Problems } from '../../core/errors.ts'
import type { CancelledInFeed } from '../../core/event-status.ts'
import { countListPages } from '../../core/list-page.ts'
import { instantToLocal } from '../../core/time/instant.ts'
import { addDays, type LocalTime, startOfDay } from '../../core/time/local-time.ts'
import {
  FEED_DAYS_BACK,
  FEED_FORMATS,
  type FeedFormatName,
  ONGOING_EVENTS_MAX,
  UPCOMING_EVENTS_MAX,
} from '../../feeds/feed-formats.ts'
import { createSiteIdCache } from '../../settings/cache-of-site-id.ts'
import type { CacheLifetime } from '../cache/send-response-to-anonymous-read.ts'
import type { Services } from '../request/create-request-scope.ts'
import { createFeedEntityTagFunctions } from './feed-entity-tags.ts'
import { type Feed, type FeedSubject, sendFeed } from './send-feed.ts'

/** The list of events that is sent as a feed, and how. */
export interface ListFeed {
  format: FeedFormatName
  query: EventQuery
  /** Invalid parameters that were found when the request was parsed. They are thrown before any event is read. */
  problems: Problems
  /** How the feed shows cancelled events; `mark` by default. */
  cancelled?: CancelledInFeed | undefined
  /** Whether each date of a repeated event is an entry of its own. */
  expand?: boolean | undefined
  /** The title and page of the feed, if it does not contain the whole calendar. */
  subject?: FeedSubject
  /**
   * The parameters that select the events. The UID of the feed is derived from them, and its address if `self` is
   * absent.
   */
  filters: Record<string, string>
  /** Address of the feed, if it is not that of the list feed of the API. */
  self?: string
  /**
   * Database version, read before everything else that the feed is created from: a write while the feed is being
   * created then leads to a new entity tag.
   */
  version: string
}

/** Sends events as feeds: for the routes of the API and for the pages. */
export interface FeedSender {
  sendList(request: FastifyRequest, reply: FastifyReply, scope: Scope, list: ListFeed): Promise<FastifyReply>
  /**
   * Sends one event as a feed.
   * @param expand whether each date of a repeated event is an entry of its own
   * @param self address of the feed, if it is not that of the API
   */
  sendEvent(
    request: FastifyRequest,
    reply: FastifyReply,
    scope: Scope,
    single: { format: FeedFormatName; event: EventRow; expand?: boolean | undefined; self?: string },
  ): Promise<FastifyReply>
}

/**
 * Creates the functions that send feeds.
 * @param lifetime how long proxies and browsers may cache feeds; undefined: no `Cache-Control`
 */
export function createFeedSender(services: Services, lifetime: CacheLifetime | undefined): FeedSender {
  const tags = createFeedEntityTagFunctions(services, lifetime)
  const siteId = createSiteIdCache(services.db)
  return {
    async sendList(request, reply, scope, { version, query, problems, ...list }) {
      const feedQuery = withOngoing(query)
      const tag = await tags.tagFor(request, version, scope, feedQuery)
      if (tags.sendIfUnchanged(request, reply, tag)) return reply
      const found = await findFeedEvents(list, scope, feedQuery, problems)
      if (feedQuery.ongoing) reply.cacheUntil = await services.nextChanges.end(scope.now)
      return sendFeed(request, reply, scope, { ...found, ...list, siteId: await siteId() }, tag)
    },
    async sendEvent(request, reply, scope, { event, expand = false, ...single }) {
      const { joinsDates } = FEED_FORMATS[single.format]
      const entries = joinsDates || expand ? await calendarEntriesOfEvent(scope, event, expand) : [{ event }]
      const feed = { ...loadedEvents(scope, entries), ...single, single: event, filters: {}, siteId: await siteId() }
      return sendFeed(request, reply, scope, feed)
    },
  }
}

/**
 * The query of a feed. Feeds contain ongoing events, so that an exhibition does not disappear from the calendars of
 * subscribers before it ends. This does not apply if the request has a start date or a page, or states whether to
 * include ongoing events.
 */
function withOngoing(query: EventQuery): EventQuery {
  const { ongoing = query.start_date === undefined && !isPaged(query), ...others } = query
  return ongoing ? { ...others, ongoing } : others
}

const isPaged = ({ page, per_page }: EventQuery) => page !== undefined || per_page !== undefined

/**
 * Finds the events of a feed: all events that match the query, one page of them or, in formats for news readers, the
 * next upcoming ones.
 */
async function findFeedEvents(
  { format, cancelled, expand = false }: Pick<ListFeed, 'format' | 'cancelled' | 'expand'>,
  scope: Scope,
  query: EventQuery,
  problems: Problems,
) {
  const options = { hasWholeDays: true, listsCancelled: cancelled && cancelled !== 'drop' }
  const { eventRange, joinsDates } = FEED_FORMATS[format]
  if (eventRange === 'all' && !isPaged(query)) {
    const found = await findEventsMatchingQuery(scope, calendarQuery(scope, query), problems, options)
    const batches = joinsDates && !expand ? found.joinedBatches : found.batches
    return { zoneSpans: found.zoneSpans, batches, modifiedAt: 0 }
  }
  const pageQuery = eventRange === 'next' ? upcomingQuery(scope, query) : query
  const { rows, total, page, perPage } = await listEvents(scope, pageQuery, problems, {
    ...options,
    ...(!isPaged(query) && { ongoing: { countMax: ONGOING_EVENTS_MAX } }),
  })
  if (page > 1 && page > countListPages(total, perPage)) throw new CalendarError('event-archive-page-not-found')
  return loadedEvents(
    scope,
    rows.map((event) => ({ event })),
  )
}

/**
 * The query for a feed with all events: from `FEED_DAYS_BACK` days ago on, unless the request has its own start date.
 */
const calendarQuery = ({ now, site }: Scope, query: EventQuery): EventQuery => ({
  start_date: startOfDay(addDays(instantToLocal(now, site.timezone), -FEED_DAYS_BACK)),
  ...query,
})

/**
 * The query for a news feed (RSS, Atom, JSON Feed): events from today on, unless the request has its own start date.
 */
const upcomingQuery = ({ now, site }: Scope, query: EventQuery): EventQuery => ({
  per_page: UPCOMING_EVENTS_MAX,
  start_date: startOfDay(instantToLocal(now, site.timezone)),
  ...query,
})

/** Describes a feed whose events have all been loaded already. Long feeds load their events in batches instead. */
function loadedEvents({ now }: Scope, entries: CalendarEntry[]): Pick<Feed, 'zoneSpans' | 'batches' | 'modifiedAt'> {
  const rows = entries.flatMap(({ event, rules }) => [event, ...(rules?.changed ?? [])])
  const posts = rows.flatMap((row) => [row, ...row.links.venues, ...row.links.organizers])
  return {
    zoneSpans: async () => entries.flatMap(zoneSpansOfEntry),
    async *batches() {
      yield entries
    },
    // An empty feed gets the start of today (UTC) as modification time, so that its bytes stay the same all day.
    modifiedAt: Math.max(
      ...posts.map((post) => post.modified_at ?? post.created_at),
      posts.length > 0 ? 0 : startOfUtcDay(now),
    ),
  }
}

function zoneSpansOfEntry({ event, rules }: CalendarEntry): ZoneSpan[] {
  const spanOf = ({ timezone: zone, start_local, end_local, repeat }: EventRow, lastEnd: LocalTime = end_local) => ({
    zone,
    first: Math.min(yearOf(start_local), yearOf(repeat?.start_local ?? start_local)),
    last: yearOf(lastEnd),
  })
  const changed = (rules?.changed ?? []).filter(({ all_day }) => all_day === 0)
  return [...(event.all_day === 0 ? [spanOf(event, rules?.lastEnd)] : []), ...changed.map((date) => spanOf(date))]
}

const yearOf = (local: string) => Number(local.slice(0, 4))

const startOfUtcDay = (now: number) => now - (now % 86_400)
