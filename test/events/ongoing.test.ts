import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { FACES } from '../../src/core/faces.ts'
import { instantToLocal, localToInstant } from '../../src/core/time/instant.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { type Ask, TEST_NOW } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

/** The test clock is Saturday 2030-06-15 12:00 UTC. */
const EVENTS = {
  Exhibition: ['2030-06-08 10:00', '2030-06-29 18:00'],
  Course: ['2030-06-13 10:00', '2030-06-17 10:00'],
  Ended: ['2030-06-10 10:00', '2030-06-15 12:00'],
  Concert: ['2030-06-20 10:00', '2030-06-20 12:00'],
  Fair: ['2030-07-01 10:00', '2030-09-30 12:00'],
} as const

forEachEngine('ongoing events in lists', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  const ids: Record<string, number> = {}

  before(async () => {
    const hall = await make.venue()
    const club = await make.organizer()
    const art = await make.category({ name: 'Art' })
    const drawing = await make.category({ name: 'Drawing', parent: art.id })
    const tag = await make.tag({ name: 'Open' })
    Object.assign(ids, { hall: hall.id, club: club.id })
    const filters = { venue: hall.id, organizer: [club.id], categories: [drawing.id], tags: [tag.id], featured: true }
    for (const [title, [start_date, end_date]] of Object.entries(EVENTS)) {
      const event = await make.event({ title, start_date, end_date, ...(title !== 'Course' && filters) })
      ids[title] = event.id
    }
    const [start_date, end_date] = EVENTS.Exhibition
    await make.event({ title: 'Draft', start_date, end_date, ...filters, status: 'draft' })
    await make.event({ title: 'Hidden', start_date, end_date, ...filters, hide_from_listings: true })
    await make.event({ title: 'Scheduled', start_date, end_date, ...filters, date: '2030-12-01' })
    const german = { title: 'Ausstellung', description: 'Bilder' }
    await server.ask('PUT', `/events/${ids.Exhibition}/translations/de`, { as: 'editor', body: german })
  })

  const list = async (query: string, options?: Ask) => {
    const sent = query.replace(/<(\w+)>/g, (_, name) => String(ids[name]))
    const { status, body } = await server.ask('GET', `/events?per_page=50&${sent}`, options)
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body.total, body.events.length)
    return body.events.map(({ title }: { title: string }) => title).join(' ')
  }

  for (const [query, expected] of [
    ['', 'Concert Fair'],
    ['ongoing=false', 'Concert Fair'],
    ['ongoing=true', 'Exhibition Course Concert Fair'],
    ['ongoing=1&end_date=2030-06-30', 'Exhibition Course Concert'],
    ['ongoing=1&start_date=2030-06-15', 'Exhibition Course Concert Fair'],
    ['ongoing=1&start_date=2030-06-12', 'Exhibition Course Concert Fair'],
    ['ongoing=1&start_date=2030-06-10', 'Exhibition Ended Course Concert Fair'],
    ['ongoing=1&start_date=2030-06-18', 'Exhibition Concert Fair'],
    ['ongoing=1&start_date=2030-08-01', 'Fair'],
    ['ongoing=1&start_date=2030-10-01', ''],
    ['ongoing=1&start_date=2030-06-20&end_date=2030-06-19', ''],
    ['ongoing=1&venue=<hall>', 'Exhibition Concert Fair'],
    ['ongoing=1&organizer=<club>', 'Exhibition Concert Fair'],
    ['ongoing=1&categories=art', 'Exhibition Concert Fair'],
    ['ongoing=1&tags=open', 'Exhibition Concert Fair'],
    ['ongoing=1&featured=1', 'Exhibition Concert Fair'],
    ['ongoing=1&featured=0', 'Course'],
    ['ongoing=1&tags=open&venue=<hall>&end_date=2030-06-30', 'Exhibition Concert'],
    ['ongoing=1&search=exhib', 'Exhibition'],
    ['ongoing=1&search=co&tags=open', 'Concert'],
    ['ongoing=1&search=o&start_date=2030-06-15', 'Exhibition Course Concert'],
    ['ongoing=1&include=<Ended>', 'Ended'],
  ] as const) {
    test(`events?${query} lists ${expected || 'nothing'}`, async () => {
      for (const face of FACES) assert.equal(await list(query, { face }), expected, face.name)
    })
  }

  test('drafts are listed only for those who may read them', async () => {
    assert.equal(await list('ongoing=1&status=draft', { as: 'editor' }), 'Draft')
    assert.equal(await list('ongoing=1&status=draft', { as: 'contributor' }), '')
    assert.equal(await list('ongoing=1', { as: 'editor' }), 'Exhibition Draft Scheduled Course Concert Fair')
  })

  test('without fallback only events with a text in the language are listed', async () => {
    assert.equal(await list('ongoing=1&fallback=0', { root: 'de' }), 'Ausstellung')
    assert.equal(await list('ongoing=1&search=ausstellung', { root: 'de' }), 'Ausstellung')
    assert.equal(await list('ongoing=1&search=exhibition', { root: 'de' }), '')
  })

  test('pages continue from ongoing events to the others, with exact totals and links', async () => {
    for (const face of FACES) {
      for (const [perPage, pages] of [
        [1, ['Exhibition', 'Course', 'Concert', 'Fair']],
        [2, ['Exhibition Course', 'Concert Fair']],
        [3, ['Exhibition Course Concert', 'Fair']],
      ] as const) {
        const found: string[] = []
        let path: string | undefined = `/events?ongoing=true&per_page=${perPage}`
        while (path) {
          const { body } = await server.ask('GET', path, { face })
          assert.equal(body.total, 4)
          assert.match(body.rest_url, /ongoing=1/)
          found.push(body.events.map(({ title }: { title: string }) => title).join(' '))
          path = body.next_rest_url && `/events${new URL(body.next_rest_url).search}`
        }
        assert.deepEqual(found, pages)
      }
    }
  })

  test('the first date of a repeated event may be an ongoing one', async () => {
    const { id } = await make.tag({ name: 'Weekly' })
    const weekly = { title: 'Camp', start_date: '2030-06-13 10:00', end_date: '2030-06-17 10:00', tags: [id] }
    const camp = await make.event({ ...weekly, recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' })
    assert.equal(await list('tags=weekly'), 'Camp Camp')
    assert.equal(await list('ongoing=1&tags=weekly'), 'Camp Camp Camp')
    assert.equal(await list('ongoing=1&search=camp'), 'Camp Camp Camp')
    for (const query of ['tags=weekly', 'search=camp']) {
      const { body } = await server.ask('GET', `/events?ongoing=1&occurrences=next&${query}`)
      assert.deepEqual([body.total, body.events[0].start_date], [1, '2030-06-13 10:00:00'], query)
    }
    await server.ask('DELETE', `/events/${camp.id}`, { as: 'editor' })
  })

  test('other values than booleans are refused', async () => {
    const { status, body } = await server.ask('GET', '/events?ongoing=maybe')
    assert.deepEqual([status, Object.keys(body.data.params)], [400, ['ongoing']])
  })

  test('the list changes in the second in which an ongoing event ends', async () => {
    const end = localToInstant('2030-06-17 10:00:00', 'UTC')
    server.clock.now = end - 1
    assert.equal(await list('ongoing=1'), 'Exhibition Course Concert Fair')
    server.clock.now = end
    assert.equal(await list('ongoing=1'), 'Exhibition Concert Fair')
    server.clock.now = TEST_NOW
  })
})

const ZONES = ['UTC', 'Asia/Tokyo', 'America/New_York', 'UTC+14', 'UTC-12', 'Pacific/Pago_Pago']
const DAY = 86_400

forEachEngine('ongoing events of any duration', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)

  test('are those that began before the start date and have not ended', async () => {
    const seconds = (days: number) => fc.integer({ min: 0, max: days * DAY })
    const duration = fc.oneof(...[1, 2, 8, 9, 64, 70, 512, 600, 3000].map(seconds))
    const event = fc.record({
      ago: fc.oneof(seconds(3), seconds(100), seconds(3000)),
      duration,
      zone: fc.constantFrom(...ZONES),
    })
    const made: { id: number; start_date: string; end: number }[] = []
    for (const { ago, duration: length, zone } of fc.sample(event, { numRuns: 150, seed: 7 })) {
      const start = TEST_NOW - ago
      const dates = {
        start_date: instantToLocal(start, zone),
        end_date: instantToLocal(start + length, zone),
        timezone: zone,
      }
      made.push({ ...(await make.event(dates)), end: start + length })
    }
    for (const from of ['2030-06-15 00:00:00', '2030-06-15 11:00:00', '2030-06-01 00:00:00', '2031-01-01 00:00:00']) {
      const endsAfter = Math.max(TEST_NOW, localToInstant(from, 'UTC'))
      const expected = made.filter(({ start_date, end }) => start_date < from && end > endsAfter)
      assert.ok(expected.length > 5, from)
      const query = `start_date=${encodeURIComponent(from)}&end_date=${encodeURIComponent(from)}&ongoing=1`
      const { body } = await server.ask('GET', `/events?per_page=50&${query}`)
      const atStart = made.filter(({ start_date }) => start_date === from)
      assert.equal(body.total, expected.length + atStart.length, from)
      assert.deepEqual(
        body.events.map(({ id }: { id: number }) => id),
        [...expected, ...atStart]
          .sort((a, b) => (a.start_date < b.start_date ? -1 : a.start_date > b.start_date ? 1 : a.id - b.id))
          .slice(0, 50)
          .map(({ id }) => id),
      )
    }
  })
})
