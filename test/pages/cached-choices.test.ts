import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Sql } from '../../src/db/database.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { recordReads } from '../kit/engines/recorded-reads.ts'
import { startServer, TEST_NOW, type TestServer } from '../kit/server/server.ts'

const HOUR = 3600
const IN_ONE_HOUR = new Date((TEST_NOW + HOUR) * 1000).toISOString().slice(0, 19).replace('T', ' ')

forEachEngine('venues, organizers and festivals that pages cache', (engine) => {
  let server: TestServer
  let make: ReturnType<typeof makersOf>
  let reads: Sql[]
  before(async () => {
    const recorder = recordReads(await engine.open(), { hasCaches: true })
    reads = recorder.reads
    // Without a response cache, so that each request renders the page.
    server = await startServer(recorder.db, { cacheBytes: 0 })
    make = makersOf(server)
  })
  after(() => server.close())

  const openMonth = async (as: 'guest' | 'editor' = 'guest') =>
    String((await server.ask('GET', 'host:/events/month/2030-07/', { as })).body)

  test('a venue, an organizer and a festival appear at their publication, although no write follows', async () => {
    const { clock } = server
    const date = IN_ONE_HOUR
    await make.venue({ venue: 'Open barn' })
    await make.venue({ venue: 'Secret hall', date })
    await make.organizer({ organizer: 'Secret club', date })
    const festival = await make.series({ title: 'Secret nights', kind: 'festival', date })
    const times = { start_date: '2030-07-02 20:00', end_date: '2030-07-02 22:00' }
    await make.event({ title: 'First night', series: festival.id, ...times })
    const early = await openMonth()
    assert.match(early, /Open barn/)
    assert.doesNotMatch(early, /Secret/)
    clock.now += HOUR - 1
    assert.doesNotMatch(await openMonth(), /Secret/)
    clock.now += 1
    const published = await openMonth()
    for (const name of ['Secret hall', 'Secret club', 'Secret nights']) assert.match(published, new RegExp(name))
    clock.now -= HOUR
    assert.doesNotMatch(await openMonth(), /Secret/)
  })

  test('a draft that an editor finds in the form is not in that of others', async () => {
    await make.venue({ venue: 'Draft house', status: 'draft' })
    assert.match(await openMonth('editor'), /Draft house/)
    assert.doesNotMatch(await openMonth(), /Draft house/)
    assert.match(await openMonth('editor'), /Draft house/)
  })

  test('a new name and the trash change the form at once', async () => {
    const { id } = await make.venue({ venue: 'Old mill' })
    assert.match(await openMonth(), /Old mill/)
    await server.ask('POST', `/venues/${id}`, { as: 'editor', body: { venue: 'New mill' } })
    const renamed = await openMonth()
    assert.match(renamed, /New mill/)
    assert.doesNotMatch(renamed, /Old mill/)
    await server.ask('DELETE', `/venues/${id}`, { as: 'editor' })
    assert.doesNotMatch(await openMonth(), /New mill/)
  })

  test('a month reads only its days and their events, once the rest is cached', async () => {
    await make.event({ title: 'Ball', start_date: '2150-07-02 20:00', end_date: '2150-07-02 22:00' })
    for (const [month, statements] of [
      ['2150-07', 2],
      ['2151-07', 1],
    ] as const) {
      const open = () => server.ask('GET', `host:/events/month/${month}/`)
      await open()
      reads.length = 0
      await open()
      assert.equal(reads.length, statements, reads.map(({ sql }) => sql).join('\n'))
    }
  })
})
