import type { Urls } from '../../core/urls.ts'
import type { FeedEvent } from '../../feeds/feed-event-types.ts'
import { type FeedFormatName, mediaTypeOfFeedFormat } from '../../feeds/feed-formats.ts'
import type { FeedMetadata, FeedWriter } from '../../feeds/feed-writer.ts'
import { createAtomWriter } from '../../feeds/writers/atom-writer.ts'
import { createCsvWriter } from '../../feeds/writers/csv-writer.ts'
import { createIcsWriter } from '../../feeds/writers/ics-writer.ts'
import { createJscalendarWriter } from '../../feeds/writers/jscalendar-writer.ts'
import { createJsonFeedWriter } from '../../feeds/writers/json-feed-writer.ts'
import { createRssWriter } from '../../feeds/writers/rss-writer.ts'
import { convertToOpenApiComponentName } from './component-name.ts'
import type { JsonObject } from './convert-to-openapi-schema.ts'
import type { DocumentInputs } from './openapi-document-input-types.ts'

/**
 * This file creates an example of each feed format with the feed writers. Each example contains one event. URLs in an
 * example have the host of the OpenAPI document.
 */

const WRITERS: Record<FeedFormatName, (head: FeedMetadata) => FeedWriter> = {
  ics: createIcsWriter,
  rss: createRssWriter,
  atom: createAtomWriter,
  'feed.json': createJsonFeedWriter,
  csv: createCsvWriter,
  'jscal.json': createJscalendarWriter,
}

/** Creation time of the example feeds: 2031-01-15 08:30:00 UTC, as in the examples of records. */
const WRITTEN_AT = 1_926_232_200
/** Start of the example event: 2031-05-01 18:30:00 UTC. */
const START = 1_935_426_600

const event = (urls: Urls): FeedEvent => ({
  id: 15,
  uid: 'b9f1a6f2-3c1e-5d0a-9a57-6f2c8c1f4e15',
  certainty: 'confirmed',
  status: 'publish',
  eventStatus: 'scheduled',
  statusReason: '',
  previousStart: undefined,
  isSoldOut: false,
  attendanceMode: 'offline',
  onlineUrl: '',
  language: 'en',
  url: urls.page('event', 'jazz-on-the-quay'),
  title: 'Jazz on the Quay',
  headline: 'Jazz on the Quay',
  html: '<p>Three bands by the water.</p>',
  text: 'Three bands by the water.',
  excerpt: '',
  start: '2031-05-01 19:30:00',
  end: '2031-05-01 22:00:00',
  startAt: START,
  endAt: START + 9000,
  isAllDay: false,
  timezone: 'Europe/Lisbon',
  createdAt: WRITTEN_AT,
  publishedAt: WRITTEN_AT,
  modifiedAt: WRITTEN_AT,
  sequence: 0,
  image: undefined,
  categories: ['Music'],
  tags: [],
  venues: [
    {
      name: 'Harbour Hall',
      street: 'Rua da Alfândega 5',
      city: 'Lisbon',
      region: '',
      zip: '1100-016',
      country: 'Portugal',
      geo: { lat: 38.7085, lng: -9.1345 },
      url: urls.page('venue', 'harbour-hall'),
      phone: '',
      names: [],
    },
  ],
  organizers: [
    {
      name: 'Quay Society',
      email: 'hello@quay.example',
      phone: '+351 21 000 0000',
      website: 'https://quay.example/',
      url: urls.page('organizer', 'quay-society'),
    },
  ],
  series: [
    {
      uid: '7d4a1f0e-5a55-5c0e-9d37-1b5a4c8f6e21',
      name: 'Harbour Nights',
      url: urls.page('series', 'harbour-nights'),
    },
  ],
  cost: '€10 – €20',
  website: '',
  isFeatured: true,
  translations: [],
})

const head = (urls: Urls, format: FeedFormatName): FeedMetadata => ({
  uid: '0d6f8a3e-61f5-5b0c-8f1c-2f6f0b7f9c02',
  self: urls.feed(format),
  page: urls.home,
  title: 'Almanac',
  description: 'Events of Almanac',
  publisher: 'Almanac',
  timezone: 'Europe/Lisbon',
  language: 'en',
  modifiedAt: WRITTEN_AT,
  zoneSpans: [{ zone: 'Europe/Lisbon', first: 2031, last: 2031 }],
  isSingle: false,
})

/**
 * The examples of feeds for the `components` of the OpenAPI document, by the name that `componentNameOfFeedExample`
 * returns.
 */
export function buildFeedExamples({
  endpoints,
  urls,
}: Pick<DocumentInputs, 'endpoints' | 'urls'>): Record<string, JsonObject> {
  const used = new Set(endpoints.flatMap(({ operations }) => operations.map(({ mediaType }) => mediaType)))
  const formats = (Object.keys(WRITERS) as FeedFormatName[]).filter((format) => used.has(mediaTypeOfFeedFormat(format)))
  const examples = formats.map((format) => {
    const { begin, event: write, end } = WRITERS[format](head(urls, format))
    const text = begin + write(event(urls)) + end
    const type = mediaTypeOfFeedFormat(format)
    return [componentNameOfFeedExample(type), { value: isJsonMediaType(type) ? JSON.parse(text) : text }]
  })
  return Object.fromEntries(examples)
}

export const isJsonMediaType = (mediaType: string) => mediaType.endsWith('json')

/** Name of a feed example in the `components` of the OpenAPI document: `AtomXml` for `application/atom+xml`. */
export const componentNameOfFeedExample = (mediaType: string) =>
  convertToOpenApiComponentName(mediaType.replace(/^\w+\//, ''))
