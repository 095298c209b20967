import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Scope } from '../../collections/collection.ts'
import { listAllEvents, type ZoneYear } from '../../collections/events/calendar/all-events.ts'
import { events } from '../../collections/events/index.ts'
import type { EventRow } from '../../collections/events/row.ts'
import { type EventQuery, eventParameters } from '../../collections/events/schema.ts'
import { listEvents } from '../../collections/events/store.ts'
import { CalendarError, Problems } from '../../core/errors.ts'
import { pageCount } from '../../core/page.ts'
import { instantToLocal } from '../../core/time/instant.ts'
import { startOfDay } from '../../core/time/local-time.ts'
import { FEED_FORMAT_NAMES, FEED_FORMATS, type FeedFormatName, UPCOMING_EVENTS_MAX } from '../../feeds/formats.ts'
import { createSiteIdCache } from '../../settings/site-id.ts'
import { findNamed, refuseUnreadable } from '../api/record-lookup.ts'
import type { CacheLifetime } from '../cache/send-cached-response.ts'
import { allowGet } from '../openapi/index-route.ts'
import { API_PREFIX } from '../request/address.ts'
import { createScope, type Services } from '../request/scope.ts'
import { type Feed, sendFeed } from './send.ts'
import { varies } from './text-stream.ts'
import { createFeedVersions } from './versions.ts'

/** Lists of events and single events in the formats of feeds, wherever the API is. */
export function registerFeedRoutes(
  app: FastifyInstance,
  services: Services,
  lifetime: CacheLifetime | undefined,
): void {
  const versions = createFeedVersions(services, lifetime)
  const siteId = createSiteIdCache(services.db)
  const options = { onRequest: allowGet, onSend: varies }
  for (const format of FEED_FORMAT_NAMES) {
    app.get(`${API_PREFIX}/events.${format}`, options, async (request, reply) => {
      const sent = request.query as Record<string, unknown>
      const problems = new Problems()
      // Asked before anything is read, so that no write in between can be hidden.
      const version = services.db.version()
      const scope = await createScope(services, request, sent, problems)
      const query = eventParameters.list.read(sent, problems)
      const tag = await versions.tagOf(request, version, scope)
      if (versions.isKnown(request, reply, tag)) return reply
      const found = await findFor(format, scope, query, problems)
      const feed = { ...found, format, filters: filtersIn(sent), siteId: await siteId() }
      return sendFeed(request, reply, scope, feed, tag)
    })
    app.get(`${API_PREFIX}/events/:id(^\\d+).${format}`, options, async (request, reply) => {
      const { scope, row } = await findEvent(services, request, reply)
      const feed = { ...holding(scope, [row]), single: row, format, filters: {}, siteId: await siteId() }
      return sendFeed(request, reply, scope, feed)
    })
  }
}

/** The event a path names, if the caller may read it: as it is read as JSON. */
async function findEvent(services: Services, request: FastifyRequest, reply: FastifyReply) {
  const query = request.query as Record<string, unknown>
  const { scope, row } = await findNamed(services, events, request, reply, query, new Problems(), { methods: 'GET' })
  refuseUnreadable(scope, events, row, request)
  return { scope, row: row as EventRow }
}

/** All events of a query, or a page of them, or the next ones. */
async function findFor(format: FeedFormatName, scope: Scope, query: EventQuery, problems: Problems) {
  const isPaged = query.page !== undefined || query.per_page !== undefined
  if (FEED_FORMATS[format].holds === 'all' && !isPaged) {
    const { zoneYears, batches } = await listAllEvents(scope, query, problems)
    return { zoneYears, batches, modifiedAt: 0 }
  }
  const asked = FEED_FORMATS[format].holds === 'next' ? comingNext(scope, query) : query
  const { rows, total, page, perPage } = await listEvents(scope, asked, problems)
  if (page > 1 && page > pageCount(total, perPage)) throw new CalendarError('event-archive-page-not-found')
  return holding(scope, rows)
}

/** News are of what is to come: from today on, unless the query says from when. */
const comingNext = ({ now, site }: Scope, query: EventQuery): EventQuery => ({
  per_page: UPCOMING_EVENTS_MAX,
  start_date: startOfDay(instantToLocal(now, site.timezone)),
  ...query,
})

/** A feed of a few events that are loaded already. */
function holding({ now }: Scope, rows: EventRow[]): Pick<Feed, 'zoneYears' | 'batches' | 'modifiedAt'> {
  const years = ({ timezone: zone, start_local, end_local }: EventRow): ZoneYear[] =>
    [...new Set([start_local.slice(0, 4), end_local.slice(0, 4)])].map((year) => ({ zone, year: Number(year) }))
  const posts = rows.flatMap((row) => [row, ...row.links.venues, ...row.links.organizers])
  return {
    zoneYears: async () => rows.filter(({ all_day }) => all_day === 0).flatMap(years),
    async *batches() {
      yield rows
    },
    // Where nothing ever happened, it happened today.
    modifiedAt: Math.max(
      ...posts.map((post) => post.modified_at ?? post.created_at),
      posts.length > 0 ? 0 : startOf(now),
    ),
  }
}

const startOf = (now: number) => now - (now % 86_400)

/** What was asked, for the feed's own address. */
function filtersIn(sent: Record<string, unknown>): Record<string, string> {
  const known = Object.keys(eventParameters.list.schema.properties).filter((name) => Object.hasOwn(sent, name))
  return Object.fromEntries(known.map((name) => [name, [sent[name]].flat().join(',')]))
}
