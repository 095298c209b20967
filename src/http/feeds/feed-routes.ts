import {
  eventFeedParameters,
  seriesFeedParameters,
  singleFeedParameters,
} from '../../collections/events/event-parameters.ts'
import type { EventRow } from '../../collections/events/event-row.ts'
import { ALL_TIME } from '../../collections/events/filters/date-window.ts'
import { events } from '../../collections/events/index.ts'
import { postPageUrl } from '../../collections/posts/present-post.ts'
import { series } from '../../collections/series/index.ts'
import type { SeriesRow } from '../../collections/series/series-store.ts'
import { Problems } from '../../core/errors.ts'
import { joinValuesOfQueryParameter } from '../../core/join-values-of-query-parameter.ts'
import type { TSchema } from '../../core/schema/field-types.ts'
import type { ParameterSet } from '../../core/schema/parameter-set.ts'
import { parameterValueAsSent } from '../../core/schema/sent-parameters.ts'
import { htmlToText } from '../../core/text/html.ts'
import {
  FEED_FORMAT_NAMES,
  FEED_FORMATS,
  type FeedFormatName,
  mediaTypeOfFeedFormat,
} from '../../feeds/feed-formats.ts'
import { errorCodesOfReadingRecord } from '../api/error-codes-of-record-routes.ts'
import { findReadableRecord } from '../api/find-and-send-record.ts'
import { capitalizeFirstLetter } from '../api/paths-and-rights-of-record-routes.ts'
import { createRequestScope, type Services } from '../request/create-request-scope.ts'
import type { DocumentedRoute } from '../routes/route.ts'
import type { FeedSender } from './feed-sender.ts'
import { addVaryAcceptEncoding } from './send-text-whole-or-streamed.ts'

/** The routes that return event lists, single events and series as feeds, such as iCalendar or RSS. */
export const feedRoutes = (services: Services, feeds: FeedSender): DocumentedRoute[] =>
  FEED_FORMAT_NAMES.flatMap((format) => [
    listFeedRoute(services, format, feeds),
    eventFeedRoute(services, format, feeds),
    seriesFeedRoute(services, format, feeds),
  ])

const describeFeed = (format: FeedFormatName) =>
  ({
    methods: ['GET'],
    right: 'anyone',
    group: 'feeds',
    responseSchema: '',
    mediaType: mediaTypeOfFeedFormat(format),
    hooks: { onSend: addVaryAcceptEncoding },
  }) as const

/** Part of operation ids in the OpenAPI document, derived from the feed format: `FeedJson` for `feed.json`. */
const idPart = (format: FeedFormatName) => format.split('.').map(capitalizeFirstLetter).join('')

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
    const scope = await createRequestScope(services, request, sent, problems)
    const { cancelled, expand, ...query } = eventFeedParameters.read(sent, problems)
    const list = { format, query, cancelled, expand, problems, version, filters: filtersIn(eventFeedParameters, sent) }
    return feeds.sendList(request, reply, scope, list)
  },
})

const eventFeedRoute = (services: Services, format: FeedFormatName, feeds: FeedSender): DocumentedRoute => ({
  ...describeFeed(format),
  path: `/events/{id}.${format}`,
  id: `feedEvent${idPart(format)}`,
  verb: 'feedOne',
  resource: 'event',
  parameters: singleFeedParameters,
  failures: (face) => errorCodesOfReadingRecord('event', 'id', face),
  async handle(request, reply, everyMethod) {
    const sent = request.query as Record<string, unknown>
    const problems = new Problems()
    const { expand } = singleFeedParameters.read(sent, problems)
    const requested = { request, reply, everyMethod, sent }
    const { scope, row } = await findReadableRecord(services, events, requested, problems)
    return feeds.sendEvent(request, reply, scope, { format, event: row as EventRow, expand })
  },
})

const seriesFeedRoute = (services: Services, format: FeedFormatName, feeds: FeedSender): DocumentedRoute => ({
  ...describeFeed(format),
  path: `/series/{id}.${format}`,
  id: `feedSeries${idPart(format)}`,
  verb: 'feedSeries',
  resource: 'events',
  parameters: seriesFeedParameters,
  failures: (face) => [...errorCodesOfReadingRecord('series', 'id', face), 'event-archive-page-not-found'],
  async handle(request, reply, everyMethod) {
    const sent = request.query as Record<string, unknown>
    const problems = new Problems()
    const version = services.db.version()
    const { cancelled, expand, ...query } = seriesFeedParameters.read(sent, problems)
    const requested = { request, reply, everyMethod, sent }
    const { scope, row } = await findReadableRecord(services, series, requested, problems)
    const { text, id } = row as SeriesRow
    const filters = filtersIn(seriesFeedParameters, sent)
    return feeds.sendList(request, reply, scope, {
      ...{ format, cancelled, expand, problems, version },
      query: { ...dateRangeOfSeriesFeed(format), ...query, series: [id] },
      filters: { ...filters, series: String(id) },
      self: scope.urls.feed(format, { collection: 'series', id }, filters),
      subject: {
        title: htmlToText(text.title),
        page: postPageUrl(scope, 'series', row as SeriesRow)(scope.urls, text),
      },
    })
  },
})

/** The dates that the feed of a series contains: all of them or, in formats for news readers, those from today on. */
const dateRangeOfSeriesFeed = (format: FeedFormatName) => ({
  ...(FEED_FORMATS[format].eventRange === 'all' && { start_date: ALL_TIME.from }),
  end_date: ALL_TIME.to,
})

/** Selects the parameters of a request that its feed supports, for the `self` link of the feed. */
function filtersIn(
  { schema }: Pick<ParameterSet<unknown>, 'schema'>,
  sent: Record<string, unknown>,
): Record<string, string> {
  const schemas = Object.entries(schema.properties as Record<string, TSchema>)
  const values = schemas.map(([name, schema]) => [name, parameterValueAsSent(schema, sent, name)] as const)
  return Object.fromEntries(
    values.filter(([, value]) => value !== undefined).map(([name, value]) => [name, joinValuesOfQueryParameter(value)]),
  )
}
