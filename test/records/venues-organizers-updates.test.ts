import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FACES, NATIVE, TEC } from '../../src/core/faces.ts'
import { LINKED_KINDS } from '../kit/calendar/kinds.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { assertRefused } from '../kit/server/refusals.ts'
import { TEST_NOW } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

const HOUR = 3600

for (const { kind, path } of LINKED_KINDS) {
  forEachEngine(`updates of ${path.slice(1)} by id`, (engine) => {
    const server = withServer(engine)
    const makers = makersOf(server)
    const make = makers[kind]

    const named = (name: string, rest: Record<string, unknown> = {}) => ({ [kind]: name, ...rest })
    const item = ({ id }: { id: number }) => `${path}/${id}`
    const editor = { as: 'editor' } as const

    for (const method of ['POST', 'PUT', 'PATCH']) {
      for (const face of FACES) {
        test(`${method} changes only the sent fields (${face.name} face)`, async () => {
          const fields = { description: 'Old', phone: '1', website: 'https://example.org', status: 'private' }
          const made = await make(fields, { face })
          try {
            server.clock.now = TEST_NOW + HOUR
            const changed = await server.ask(method, item(made), { ...editor, face, body: { phone: '2' } })
            assert.equal(changed.status, 200)
            assert.deepEqual(changed.body, {
              ...made,
              phone: '2',
              modified: '2030-06-15 13:00:00',
              modified_utc: '2030-06-15 13:00:00',
              version: 2,
            })
            const { json_ld, ...read } = (await server.ask('GET', item(made), { ...editor, face })).body
            assert.deepEqual(read, changed.body)
          } finally {
            server.clock.now = TEST_NOW
          }
        })
      }
    }

    test('an empty update changes nothing', async () => {
      const made = await make({ description: 'Kept', phone: '1' })
      for (const [nth, body] of [{}, { foo: 1 }, undefined].entries()) {
        const changed = await server.ask('POST', item(made), { ...editor, ...(body && { body }) })
        assert.equal(changed.status, 200)
        assert.deepEqual(changed.body, { ...made, version: nth + 2 })
      }
    })

    test('a new name keeps the slug', async () => {
      const made = await make(named('First name'))
      const { body } = await server.ask('PUT', item(made), { ...editor, body: named('Second name') })
      assert.deepEqual([body[kind], body.slug], ['Second name', 'first-name'])
    })

    for (const field of ['phone', 'website'] as const) {
      for (const nothing of ['', null]) {
        test(`${JSON.stringify(nothing)} clears ${field} on update and leaves it empty on creation`, async () => {
          const made = await make({ [field]: 'https://example.org' })
          const { body } = await server.ask('POST', item(made), { ...editor, body: { [field]: nothing } })
          assert.equal(field in body, false)
          assert.equal(field in (await make({ [field]: nothing })), false)
        })
      }
    }

    test('the id in a body must equal the path', async () => {
      const made = await make()
      const other = await make()
      for (const id of [made.id, String(made.id)]) {
        assert.equal((await server.ask('PUT', item(made), { ...editor, body: { id, phone: '1' } })).status, 200)
      }
      for (const id of [other.id, 99_999_999, 'x', null]) {
        const refusal = { status: 400, code: 'rest_invalid_param', params: ['id'] }
        assertRefused(await server.ask('PUT', item(made), { ...editor, body: { id, phone: '2' } }), refusal)
        assertRefused(await server.ask('DELETE', item(made), { ...editor, body: { id } }), refusal)
      }
      assert.equal((await server.ask('GET', item(made))).body.phone, '1')
    })

    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      for (const [what, key, param] of [
        ['an id that nothing has', '99999999', 'id'],
        ['zero', '0', 'id'],
        ['an id beyond all ids', '99999999999999999999', 'id'],
        ['a slug that nothing has', 'by-slug/nothing', 'slug'],
      ] as const) {
        test(`${method} of ${what}: not found on the native face, a wrong parameter on the other`, async () => {
          for (const as of ['guest', 'administrator'] as const) {
            const native = await server.ask(method, `${path}/${key}`, { as, face: NATIVE })
            assertRefused(native, { status: 404, code: `${kind}-not-found` })
            const tec = await server.ask(method, `${path}/${key}`, { as, face: TEC })
            assertRefused(tec, { status: 400, code: 'rest_invalid_param', params: [param] })
          }
        })
      }
    }

    test('ids of events and words are not found, leading zeros are ignored', async () => {
      const { id } = await makers.event()
      assertRefused(await server.ask('GET', `${path}/${id}`), { status: 404, code: `${kind}-not-found` })
      const made = await make()
      assert.equal((await server.ask('GET', `${path}/000${made.id}`)).body.id, made.id)
      assert.equal((await server.ask('GET', `${path}/${made.id}/`)).body.id, made.id)
      for (const word of ['abc', '1.5', '-1', 'by-slug']) {
        assertRefused(await server.ask('GET', `${path}/${word}`), { status: 404, code: 'rest_no_route' })
      }
    })

    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      test(`the collection has no route for ${method}`, async () => {
        const answer = await server.ask(method, path, { as: 'administrator', body: named('X') })
        assertRefused(answer, { status: 404, code: 'rest_no_route' })
        assert.equal(answer.headers.allow, undefined)
      })
    }
  })
}
