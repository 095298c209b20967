import { events } from '../../collections/events/index.ts'
import type { EventRow } from '../../collections/events/row.ts'
import { eventFeedParameters } from '../../collections/events/schema.ts'
import { Problems } from '../../core/errors.ts'
import { queryParameterText } from '../../core/parameter-text.ts'
import { parameterValueAsSent } from '../../core/schema/repeated-parameters.ts'
import type { TSchema } from '../../core/schema/schema.ts'
import { FEED_FORMAT_NAMES, type FeedFormatName, mediaTypeOf } from '../../feeds/formats.ts'
import { capitalizeIdentifier } from '../api/record-address.ts'
import { readingFailureCodes } from '../api/record-failure-codes.ts'
import { assertReadable, findRequestedRecord } from '../api/record-lookup.ts'
import { createScope, type Services } from '../request/scope.ts'
import type { DocumentedRoute } from '../routes/route.ts'
import type { FeedSender } from './feed-sender.ts'
import { addVaryByCoding } from './text-stream.ts'

/** The routes that return event lists and single events as feeds, such as iCalendar or RSS. */
export const feedRoutes = (services: Services, feeds: FeedSender): DocumentedRoute[] =>
  FEED_FORMAT_NAMES.flatMap((format) => [
    listFeedRoute(services, format, feeds),
    eventFeedRoute(services, format, feeds),
  ])

const describeFeed = (format: FeedFormatName) =>
  ({
    methods: ['GET'],
    right: 'anyone',
    group: 'feeds',
    answer: '',
    mediaType: mediaTypeOf(format),
    hooks: { onSend: addVaryByCoding },
  }) as const

/** Part of operation ids in the OpenAPI document, derived from the feed format: `FeedJson` for `feed.json`. */
const idPart = (format: FeedFormatName) => format.split('.').map(capitalizeIdentifier).join('')

const listFeedRoute = (services: Services, format: FeedFormatName, feeds: FeedSender): DocumentedRoute => ({
  ...describeFeed(format),
  path: `/events.${format}`,
  id: `feedEvents${idPart(format)}`,
  verb: 'feed',
  resource: 'events',
  parameters: eventFeedParameters,
  failures: ['event-archive-page-not-found'],
  async handle(request, reply) {
    const sent = request.query as Record<string, unknown>
    const problems = new Problems()
    const version = services.db.version()
    const scope = await createScope(services, request, sent, problems)
    const { cancelled, ...query } = eventFeedParameters.read(sent, problems)
    const list = { format, query, cancelled, problems, version, filters: listParametersIn(sent) }
    return feeds.sendList(request, reply, scope, list)
  },
})

const eventFeedRoute = (services: Services, format: FeedFormatName, feeds: FeedSender): DocumentedRoute => ({
  ...describeFeed(format),
  path: `/events/{id}.${format}`,
  id: `feedEvent${idPart(format)}`,
  verb: 'feedOne',
  resource: 'event',
  failures: (face) => readingFailureCodes('event', 'id', face),
  async handle(request, reply, everyMethod) {
    const sent = request.query as Record<string, unknown>
    const { scope, row } = await findRequestedRecord(services, events, { request, reply, everyMethod, sent })
    assertReadable(scope, events, row, request)
    return feeds.sendEvent(request, reply, scope, { format, event: row as EventRow })
  },
})

/** The request parameters that the event list supports, for the `self` link of the feed. */
function listParametersIn(sent: Record<string, unknown>): Record<string, string> {
  const schemas = Object.entries(eventFeedParameters.schema.properties as Record<string, TSchema>)
  const values = schemas.map(([name, schema]) => [name, parameterValueAsSent(schema, sent, name)] as const)
  return Object.fromEntries(
    values.filter(([, value]) => value !== undefined).map(([name, value]) => [name, queryParameterText(value)]),
  )
}
