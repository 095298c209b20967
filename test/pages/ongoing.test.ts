import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { localToInstant } from '../../src/core/time/instant.ts'
import { writeSiteSettings } from '../../src/settings/site-settings.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { TEST_NOW } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

/** The test clock is Saturday 2030-06-15 12:00 UTC. */
forEachEngine('ongoing events on pages', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  before(async () => {
    const venue = await make.venue({ venue: 'Gallery', geo_lat: 52.5, geo_lng: 13.4, show_map: true })
    const organizer = await make.organizer({ organizer: 'Club' })
    const category = await make.category({ name: 'Art' })
    const links = { venue: venue.id, organizer: organizer.id, categories: [category.id] }
    for (const [title, start_date, end_date] of [
      ['Exhibition', '2030-05-01 10:00', '2030-06-29 18:00'],
      ['Course', '2030-06-13 10:00', '2030-06-17 10:00'],
      ['Concert', '2030-07-20 10:00', '2030-07-20 12:00'],
    ]) {
      await make.event({ title, start_date, end_date, ...links })
    }
  })

  const open = async (path: string) => {
    const { status, body } = await server.ask('GET', `host:${path}`)
    assert.equal(status, 200, path)
    return String(body)
  }
  /** The titles of events in a page, before and after the heading of events shown apart. */
  const shown = (page: string) => {
    const main = page.slice(page.indexOf('<main'))
    const apart = main.indexOf('>Also on<')
    const titles = (part: string) =>
      ['Exhibition', 'Course', 'Concert'].filter((title) => part.includes(`>${title}<`)).join(' ')
    return apart < 0 ? [titles(main), ''] : [titles(main.slice(0, apart)), titles(main.slice(apart))]
  }
  const PAGES = [
    '/',
    '/events/list/',
    '/events/list/2030-06-16/',
    '/events/category/art/',
    '/venue/gallery/',
    '/organizer/club/',
  ]

  test('short ones are listed, long ones shown apart, once', async () => {
    for (const path of [...PAGES, '/embed/list/', '/events/list/?categories=art'])
      assert.deepEqual(shown(await open(path)), ['Course Concert', 'Exhibition'], path)
  })

  test('searches find them', async () => {
    assert.deepEqual(shown(await open('/events/list/?search=exhib')), ['Exhibition', ''])
    assert.deepEqual(shown(await open('/events/list/?search=cours')), ['Course', ''])
  })

  test('the number of events and the map count them', async () => {
    assert.match(await open('/events/list/'), />3 events</)
    assert.match(await open('/events/list/?search=exhib'), />1 event</)
    assert.match(await open('/events/map/'), /Gallery<\/a>[\s\S]*?2 events</)
    assert.match(await open('/events/map/?search=exhib'), /Gallery<\/a>[\s\S]*?1 event</)
  })

  test('the setting long_event_days says which are long', async () => {
    for (const [days, expected] of [
      [3, ['Concert', 'Exhibition Course']],
      [4, ['Course Concert', 'Exhibition']],
      [60, ['Exhibition Course Concert', '']],
    ] as const) {
      await server.db.transaction((tx) => writeSiteSettings(tx, { long_event_days: days }))
      for (const path of PAGES) assert.deepEqual(shown(await open(path)), expected, `${days} ${path}`)
    }
    await server.db.transaction((tx) => writeSiteSettings(tx, { long_event_days: 7 }))
  })

  test('a page changes in the second in which an ongoing event ends', async () => {
    const end = localToInstant('2030-06-17 10:00:00', 'UTC')
    for (const path of PAGES) {
      server.clock.now = end - 1
      assert.deepEqual(shown(await open(path)), ['Course Concert', 'Exhibition'], path)
      server.clock.now = end
      assert.deepEqual(shown(await open(path)), ['Concert', 'Exhibition'], path)
    }
    server.clock.now = TEST_NOW
  })

  test('the pages of a long list are complete, with the long events on the first', async () => {
    const { id } = await make.tag({ name: 'Many' })
    const tags = [id]
    for (let n = 0; n < 15; n += 1) {
      await make.event({ title: `Begun ${n}`, start_date: '2030-06-14 10:00', end_date: '2030-06-16 10:00', tags })
      await make.event({ title: `Next ${n}`, start_date: '2030-06-20 10:00', end_date: '2030-06-20 11:00', tags })
    }
    await make.event({ title: 'Long', start_date: '2030-05-14 10:00', end_date: '2030-07-16 10:00', tags })
    const [first, second] = [await open('/events/tag/many/'), await open('/events/tag/many/?page=2')]
    const count = (page: string) => [/>(?:Begun|Next) \d+</g, />Long</g].map((title) => page.match(title)?.length ?? 0)
    assert.deepEqual(
      [count(first), count(second)],
      [
        [20, 1],
        [10, 0],
      ],
    )
    for (const page of [first, second]) assert.match(page, /31 events/)
  })
})
