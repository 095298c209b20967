import { deepEqual, equal, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../src/db/database.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { startServer } from '../kit/server/server.ts'

const HELD_MS = 150

forEachEngine('moves of categories concurrent with writes of events', (engine) => {
  test('an event deleted during a move is not listed for the new parent', async (t) => {
    const server = await startServer(await engine.open())
    t.after(() => server.close())
    const make = makersOf(server)
    const [above, moved] = [(await make.category()).id, (await make.category()).id]
    const event = await make.event({ categories: [moved] })
    const held = server.db.transaction(async (tx) => {
      await tx.run(sql`UPDATE event SET status = 'trash', is_public = 0 WHERE id = ${event.id}`)
      await sleep(HELD_MS)
    })
    const move = server.ask('PATCH', `/categories/${moved}`, { as: 'editor', body: { parent: above } })
    await Promise.all([held, move])
    equal((await move).status, 200)
    const places = await server.db.all(sql`SELECT category_id, listed_start FROM event_within ORDER BY category_id`)
    deepEqual(
      places.map((row) => ({ ...(row as object) })),
      [
        { category_id: above, listed_start: null },
        { category_id: moved, listed_start: null },
      ],
    )
    equal((await server.ask('GET', `/events?categories=${above}`)).body.total, 0)
  })

  test('an event added to a category during its move is listed for the new parent', async (t) => {
    const server = await startServer(await engine.open())
    t.after(() => server.close())
    const make = makersOf(server)
    const [before, after] = [(await make.category()).id, (await make.category()).id]
    const moved = (await make.category({ parent: before })).id
    const rounds = 5
    for (let round = 0; round < rounds; round += 1) {
      const parent = round % 2 === 0 ? after : before
      await Promise.all([
        make.event({ categories: [moved] }),
        server.ask('PATCH', `/categories/${moved}`, { as: 'editor', body: { parent } }),
        make.event({ categories: [moved] }),
      ])
    }
    const totals = [before, after, moved].map(
      async (id) => (await server.ask('GET', `/events?categories=${id}`)).body.total,
    )
    deepEqual(await Promise.all(totals), [0, 2 * rounds, 2 * rounds])
  })

  test('a language that the site does not use selects nothing without fallback', async (t) => {
    const server = await startServer(await engine.open(), { languages: ['en', 'de'] })
    t.after(() => server.close())
    await makersOf(server).event({})
    const total = async (query: string) => (await server.ask('GET', `/events?${query}`)).body.total
    deepEqual([await total('translation_language=fr&fallback=0'), await total('translation_language=fr')], [0, 1])
  })

  test('a write after close is refused', async () => {
    const db = await engine.open()
    await db.close()
    await rejects(db.transaction((tx) => tx.run(sql`DELETE FROM setting`)))
    await rejects(db.transaction((tx) => tx.run(sql`DELETE FROM setting`)))
  })
})
