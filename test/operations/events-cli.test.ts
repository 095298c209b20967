import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../../src/db/open-database.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { runHere } from '../kit/processes/command.ts'
import { startServer } from '../kit/server/server.ts'

forEachEngine('almanac events dates', (engine) => {
  test('prints the dates of a repeated event', async () => {
    const url = await engine.url()
    const server = await startServer(await openDatabase(url))
    const { id } = await makersOf(server).event({ recurrence: 'FREQ=DAILY;COUNT=3' })
    const { events } = (await server.ask('GET', `/events/${id}/occurrences`)).body
    const [first, second, third] = events
    await server.ask('PATCH', `/events/${second.id}`, { as: 'editor', body: { cost: '5', title: 'Matinee' } })
    await server.ask('DELETE', `/events/${third.id}`, { as: 'editor' })
    const { code, out } = await runHere({ DATABASE_URL: url }, 'events', 'dates', String(id))
    assert.equal(code, 0)
    assert.deepEqual(
      out.split('\n').map((line) => line.trim().split(/ {2,}/)),
      [
        [String(first.id), first.start_date, first.end_date, 'publish'],
        [String(second.id), second.start_date, second.end_date, 'publish', 'texts, cost, admission'],
        [String(third.id), third.start_date, third.end_date, 'trash'],
      ],
    )
    const { code: failure, err } = await runHere({ DATABASE_URL: url }, 'events', 'dates', String(first.id))
    assert.notEqual(failure, 0)
    assert.match(err, /there is no repeated event/)
    await server.close()
    await server.db.close()
  })
})
