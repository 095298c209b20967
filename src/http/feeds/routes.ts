import type { Scope } from '../../collections/collection.ts'
import { listAllEvents } from '../../collections/events/calendar/all-events.ts'
import { events } from '../../collections/events/index.ts'
import type { EventRow } from '../../collections/events/row.ts'
import { type EventQuery, eventParameters } from '../../collections/events/schema.ts'
import { listEvents } from '../../collections/events/store.ts'
import { CalendarError, Problems } from '../../core/errors.ts'
import { pageCount } from '../../core/page.ts'
import { instantToLocal } from '../../core/time/instant.ts'
import { addDays, startOfDay } from '../../core/time/local-time.ts'
import {
  FEED_DAYS_BACK,
  FEED_FORMAT_NAMES,
  FEED_FORMATS,
  type FeedFormatName,
  mediaTypeOf,
  UPCOMING_EVENTS_MAX,
} from '../../feeds/formats.ts'
import { createSiteIdCache } from '../../settings/site-id.ts'
import { capitalize } from '../api/record-address.ts'
import { readFailures } from '../api/record-failures.ts'
import { findRecord, refuseUnreadable } from '../api/record-lookup.ts'
import type { CacheLifetime } from '../cache/send-cached-response.ts'
import { createScope, type Services } from '../request/scope.ts'
import type { DocumentedRoute } from '../routes/route.ts'
import { type Feed, sendFeed } from './send.ts'
import { createFeedTags, type FeedTags } from './tags.ts'
import { varyByCoding } from './text-stream.ts'

/** The routes that return event lists and single events as feeds, such as iCalendar or RSS. */
export function feedRoutes(services: Services, lifetime: CacheLifetime | undefined): DocumentedRoute[] {
  const versions = createFeedTags(services, lifetime)
  const siteId = createSiteIdCache(services.db)
  return FEED_FORMAT_NAMES.flatMap((format) => [
    listFeedRoute(services, format, { versions, siteId }),
    eventFeedRoute(services, format, siteId),
  ])
}

type SiteId = ReturnType<typeof createSiteIdCache>

const describeFeed = (format: FeedFormatName) =>
  ({
    methods: ['GET'],
    right: 'anyone',
    group: 'feeds',
    answer: '',
    mediaType: mediaTypeOf(format),
    hooks: { onSend: varyByCoding },
  }) as const

/** Part of operation ids in the OpenAPI document, derived from the feed format: `FeedJson` for `feed.json`. */
const idPart = (format: FeedFormatName) => format.split('.').map(capitalize).join('')

const listFeedRoute = (
  services: Services,
  format: FeedFormatName,
  { versions, siteId }: { versions: FeedTags; siteId: SiteId },
): DocumentedRoute => ({
  ...describeFeed(format),
  path: `/events.${format}`,
  id: `feedEvents${idPart(format)}`,
  verb: 'feed',
  resource: 'events',
  parameters: eventParameters.native.list,
  failures: ['event-archive-page-not-found'],
  async handle(request, reply) {
    const sent = request.query as Record<string, unknown>
    const problems = new Problems()
    // The database version is read before the events, so that a write while the feed is being created leads to a new
    // entity tag.
    const version = services.db.version()
    const scope = await createScope(services, request, sent, problems)
    const query = eventParameters.native.list.read(sent, problems)
    const tag = await versions.tagFor(request, version, scope)
    if (versions.sendIfUnchanged(request, reply, tag)) return reply
    const found = await findFeedEvents(format, scope, query, problems)
    const feed = { ...found, format, filters: listParametersIn(sent), siteId: await siteId() }
    return sendFeed(request, reply, scope, feed, tag)
  },
})

const eventFeedRoute = (services: Services, format: FeedFormatName, siteId: SiteId): DocumentedRoute => ({
  ...describeFeed(format),
  path: `/events/{id}.${format}`,
  id: `feedEvent${idPart(format)}`,
  verb: 'feedOne',
  resource: 'event',
  failures: (face) => readFailures('event', 'id', face),
  async handle(request, reply, everyMethod) {
    const sent = request.query as Record<string, unknown>
    const { scope, row } = await findRecord(services, events, { request, reply, everyMethod, sent })
    refuseUnreadable(scope, events, row, request)
    const event = row as EventRow
    const feed = { ...loadedEvents(scope, [event]), single: event, format, filters: {}, siteId: await siteId() }
    return sendFeed(request, reply, scope, feed)
  },
})

/**
 * Finds the events of a feed: all events that match the query, one page of them or, in formats for news readers, the
 * next upcoming ones.
 */
async function findFeedEvents(format: FeedFormatName, scope: Scope, query: EventQuery, problems: Problems) {
  const isPaged = query.page !== undefined || query.per_page !== undefined
  if (FEED_FORMATS[format].holds === 'all' && !isPaged) {
    const { zoneSpans, batches } = await listAllEvents(scope, calendarQuery(scope, query), problems)
    return { zoneSpans, batches, modifiedAt: 0 }
  }
  const pageQuery = FEED_FORMATS[format].holds === 'next' ? upcomingQuery(scope, query) : query
  const { rows, total, page, perPage } = await listEvents(scope, pageQuery, problems, { hasWholeDays: true })
  if (page > 1 && page > pageCount(total, perPage)) throw new CalendarError('event-archive-page-not-found')
  return loadedEvents(scope, rows)
}

/** The query for a feed with all events: from `FEED_DAYS_BACK` days ago on, unless the request has its own start date. */
const calendarQuery = ({ now, site }: Scope, query: EventQuery): EventQuery => ({
  start_date: startOfDay(addDays(instantToLocal(now, site.timezone), -FEED_DAYS_BACK)),
  ...query,
})

/** The query for a news feed (RSS or similar): events from today on, unless the request has its own start date. */
const upcomingQuery = ({ now, site }: Scope, query: EventQuery): EventQuery => ({
  per_page: UPCOMING_EVENTS_MAX,
  start_date: startOfDay(instantToLocal(now, site.timezone)),
  ...query,
})

/** Describes a feed whose events have been loaded already, unlike long feeds, which load them in batches. */
function loadedEvents({ now }: Scope, rows: EventRow[]): Pick<Feed, 'zoneSpans' | 'batches' | 'modifiedAt'> {
  const posts = rows.flatMap((row) => [row, ...row.links.venues, ...row.links.organizers])
  return {
    zoneSpans: async () =>
      rows
        .filter(({ all_day }) => all_day === 0)
        .map(({ timezone: zone, start_local, end_local }) => ({
          zone,
          first: yearOf(start_local),
          last: yearOf(end_local),
        })),
    async *batches() {
      yield rows
    },
    // An empty feed gets the start of today (UTC) as modification time, so that its bytes stay the same all day.
    modifiedAt: Math.max(
      ...posts.map((post) => post.modified_at ?? post.created_at),
      posts.length > 0 ? 0 : startOfUtcDay(now),
    ),
  }
}

const yearOf = (local: string) => Number(local.slice(0, 4))

const startOfUtcDay = (now: number) => now - (now % 86_400)

/** The request parameters that the event list supports, for the `self` link of the feed. */
function listParametersIn(sent: Record<string, unknown>): Record<string, string> {
  const known = Object.keys(eventParameters.native.list.schema.properties).filter((name) => Object.hasOwn(sent, name))
  return Object.fromEntries(known.map((name) => [name, [sent[name]].flat().join(',')]))
}
