import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FACES, NATIVE, TEC } from '../../src/core/faces.ts'
import { LINKED_KINDS } from '../kit/calendar/kinds.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { assertRefused } from '../kit/server/refusals.ts'
import { withServer } from '../kit/server/with-server.ts'

for (const { kind, path } of LINKED_KINDS) {
  forEachEngine(`${path.slice(1)} by slug`, (engine) => {
    const server = withServer(engine)
    const make = makersOf(server)[kind]

    const editor = { as: 'editor' } as const
    const at = (slug: string) => `${path}/by-slug/${slug}`

    for (const face of FACES) {
      test(`a slug answers as the id does (${face.name} face)`, async () => {
        const made = await make({ [kind]: `Answers on ${face.name}` })
        const [bySlug, byId] = await Promise.all(
          [at(made.slug), `${path}/${made.id}`].map((address) => server.ask('GET', address, { face })),
        )
        assert.deepEqual([bySlug?.status, bySlug?.body], [200, byId?.body])
        assert.equal(bySlug?.headers.allow, 'GET')
        assert.equal(
          (await server.ask('GET', at(made.slug), { face, ...editor })).headers.allow,
          'GET, DELETE, POST, PUT, PATCH',
        )
      })
    }

    for (const [stored, asked] of [
      ['Plain name', 'plain-name'],
      ['Loud name', 'LOUD-Name'],
      ['Name with slash at the end', 'name-with-slash-at-the-end/'],
      ['Under_score', 'under_score'],
      ['東京', '東京'],
      ['京都', encodeURIComponent('京都')],
      ['大阪', encodeURIComponent('大阪').toLowerCase()],
      ['Ёлка', encodeURIComponent('ёлка')],
      ['ЖУК', encodeURIComponent('Жук')],
    ] as const) {
      test(`${stored} is found as ${asked}`, async () => {
        const { id } = await make({ [kind]: stored })
        assert.equal((await server.ask('GET', at(asked))).body.id, id)
      })
    }

    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      for (const slug of ['nothing', '1', '%00', '%ff', '__trashed', '-', '%25', "'", 'a'.repeat(5000)]) {
        test(`${method} of the slug ${slug.slice(0, 20)}: not found on the native face, a wrong parameter on the other`, async () => {
          await make()
          for (const as of ['guest', 'administrator'] as const) {
            const native = await server.ask(method, at(slug), { as, face: NATIVE })
            assertRefused(native, { status: 404, code: `${kind}-not-found` })
            const tec = await server.ask(method, at(slug), { as, face: TEC })
            assertRefused(tec, { status: 400, code: 'rest_invalid_param', params: ['slug'] })
          }
        })
      }
    }

    for (const slug of ['', 'two/parts']) {
      test(`nothing answers at by-slug/${slug}`, async () => {
        assertRefused(await server.ask('GET', at(slug)), { status: 404, code: 'rest_no_route' })
      })
    }

    for (const method of ['POST', 'PUT', 'PATCH']) {
      for (const face of FACES) {
        test(`${method} by slug changes what was sent and nothing else (${face.name} face)`, async () => {
          const made = await make({ description: 'Kept', phone: '1' }, { face })
          const body = { phone: '2', slug: 'ignored', id: 99_999_999 }
          const changed = await server.ask(method, at(made.slug.toUpperCase()), { ...editor, face, body })
          assert.equal(changed.status, 200)
          assert.deepEqual(changed.body, { ...made, phone: '2', version: 2 })
        })
      }
    }

    test('rights and values are checked as by id', async () => {
      const { slug } = await make()
      const invalid = { status: 400, code: 'rest_invalid_param', params: ['website'] }
      assertRefused(await server.ask('PUT', at(slug), { body: { website: 'x' } }), invalid)
      assertRefused(await server.ask('PUT', at(slug), { body: { phone: '2' } }), {
        status: 401,
        code: 'rest_forbidden',
      })
      for (const as of ['subscriber', 'contributor', 'author'] as const) {
        const forbidden = { status: 403, code: 'rest_forbidden' }
        assertRefused(await server.ask('PUT', at(slug), { as, body: { phone: '2' } }), forbidden)
        assertRefused(await server.ask('DELETE', at(slug), { as }), forbidden)
      }
    })

    test('what is not public is named, but not shown', async () => {
      const { id, slug } = await make({ status: 'draft' }, { as: 'author' })
      for (const as of ['guest', 'subscriber', 'contributor', 'other'] as const) {
        assertRefused(await server.ask('GET', at(slug), { as }), { status: 403, code: `${kind}-not-accessible` })
      }
      for (const as of ['author', 'editor'] as const) {
        assert.equal((await server.ask('GET', at(slug), { as })).body.id, id)
      }
    })

    test('what was removed is found under its marked slug alone, and returns', async () => {
      const { id, slug } = await make()
      const removed = await server.ask('DELETE', at(slug), editor)
      assert.deepEqual([removed.status, removed.body.slug], [200, `${slug}__trashed`])
      assertRefused(await server.ask('GET', at(slug), editor), { status: 404, code: `${kind}-not-found` })
      assert.equal((await server.ask('GET', at(`${slug}__TRASHED`), editor)).body.id, id)
      assertRefused(await server.ask('GET', at(`${slug}__trashed`)), { status: 403, code: `${kind}-not-accessible` })
      const gone = { status: 410, code: `${kind}-is-in-trash` }
      assertRefused(await server.ask('DELETE', at(`${slug}__trashed`), editor), gone)
      assertRefused(await server.ask('PUT', at(`${slug}__trashed`), { ...editor, body: { phone: '1' } }), gone)
      const body = { status: 'publish' }
      assert.equal((await server.ask('PUT', at(`${slug}__trashed`), { ...editor, body })).body.slug, slug)
      assert.equal((await server.ask('GET', at(slug))).body.id, id)
    })

    test('HEAD answers without a body; OPTIONS names the methods, of an unknown slug too', async () => {
      const { slug } = await make()
      const head = await server.ask('HEAD', at(slug))
      assert.deepEqual([head.status, head.body], [200, undefined])
      const options = await server.ask('OPTIONS', at('nothing'))
      assert.deepEqual([options.status, options.body.methods], [200, ['GET', 'DELETE', 'POST', 'PUT', 'PATCH']])
    })
  })
}
