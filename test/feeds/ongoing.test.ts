import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { localToInstant } from '../../src/core/time/instant.ts'
import {
  FEED_FORMAT_NAMES,
  type FeedFormatName,
  ONGOING_EVENTS_MAX,
  UPCOMING_EVENTS_MAX,
} from '../../src/feeds/feed-formats.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { READERS } from '../kit/formats/feeds.ts'
import { TEST_NOW } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

/** The test clock is Saturday 2030-06-15 12:00 UTC. */
forEachEngine('ongoing events in feeds', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  before(async () => {
    const tag = await make.tag({ name: 'Open' })
    for (const [title, start_date, end_date, tags] of [
      ['Exhibition', '2030-03-01 10:00', '2030-06-29 18:00', [tag.id]],
      ['Ended', '2030-03-01 10:00', '2030-06-15 12:00', [tag.id]],
      ['Concert', '2030-06-20 10:00', '2030-06-20 12:00', []],
    ]) {
      await make.event({ title, start_date, end_date, tags })
    }
  })

  const read = (format: FeedFormatName, bytes: Buffer) => READERS[format](bytes.toString()).titles.join(' ')
  const feed = async (format: FeedFormatName, query = '') => {
    const { status, bytes } = await server.ask('GET', `/events.${format}${query}`)
    assert.equal(status, 200, `${bytes}`)
    return read(format, bytes)
  }

  test('every feed contains them unless the request has a start, a page or says otherwise', async () => {
    for (const format of FEED_FORMAT_NAMES) {
      for (const [query, expected] of [
        ['', 'Exhibition Concert'],
        ['?tags=open', 'Exhibition'],
        ['?search=exhib', 'Exhibition'],
        ['?end_date=2030-06-19', 'Exhibition'],
        ['?ongoing=false', 'Concert'],
        ['?start_date=2030-06-15', 'Concert'],
        ['?start_date=2030-06-15&ongoing=true', 'Exhibition Concert'],
        ['?per_page=10', 'Concert'],
        ['?per_page=10&ongoing=true', 'Exhibition Concert'],
      ] as const) {
        assert.equal(await feed(format, query), expected, `${format} ${query}`)
      }
    }
  })

  test('so do the feeds of pages', async () => {
    for (const [path, expected] of [
      ['/events/list/', 'Exhibition Concert'],
      ['/events/list/2030-06-18/', 'Exhibition Concert'],
      ['/events/month/2030-06/', 'Exhibition Concert'],
      ['/events/tag/open/', 'Exhibition'],
    ]) {
      const { bytes } = await server.ask('GET', `host:${path}?ical=1`)
      assert.equal(read('ics', bytes), expected, path)
    }
  })

  test('an event leaves the feed, and its entity tag changes, when it ends', async () => {
    const end = localToInstant('2030-06-29 18:00:00', 'UTC')
    for (const format of FEED_FORMAT_NAMES) {
      server.clock.now = end - 1
      const { headers } = await server.ask('GET', `/events.${format}?tags=open`)
      assert.equal(await feed(format, '?tags=open'), 'Exhibition')
      server.clock.now = end
      const again = await server.ask('GET', `/events.${format}?tags=open`, {
        headers: { 'if-none-match': String(headers.etag) },
      })
      assert.deepEqual([again.status, read(format, again.bytes)], [200, ''], format)
    }
    server.clock.now = TEST_NOW
  })

  test('at most half of a news feed are ongoing events, those that began last', async () => {
    const category = await make.category({ name: 'Busy' })
    const number = (n: number) => String(n).padStart(2, '0')
    for (let n = 1; n <= UPCOMING_EVENTS_MAX; n += 1) {
      const categories = [category.id]
      const begun = { start_date: `2030-06-0${1 + (n % 9)} 10:${number(n)}`, end_date: '2030-07-01 10:00' }
      await make.event({ title: `Begun-${begun.start_date}`, ...begun, categories })
      const start_date = `2030-06-16 10:${number(n)}`
      await make.event({ title: 'Upcoming', start_date, end_date: start_date, categories })
    }
    const titles = (await feed('rss', '?categories=busy')).split(/ (?=Begun|Upcoming)/)
    const begun = titles.filter((title) => title.startsWith('Begun'))
    assert.deepEqual([titles.length, begun.length], [UPCOMING_EVENTS_MAX, ONGOING_EVENTS_MAX])
    assert.ok(
      begun.every((title) => title >= 'Begun-2030-06-05'),
      begun[0],
    )
    const all = (await feed('csv', '?categories=busy')).split(/ (?=Begun|Upcoming)/)
    assert.equal(all.length, 2 * UPCOMING_EVENTS_MAX)
  })
})
