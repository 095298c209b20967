import { deepEqual, equal } from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openDatabase } from '../../src/db/open-database.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { storePixel } from '../kit/calendar/unpublished.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { runHere } from '../kit/processes/command.ts'
import { startServer } from '../kit/server/server.ts'

forEachEngine('almanac export', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-export-'))
  after(() => rmSync(folder, { recursive: true }))

  test('writes a calendar that another one imports with equal records', async () => {
    const url = await engine.url()
    const server = await startServer(await openDatabase(url))
    const make = makersOf(server)
    const picture = await storePixel(server, 'Hall')
    const venue = await make.venue({ venue: 'Mill', geo_lat: 52.5, geo_lng: 13.4, image: picture.id })
    const [top, organizer] = [await make.category({ name: 'Music' }), await make.organizer({ organizer: 'Club' })]
    const below = await make.category({ name: 'Jazz', parent: top.id })
    const links = {
      venue: venue.id,
      organizer: [organizer.id],
      categories: [below.id],
      tags: ['Loud'],
      image: picture.id,
    }
    const event = await make.event({
      title: 'Concert',
      cost: '$10 - 20',
      website: 'https://concert.example/',
      ...links,
    })
    await server.ask('PUT', `/events/${event.id}/translations/de`, { as: 'editor', body: { title: 'Konzert' } })
    await make.event({ title: 'Kronor', cost: { text: '120 kr', currency_code: 'SEK' } })
    await make.event({ title: 'Draft', status: 'draft' })
    const daily = await make.event({ title: 'Daily', recurrence: 'FREQ=DAILY;COUNT=3' })
    const { events } = (await server.ask('GET', `/events/${daily.id}/occurrences`)).body
    await server.ask('PATCH', `/events/${events[1].id}`, {
      as: 'editor',
      body: { title: 'Matinee', event_status: 'cancelled' },
    })
    // Dates that an import creates must not take the ids of later records.
    await make.event({ title: 'After the dates' })
    await server.close()

    const [first, second] = [join(folder, 'first'), join(folder, 'second')]
    const exported = await runHere({ DATABASE_URL: url }, 'export', first)
    equal(exported.code, 0, exported.err)
    const other = await engine.url()
    await (await startServer(await openDatabase(other))).close()
    const imported = await runHere({ DATABASE_URL: other }, 'import', 'json', join(first, 'calendar.ndjson'))
    equal(imported.code, 0, imported.err + imported.out)
    await runHere({ DATABASE_URL: other }, 'export', second)
    const linesIn = (path: string) => readFileSync(join(path, 'calendar.ndjson'), 'utf8').split('\n')
    deepEqual(linesIn(second), linesIn(first))
    equal(linesIn(first).filter((line) => line.includes('Matinee')).length, 1)
  })
})
