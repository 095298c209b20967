import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/db/database.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

forEachEngine('repeated requests that merge, restore and undo', (engine) => {
  const server = withServer(engine)
  const ask = (path: string, body: object = {}, key?: string) =>
    server.ask('POST', path, { as: 'editor', body, ...(key && { headers: { 'idempotency-key': key } }) })
  const makeVenue = async (venue: string): Promise<number> => (await ask('/venues', { venue, city: 'Turku' })).body.id
  const actionsOf = async (id: number): Promise<string[]> => {
    const rows = await server.db.all<{ action: string }>(
      sql`SELECT action FROM audit WHERE collection = 'venues' AND record_id = ${id}`,
    )
    return rows.map(({ action }) => action)
  }

  test('a repeated request with the same key is not done again', async () => {
    const [id, into] = [await makeVenue('Old pier'), await makeVenue('Pier')]
    const merged = await ask(`/venues/${id}/merge`, { into }, 'merge-once')
    const again = await ask(`/venues/${id}/merge`, { into }, 'merge-once')
    deepEqual([again.status, again.body], [merged.status, merged.body])
    equal((await actionsOf(id)).filter((action) => action === 'merged').length, 1)

    const undo = `/revisions/batches/${merged.headers['x-request-id']}/undo`
    const undone = await ask(undo, {}, 'undo-once')
    const repeated = await ask(undo, {}, 'undo-once')
    deepEqual([repeated.status, repeated.body], [undone.status, undone.body])
    equal((await actionsOf(id)).filter((action) => action === 'reverted').length, 1)
    equal((await ask(undo, {})).status, 409, 'without the key it is another undo')

    await ask(`/venues/${into}`, { city: 'Oulu' })
    const { revisions } = (await server.ask('GET', `/venues/${into}/revisions`, { as: 'editor' })).body
    const restore = `/venues/${into}/revisions/${revisions[0].id}/restore`
    const restored = await ask(restore, {}, 'restore-once')
    await ask(`/venues/${into}`, { city: 'Tampere' })
    const replayed = await ask(restore, {}, 'restore-once')
    deepEqual([replayed.status, replayed.body.city], [restored.status, 'Turku'])
    equal((await server.ask('GET', `/venues/${into}`)).body.city, 'Tampere')
  })
})
