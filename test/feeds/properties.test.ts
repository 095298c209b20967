import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { htmlToTextWithLineBreaks } from '../../src/core/text/html.ts'
import { printableLine, printableText } from '../../src/core/text/printable-text.ts'
import type { FeedEvent } from '../../src/feeds/feed-event-types.ts'
import { FEED_FORMAT_NAMES } from '../../src/feeds/feed-formats.ts'
import type { FeedMetadata } from '../../src/feeds/feed-writer.ts'
import { loadFeedWriter } from '../../src/feeds/writers/load-feed-writer.ts'
import { READERS } from '../kit/formats/feeds.ts'
import { effortOf } from '../kit/generated/run-limits.ts'

/** Property tests: with random texts every format can still be parsed and has the same events. */
const RUNS = { numRuns: effortOf({ runs: 60, longRuns: 20_000 }).numRuns }

const HEAD: FeedMetadata = {
  uid: '6ba7b810-9dad-51d1-80b4-00c04fd430c8',
  self: 'https://a.example/events.ics',
  page: 'https://a.example/',
  title: 'Almanac',
  description: 'Events',
  publisher: 'Almanac',
  timezone: 'UTC',
  language: 'en',
  modifiedAt: 0,
  zoneSpans: [],
  isSingle: false,
}

/** Random characters, often those with a meaning in one of the formats. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .array(
      fc.constantFrom(
        ...'\\;,:"\'<>&]=+-@\r\n\t\u0000\u2028\ud800\ufffe😀é%^'.split(''),
        ']]>',
        '<![CDATA[',
        'END:VEVENT',
        '</item>',
      ),
      {
        maxLength: 60,
      },
    )
    .map((parts) => parts.join('')),
)

function eventOf(written: string): FeedEvent {
  const line = printableLine(written)
  return {
    id: 15,
    uid: '2ed6657d-e927-568b-95e1-2665a8aea6a2',
    certainty: 'confirmed',
    status: 'publish',
    eventStatus: 'cancelled',
    statusReason: line,
    previousStart: undefined,
    isSoldOut: false,
    attendanceMode: 'mixed',
    onlineUrl: 'https://stream.example/x',
    language: 'en',
    url: 'https://a.example/event/x/',
    title: line,
    headline: line,
    html: printableText(written),
    text: printableText(written),
    excerpt: line,
    start: '2030-07-01 10:00:00',
    end: '2030-07-01 12:00:00',
    startAt: 1_909_130_400,
    endAt: 1_909_137_600,
    isAllDay: false,
    timezone: 'UTC',
    createdAt: 0,
    publishedAt: 0,
    modifiedAt: 0,
    sequence: 0,
    image: undefined,
    categories: [line],
    tags: [line],
    venues: [
      {
        name: line,
        street: line,
        city: line,
        region: '',
        zip: '',
        country: '',
        geo: undefined,
        url: '',
        phone: '',
        names: [],
      },
    ],
    organizers: [{ name: line, email: 'a@b.example', phone: line, website: '', url: '' }],
    series: [{ uid: '7d4a1f0e-5a55-5c0e-9d37-1b5a4c8f6e21', name: line, url: '' }],
    cost: line,
    website: '',
    isFeatured: false,
    translations: [],
  }
}

for (const format of FEED_FORMAT_NAMES) {
  test(`${format} with random texts is parsed as one event`, async () => {
    const writer = await loadFeedWriter(format, HEAD)
    fc.assert(
      fc.property(text, (written) => {
        const event = eventOf(written)
        const { uids } = READERS[format](
          writer.begin + writer.event(event) + writer.between + writer.event(event) + writer.end,
        )
        // node-ical stores events by UID.
        assert.deepEqual(new Set(uids), new Set([event.uid]))
      }),
      RUNS,
    )
  })
}

test('HTML converted to lines has no markup and no empty lines at the ends', () => {
  fc.assert(
    fc.property(text, (written) => {
      const lines = htmlToTextWithLineBreaks(`<p>${written.replace(/[<>&]/g, ' ')}</p><ul><li>x</li></ul>`)
      assert.doesNotMatch(lines, /<|^\n|\n$/)
    }),
    RUNS,
  )
})
