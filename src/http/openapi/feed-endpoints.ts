import { eventParameters } from '../../collections/events/schema.ts'
import { FEED_FORMAT_NAMES, type FeedFormatName, mediaTypeOf } from '../../feeds/formats.ts'
import { capital, readFailures } from './collection-endpoints.ts'
import { addressOf, type Endpoint, type Operation, parametersIn } from './endpoints.ts'

/** Lists of events and single ones in the formats of feeds. */
export const feedEndpoints = (): Endpoint[] => FEED_FORMAT_NAMES.flatMap((format) => [listIn(format), eventIn(format)])

const common = (format: FeedFormatName) =>
  ({ methods: ['GET'], in: 'query', answer: '', mediaType: mediaTypeOf(format), isOpen: true }) as const

const nameOf = (format: FeedFormatName) => format.split('.').map(capital).join('')

function listIn(format: FeedFormatName): Endpoint {
  const list: Operation = {
    ...common(format),
    id: `feedEvents${nameOf(format)}`,
    verb: 'feed',
    parameters: parametersIn(eventParameters.list.schema, 'query'),
    resource: 'events',
    failures: () => ['event-archive-page-not-found'],
  }
  return place(addressOf('events'), format, list)
}

function eventIn(format: FeedFormatName): Endpoint {
  const read: Operation = {
    ...common(format),
    id: `feedEvent${nameOf(format)}`,
    verb: 'feedOne',
    parameters: {},
    resource: 'event',
    failures: (face) => readFailures('event', 'id', face),
  }
  return place(addressOf('events', 'id'), format, read)
}

const place = (
  { path, url, pattern, keys }: ReturnType<typeof addressOf>,
  format: FeedFormatName,
  operation: Operation,
) => ({
  path: `${path}.${format}`,
  // What follows a number in the same part of a path is told apart by the router.
  url: `${url.replace('$)', ')')}.${format}`,
  pattern: `${pattern}\\.${format.replace('.', '\\.')}`,
  keys,
  group: 'feeds',
  at: 'namespace' as const,
  operations: [operation],
  allowed: () => 'GET',
})
