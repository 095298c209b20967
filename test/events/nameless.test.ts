import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forEachEngine } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

forEachEngine('events without a slug', (engine) => {
  const server = withServer(engine)

  test('an empty slug in the path does not read, change or remove the only draft', async () => {
    const body = { title: 'Secret', start_date: '2030-07-01', end_date: '2030-07-01', status: 'draft' }
    const draft = (await server.ask('POST', '/events', { as: 'author', body })).body
    assert.equal(draft.slug, '')
    for (const [method, path] of [
      ['GET', '/events/by-slug//'],
      ['GET', '/events/by-slug//translations'],
      ['PATCH', '/events/by-slug//'],
      ['DELETE', '/events/by-slug//'],
    ] as const) {
      const { status } = await server.ask(method, path, {
        as: 'editor',
        ...(method === 'PATCH' && { body: { title: 'X' } }),
      })
      assert.equal(status, 404, `${method} ${path}`)
    }
    const { body: kept } = await server.ask('GET', `/events/${draft.id}`, { as: 'editor' })
    assert.deepEqual([kept.title, kept.status], ['Secret', 'draft'])
  })
})
