import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FACES } from '../../src/core/faces.ts'
import { LINKED_KINDS } from '../kit/calendar/kinds.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import type { TestCaller } from '../kit/server/accounts.ts'
import { assertRefused } from '../kit/server/refusals.ts'
import { withServer } from '../kit/server/with-server.ts'

for (const { kind, path } of LINKED_KINDS) {
  forEachEngine(`the trash of ${path.slice(1)}`, (engine) => {
    const server = withServer(engine)
    const makers = makersOf(server)
    const make = makers[kind]

    const named = (name: string, rest: Record<string, unknown> = {}) => ({ [kind]: name, ...rest })
    const item = ({ id }: { id: number }) => `${path}/${id}`
    const editor = { as: 'editor' } as const

    test('a deleted record is in the trash: its slug is marked, it is not public, its name is free', async () => {
      const made = await make(named('To remove', { phone: '1' }))
      const removed = await server.ask('DELETE', item(made), editor)
      assert.equal(removed.status, 200)
      const { translations } = removed.body
      const url = `http://localhost/?post_type=tribe_${kind}&p=${made.id}`
      assert.deepEqual(removed.body, {
        ...made,
        status: 'trash',
        slug: 'to-remove__trashed',
        url,
        translations,
        version: 2,
      })
      assert.deepEqual(translations.en, { ...made.translations.en, slug: 'to-remove__trashed', url })
      assertRefused(await server.ask('GET', item(made)), { status: 403, code: `${kind}-not-accessible` })
      assert.equal((await server.ask('GET', item(made), editor)).body.slug, 'to-remove__trashed')
      const successor = await make(named('To remove'))
      assert.notEqual(successor.id, made.id)
      assert.equal(successor.slug, 'to-remove')
      assert.equal((await server.ask('DELETE', item(successor), editor)).body.slug, 'to-remove__trashed-2')
    })

    test('a second deletion responds 410', async () => {
      const made = await make()
      await server.ask('DELETE', item(made), editor)
      for (const face of FACES) {
        const again = await server.ask('DELETE', item(made), { ...editor, face })
        assertRefused(again, { status: 410, code: `${kind}-is-in-trash` })
        assert.equal(again.headers.allow, 'GET, DELETE, POST, PUT, PATCH')
      }
      assertRefused(await server.ask('DELETE', item(made)), { status: 401, code: 'rest_forbidden' })
    })

    test('a record in the trash can only be changed together with its status', async () => {
      const made = await make(named('Comes back', { phone: '1' }))
      await server.ask('DELETE', item(made), editor)
      const refused = await server.ask('PUT', item(made), { ...editor, body: { phone: '2' } })
      assertRefused(refused, { status: 410, code: `${kind}-is-in-trash` })
      const { body } = await server.ask('PUT', item(made), { ...editor, body: { status: 'publish', phone: '2' } })
      assert.deepEqual([body.status, body.slug, body.phone], ['publish', 'comes-back', '2'])
      assert.equal((await server.ask('GET', item(made))).status, 200)
    })

    test('a restored record whose slug is taken gets another one', async () => {
      const made = await make(named('Contested'))
      await server.ask('DELETE', item(made), editor)
      await make(named('Contested'))
      const { body } = await server.ask('PUT', item(made), { ...editor, body: { status: 'draft' } })
      assert.deepEqual([body.status, body.slug], ['draft', 'contested-2'])
    })

    test('a record that a contributor restores from the trash is pending, not published', async () => {
      const as: TestCaller = 'contributor'
      const made = await make({}, { as })
      assert.equal((await server.ask('DELETE', item(made), { as })).body.status, 'trash')
      const { body } = await server.ask('POST', item(made), { as, body: { status: 'publish' } })
      assert.equal(body.status, 'pending')
    })

    test('an unpublished record is not shown in events, until it is published again', async () => {
      const made = await make()
      const { id } = await makers.event({ [kind]: made.id })
      const shown = async (as: TestCaller = 'guest') =>
        [(await server.ask('GET', `/events/${id}`, { as })).body[kind]].flat().map((place: { id: number }) => place.id)
      assert.deepEqual(await shown(), [made.id])
      await server.ask('PUT', item(made), { ...editor, body: { status: 'draft' } })
      assert.deepEqual([await shown(), await shown('editor')], [[], [made.id]])
      await server.ask('DELETE', item(made), editor)
      assert.deepEqual([await shown(), await shown('editor')], [[], []])
      await server.ask('PUT', item(made), { ...editor, body: { status: 'publish' } })
      assert.deepEqual(await shown(), [made.id])
    })
  })
}
