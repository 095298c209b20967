import { deepEqual, equal } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ANONYMOUS, type Caller, type Role } from '../../src/core/caller.ts'
import { sql } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { canCallerSeePost, visibleToCallerCondition } from '../../src/db/sql-fragments.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { eventually } from '../kit/eventually.ts'
import { startServer, TEST_NOW, type TestServer } from '../kit/server/server.ts'

/** How long to wait for a notification of PostgreSQL. */

forEachEngine('cached records that events refer to', (engine) => {
  let server: TestServer
  let other: Awaited<ReturnType<typeof openDatabase>>
  before(async () => {
    const url = await engine.url()
    // Without a response cache, so that each request reads the event and only its linked records can be cached.
    server = await startServer(await openDatabase(url), { cacheBytes: 0 })
    other = await openDatabase(url)
  })
  after(async () => {
    await other.close()
    await server.db.close()
    await server.close()
  })

  const read = async (id: number, as: 'guest' | 'editor' = 'guest', root?: 'de') =>
    (await server.ask('GET', `/events/${id}`, { as, ...(root && { root }) })).body

  async function fullEvent() {
    const make = makersOf(server)
    const [venue, organizer] = [await make.venue({ venue: 'Hall' }), await make.organizer({ organizer: 'Club' })]
    const [category, tag] = [
      await make.category({ name: `Music ${Math.random()}` }),
      await make.tag({ name: `Word ${Math.random()}` }),
    ]
    const event = await make.event({
      venue: venue.id,
      organizer: organizer.id,
      categories: [category.id],
      tags: [tag.id],
    })
    await read(event.id)
    return { make, event, venue, organizer, category, tag }
  }
  const change = async (path: string, body: object) =>
    equal((await server.ask('POST', path, { as: 'editor', body })).status, 200)

  test('are up to date after a change', async () => {
    const { make, event, venue, organizer, category, tag } = await fullEvent()
    await change(`/venues/${venue.id}`, { venue: 'Barn', city: 'Ulm' })
    await change(`/organizers/${organizer.id}`, { organizer: 'Choir' })
    await change(`/categories/${category.id}`, { name: 'Songs' })
    const shown = await read(event.id)
    deepEqual(
      [shown.venue.venue, shown.venue.city, shown.organizer[0].organizer, shown.categories[0].name],
      ['Barn', 'Ulm', 'Choir', 'Songs'],
    )
    equal(shown.tags[0].count, 1)
    await make.event({ tags: [tag.id] })
    equal((await read(event.id)).tags[0].count, 2)
    await server.ask('PUT', `/venues/${venue.id}/translations/de`, { as: 'editor', body: { venue: 'Scheune' } })
    equal((await read(event.id, 'guest', 'de')).venue.venue, 'Scheune')
    equal((await read(event.id)).venue.venue, 'Barn')
    await server.ask('DELETE', `/tags/${tag.id}`, { as: 'editor' })
    deepEqual((await read(event.id)).tags, [])
  })

  test('are shown only to callers who may see them', async () => {
    const { event, venue } = await fullEvent()
    await change(`/venues/${venue.id}`, { status: 'private' })
    equal((await read(event.id, 'editor')).venue.id, venue.id)
    deepEqual((await read(event.id)).venue, [])
    // Scheduled: becomes visible by time alone, without a write.
    const at = new Date((server.clock.now + 60) * 1000).toISOString().slice(0, 19).replace('T', ' ')
    await change(`/venues/${venue.id}`, { status: 'publish', date_utc: at })
    deepEqual((await read(event.id)).venue, [])
    server.clock.now += 60
    equal((await read(event.id)).venue.id, venue.id)
    await server.ask('DELETE', `/venues/${venue.id}`, { as: 'editor' })
    deepEqual((await read(event.id, 'editor')).venue, [])
  })

  test('are up to date after a change by another process', async () => {
    const { event, venue } = await fullEvent()
    await other.transaction((tx) => tx.run(sql`UPDATE venue SET city = 'Bern' WHERE id = ${venue.id}`))
    const isShown = async () => (await read(event.id)).venue.city === 'Bern'
    // PostgreSQL notifies other processes with a short delay.
    if (engine.name === 'sqlite') equal(await isShown(), true)
    else await eventually(isShown, 'the change is shown')
  })

  test('canCallerSeePost agrees with the SQL condition visibleToCallerCondition', async () => {
    const { db } = server
    const { venue } = await fullEvent()
    const callers: Caller[] = [
      ANONYMOUS,
      ...(['subscriber', 'contributor', 'author', 'editor'] as Role[]).map((role) => ({ id: 4711, login: role, role })),
    ]
    for (const status of ['publish', 'draft', 'pending', 'private', 'trash']) {
      for (const published_at of [TEST_NOW - 1, TEST_NOW, TEST_NOW + 1]) {
        await db.transaction((tx) =>
          tx.run(sql`UPDATE venue SET status = ${status}, published_at = ${published_at} WHERE id = ${venue.id}`),
        )
        for (const caller of callers) {
          for (const author_id of [server.ids.editor, server.ids.author]) {
            const as = caller.id === undefined ? caller : { ...caller, id: server.ids.author }
            await db.transaction((tx) => tx.run(sql`UPDATE venue SET author_id = ${author_id} WHERE id = ${venue.id}`))
            const row = await db.get(
              sql`SELECT 1 AS one FROM venue p WHERE p.id = ${venue.id} AND (${visibleToCallerCondition(as, TEST_NOW)})`,
            )
            const isVisible = canCallerSeePost(as, TEST_NOW, { status, published_at, author_id })
            equal(isVisible, row !== undefined, `${as.role} ${status} ${published_at - TEST_NOW} ${author_id}`)
          }
        }
      }
    }
  })
})
