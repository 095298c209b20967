import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FACES } from '../../src/core/faces.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { assertRefused } from '../kit/server/refusals.ts'
import { withServer } from '../kit/server/with-server.ts'

forEachEngine('tags have no parents', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server).tag

  for (const parent of [0, 1, '1', null, false, '', 'x', []]) {
    test(`callers who may write tags get 400 for the parent ${JSON.stringify(parent)}, others 401 or 403`, async () => {
      const { id } = await make()
      for (const face of FACES) {
        for (const [method, path] of [
          ['POST', '/tags'],
          ['PUT', `/tags/${id}`],
        ] as const) {
          const body = { name: 'Child', parent }
          const flat = { status: 400, code: 'rest_taxonomy_not_hierarchical' }
          assertRefused(await server.ask(method, path, { as: 'editor', face, body }), flat)
          assertRefused(await server.ask(method, path, { as: 'author', face, body }), {
            status: 403,
            code: 'rest_forbidden',
          })
          assertRefused(await server.ask(method, path, { face, body }), { status: 401, code: 'rest_forbidden' })
          // Other invalid parameters are reported first.
          const invalid = { status: 400, code: 'rest_invalid_param', params: ['name'] }
          assertRefused(await server.ask(method, path, { as: 'editor', face, body: { name: '', parent } }), invalid)
        }
      }
      const { body } = await server.ask('GET', '/tags?search=child&hide_empty=0')
      assert.equal(body.total, 0)
    })
  }

  test('a parent in the query is refused too', async () => {
    const answer = await server.ask('POST', '/tags?parent=1', { as: 'editor', body: { name: 'Child' } })
    assertRefused(answer, { status: 400, code: 'rest_taxonomy_not_hierarchical' })
  })
})
