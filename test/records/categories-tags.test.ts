import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { FACES, NATIVE, TEC } from '../../src/core/faces.ts'
import { TERM_KINDS } from '../kit/calendar/kinds.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { assertRefused, type Kinds } from '../kit/server/refusals.ts'
import { TEST_NOW } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

for (const { kind, path } of TERM_KINDS) {
  forEachEngine(`${path.slice(1)}, created and updated`, (engine) => {
    const server = withServer(engine)
    let make: ReturnType<typeof makersOf>[typeof kind]
    let makeOther: typeof make
    let event: typeof make
    before(async () => {
      const makers = makersOf(server)
      event = makers.event
      make = makers[kind]
      makeOther = kind === 'tag' ? makers.category : makers.tag
    })

    const field = path.slice(1) as 'categories' | 'tags'
    const item = ({ id }: { id: number }) => `${path}/${id}`
    const editor = { as: 'editor' } as const
    const change = (term: { id: number }, body: unknown) => server.ask('PUT', item(term), { ...editor, body })

    for (const face of FACES) {
      test(`only the name is required (${face.name} face)`, async () => {
        const name = `Alone on the ${face.name} face`
        const made = await server.ask('POST', path, { ...editor, face, body: { name } })
        const { id } = made.body
        const slug = `alone-on-the-${face.name}-face`
        const root = `http://localhost${face.prefix}/${face.namespace}${path}`
        assert.deepEqual(made.body, {
          id,
          count: 0,
          description: '',
          name,
          slug,
          taxonomy: face.taxonomy[kind],
          ...(kind === 'category' && { parent: 0 }),
          meta: [],
          url: `http://localhost/events/${kind}/${slug}/`,
          urls: { self: `${root}/${id}`, collection: root },
          version: 1,
          language: 'en',
          original_language: 'en',
          translations: { en: { slug, rest_url: `${root}/${id}`, url: `http://localhost/events/${kind}/${slug}/` } },
        })
        assert.deepEqual([made.status, made.headers.location], [201, `${root}/${id}`])
        assert.equal(made.headers.allow, 'GET, POST')
        const read = await server.ask('GET', item(made.body), { face })
        assert.deepEqual(read.body, made.body)
        assert.deepEqual([read.headers.allow, read.headers['x-tec-total']], ['GET', undefined])
      })
    }

    test('each face uses its own name of the taxonomy', () => {
      assert.deepEqual(
        [NATIVE.taxonomy[kind], TEC.taxonomy[kind]],
        kind === 'category' ? ['event_category', 'tribe_events_cat'] : ['event_tag', 'post_tag'],
      )
    })

    test('name, description and slug are stored; the slug is normalized', async () => {
      const sent = { name: ' Full, one & two ', description: ' Text of it ', slug: 'Some SLUG  here!' }
      const made = await make(sent)
      assert.deepEqual([made.name, made.description, made.slug], ['Full, one & two', 'Text of it', 'some-slug-here'])
      assert.equal(made.url, `http://localhost/events/${kind}/some-slug-here/`)
    })

    for (const [name, slug] of [
      ['Größe', 'grose'],
      ['東京', '%e6%9d%b1%e4%ba%ac'],
      ['20312031', '20312031'],
      ["It's so", 'its-so'],
      ['n'.repeat(200), 'n'.repeat(200)],
    ] as const) {
      test(`the name ${name.slice(0, 20)} has the slug ${slug.slice(0, 20)}`, async () => {
        const made = await make({ name })
        assert.deepEqual([made.name, made.slug], [name, slug])
      })
    }

    test('a name without letters or digits gets the id as slug; a slug without any is derived from the name', async () => {
      const made = await make({ name: '!!!' })
      assert.equal(made.slug, String(made.id))
      assert.equal((await make({ name: 'Sluggish', slug: '???' })).slug, 'sluggish')
      assert.equal((await change(made, { slug: '---' })).body.slug, String(made.id))
    })

    test('markup in a name is stored as plain text', async () => {
      const made = await make({ name: 'S <script>x</script>', description: '<b onclick="x()">b</b><script>y</script>' })
      assert.doesNotMatch(JSON.stringify(made), /<script|onclick/)
    })

    test('a taken slug gets a number on creation and is refused on update', async () => {
      const one = await make({ name: 'First holder', slug: 'held' })
      const two = await make({ name: 'Second holder', slug: 'Held' })
      assert.equal(two.slug, 'held-2')
      const refusal = { status: 400, code: 'rest_invalid_param', params: ['slug'] }
      assertRefused(await change(two, { slug: 'held' }), refusal)
      assertRefused(await change(two, { slug: 'HELD', name: 'Third holder' }), refusal)
      assert.equal((await server.ask('GET', item(two))).body.name, 'Second holder')
      assert.equal((await change(one, { slug: 'held' })).body.slug, 'held')
      assert.equal((await change(one, { slug: 'moved' })).body.slug, 'moved')
      assert.equal((await change(two, { slug: 'held' })).body.slug, 'held')
    })

    test('count, id on creation and unknown fields are ignored', async () => {
      const made = await make({ name: 'No fields', count: 5, id: 1, color: 'red', taxonomy: 'x' })
      assert.equal(made.count, 0)
      assert.notEqual(made.id, 1)
    })

    test('fields may be sent as form or query', async () => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const form = await server.ask('POST', path, { ...editor, headers, body: 'name=By+form&description=fd' })
      assert.deepEqual([form.body.name, form.body.description], ['By form', 'fd'])
      const query = await server.ask('POST', `${path}?name=By+query`, editor)
      assert.equal(query.body.name, 'By query')
    })

    for (const [why, fields, params, kinds = {}] of [
      ['an empty name', { name: '' }, ['name']],
      ['a name of spaces', { name: '   ' }, ['name']],
      ['a name of nothing but markup', { name: '<i> </i>' }, ['name']],
      ['a name that is 0', { name: '0' }, ['name']],
      ['a name over 200 characters', { name: 'n'.repeat(201) }, ['name']],
      ['a number as name', { name: 7 }, ['name']],
      ['a list as name', { name: ['x'] }, ['name']],
      ['U+0000 in the name', { name: 'a\0b' }, ['name']],
      ['half a character in the name', { name: '\ud83d' }, ['name']],
      ['an empty description', { description: '' }, ['description']],
      ['a number as description', { description: 5 }, ['description']],
      ['null as description', { description: null }, ['description'], { description: 'rest_invalid_type' }],
      ['U+0000 in the description', { description: 'x\0' }, ['description']],
      ['an empty slug', { slug: '' }, ['slug']],
      ['a list as slug', { slug: ['x'] }, ['slug']],
      ['a number as slug', { slug: 5 }, ['slug']],
      ['null as slug', { slug: null }, ['slug'], { slug: 'rest_invalid_type' }],
      ['everything wrong at once', { name: '', slug: '', description: '' }, ['name', 'slug', 'description']],
    ] as [string, Record<string, unknown>, string[], Kinds?][]) {
      // On the TEC face, because the native one accepts empty descriptions (test/contract/writes.test.ts).
      test(`${why} is refused on creation and update of a ${kind}`, async () => {
        const made = await make()
        const refusal = { status: 400, code: 'rest_invalid_param', params, kinds }
        const onTec = { ...editor, face: TEC }
        const created = await server.ask('POST', path, { ...onTec, body: { name: `Refused ${why}`, ...fields } })
        assertRefused(created, refusal)
        assertRefused(await server.ask('PUT', item(made), { ...onTec, body: fields }), refusal)
        assert.deepEqual((await server.ask('GET', item(made))).body, made)
      })
    }

    for (const [why, body] of [
      ['no fields', {}],
      ['other fields only', { description: '', slug: 'x' }],
      ['null as name', { name: null }],
    ] as const) {
      test(`a new ${kind} with ${why} is refused because the name is missing`, async () => {
        for (const as of ['guest', 'subscriber', 'editor'] as const) {
          const answer = await server.ask('POST', path, { as, body })
          assertRefused(answer, { status: 400, code: 'rest_missing_callback_param', params: ['name'] })
        }
      })
    }

    test('null is refused as a new name', async () => {
      const kinds: Kinds = { name: 'rest_invalid_type' }
      const refusal = { status: 400, code: 'rest_invalid_param', params: ['name'], kinds }
      assertRefused(await change(await make(), { name: null }), refusal)
    })

    for (const name of ['Unique É', 'unique é', 'UNIQUE  E', ' Unique É ']) {
      test(`a second ${kind} of the name Unique É is refused when spelled ${JSON.stringify(name)}`, async () => {
        const search = await server.ask('GET', `${path}?search=unique&hide_empty=0`)
        const first = search.body[field][0] ?? (await make({ name: 'Unique É' }))
        const other = await make()
        for (const answer of [
          await server.ask('POST', path, { ...editor, body: { name } }),
          await change(other, { name }),
        ]) {
          assertRefused(answer, { status: 400, code: 'term_exists' })
          assert.deepEqual(answer.body.data, { status: 400, term_id: first.id, additional_data: [first.id] })
        }
        assert.equal((await change(first, { name })).status, 200)
      })
    }

    test('one of several concurrent creations of the same name succeeds', async () => {
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => server.ask('POST', path, { ...editor, body: { name: 'At once' } })),
      )
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, ...Array(7).fill(400)])
    })

    for (const method of ['POST', 'PUT', 'PATCH']) {
      for (const face of FACES) {
        test(`${method} changes only the sent fields (${face.name} face)`, async () => {
          const made = await make({ description: 'Old' })
          const name = `${made.name} again`
          for (const [sent, shown] of [
            [{ description: 'New' }, { description: 'New', version: 2 }],
            [{ name }, { description: 'New', name, version: 3 }],
            [{}, { description: 'New', name, version: 3 }],
          ] as const) {
            const changed = await server.ask(method, item(made), { ...editor, body: sent })
            assert.equal(changed.status, 200)
            assert.equal(changed.headers.allow, 'GET, DELETE, POST, PUT, PATCH')
            assert.deepEqual(changed.body, { ...made, ...shown })
          }
          await server.ask(method, item(made), { ...editor, face, body: { description: 'Last' } })
          assert.equal((await server.ask('GET', item(made), { face })).body.description, 'Last')
        })
      }
    }

    const least = kind === 'category' ? 'author' : 'editor'
    for (const as of ['guest', 'subscriber', 'contributor', 'author', 'editor', 'administrator'] as const) {
      const may = as === least || as === 'editor' || as === 'administrator'
      test(`${as} ${may ? 'may' : 'may not'} create, update and delete ${field}`, async () => {
        const made = await make()
        const refusal = { status: as === 'guest' ? 401 : 403, code: 'rest_forbidden' }
        for (const [method, to, status] of [
          ['POST', path, 201],
          ['POST', item(made), 200],
          ['PUT', item(made), 200],
          ['PATCH', item(made), 200],
          ['DELETE', item(made), 200],
        ] as const) {
          const name = `${method} ${to} by ${as}`
          const answer = await server.ask(method, to, { as, body: { name } })
          if (may) assert.equal(answer.status, status)
          else assertRefused(answer, refusal)
          const item = may ? 'GET, DELETE, POST, PUT, PATCH' : 'GET'
          assert.equal(answer.headers.allow, to === path ? (may ? 'GET, POST' : 'GET') : item)
        }
        assert.equal((await server.ask('GET', path, { as })).headers.allow, may ? 'GET, POST' : 'GET')
      })
    }

    test('invalid parameters are reported before missing rights', async () => {
      const refusal = { status: 400, code: 'rest_invalid_param', params: ['slug'] }
      assertRefused(await server.ask('POST', path, { body: { name: 'X', slug: '' } }), refusal)
      assertRefused(await server.ask('PUT', item(await make()), { body: { slug: '' } }), refusal)
    })

    test('the id in a body must equal the path', async () => {
      const made = await make()
      assert.equal((await change(made, { id: made.id, description: 'Kept' })).status, 200)
      const refusal = { status: 400, code: 'rest_invalid_param', params: ['id'] }
      assertRefused(await change(made, { id: (await make()).id, description: 'No' }), refusal)
      assertRefused(await server.ask('DELETE', `${item(made)}?id=99999999`, editor), refusal)
      assert.equal((await server.ask('GET', item(made))).body.description, 'Kept')
    })

    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      for (const id of ['99999999', '0', '99999999999999999999']) {
        test(`${method} of the id ${id}: not found on the native face, a wrong parameter on the other`, async () => {
          for (const as of ['guest', 'administrator'] as const) {
            const native = await server.ask(method, `${path}/${id}`, { as, face: NATIVE })
            assertRefused(native, { status: 404, code: `${kind}-not-found` })
            const tec = await server.ask(method, `${path}/${id}`, { as, face: TEC })
            assertRefused(tec, { status: 400, code: 'rest_invalid_param', params: ['id'] })
          }
        })
      }
    }

    test('terms have no routes by slug, and ids consist of digits', async () => {
      const made = await make()
      for (const word of ['abc', `by-slug/${made.slug}`, 'by-slug', '-1', '1.5']) {
        assertRefused(await server.ask('GET', `${path}/${word}`), { status: 404, code: 'rest_no_route' })
      }
      assert.equal((await server.ask('GET', `${path}/00${made.id}/`)).body.id, made.id)
    })

    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      test(`the collection has no route for ${method}`, async () => {
        const answer = await server.ask(method, path, { as: 'administrator', body: { name: 'X' } })
        assertRefused(answer, { status: 404, code: 'rest_no_route' })
      })
    }

    test('the id of a category is not found as a tag, nor the reverse', async () => {
      const { id } = await makeOther()
      assertRefused(await server.ask('GET', `${path}/${id}`), { status: 404, code: `${kind}-not-found` })
    })

    test('a deleted term is returned once, cannot be restored and is removed from its events', async () => {
      const made = await make({ name: 'To remove' })
      const { id } = await event({ [field]: [made.id] })
      const removed = await server.ask('DELETE', `${item(made)}?force=false`, editor)
      assert.deepEqual([removed.status, removed.body], [200, { ...made, count: 1 }])
      assert.deepEqual((await server.ask('GET', `/events/${id}`)).body[field], [])
      for (const method of ['GET', 'DELETE', 'PUT'] as const) {
        const again = await server.ask(method, item(made), editor)
        assertRefused(again, { status: 404, code: `${kind}-not-found` })
        const tec = await server.ask(method, item(made), { ...editor, face: TEC })
        assertRefused(tec, { status: 400, code: 'rest_invalid_param', params: ['id'] })
      }
      const successor = await make({ name: 'To remove' })
      assert.notEqual(successor.id, made.id)
      assert.equal(successor.slug, 'to-remove')
    })

    test('reads during a deletion return the term or 404, and no other error', async () => {
      for (let round = 0; round < 5; round += 1) {
        const made = await make()
        const below = kind === 'category' ? await make({ parent: made.id }) : made
        const reads = [item(made), item(below), `${path}?hide_empty=0&per_page=50`]
        const answers = await Promise.all([
          server.ask('DELETE', item(made), editor),
          ...[...reads, ...reads].map((address) => server.ask('GET', address)),
        ])
        for (const { status, body } of answers) assert.ok(status === 200 || status === 404, JSON.stringify(body))
      }
    })

    test('count includes public events only: no drafts, scheduled events or trash', async () => {
      const made = await make()
      const count = async () => (await server.ask('GET', item(made), { as: 'administrator' })).body.count
      const link = { [field]: [made.id] }
      for (const status of ['draft', 'pending', 'private']) await event({ ...link, status })
      assert.equal(await count(), 0)
      const shown = await event(link)
      assert.equal(await count(), 1)
      await event({ ...link, date: '2030-06-15 13:00:00' })
      assert.equal(await count(), 1)
      try {
        server.clock.now = TEST_NOW + 3600
        assert.equal(await count(), 2)
      } finally {
        server.clock.now = TEST_NOW
      }
      await server.ask('DELETE', `/events/${shown.id}`, editor)
      assert.equal(await count(), 0)
    })

    for (const face of FACES) {
      test(`a term in an event has the fields of a WordPress term (${face.name} face)`, async () => {
        const made = await make({ description: 'Of it' })
        const { id } = await event({ [field]: [made.id] })
        const { body } = await server.ask('GET', `/events/${id}`, { face })
        const root = `http://localhost${face.prefix}/${face.namespace}${path}`
        assert.deepEqual(body[field], [
          {
            name: made.name,
            slug: made.slug,
            term_group: 0,
            term_taxonomy_id: made.id,
            taxonomy: face.taxonomy[kind],
            description: 'Of it',
            parent: 0,
            count: 1,
            filter: 'raw',
            id: made.id,
            urls: { self: `${root}/${made.id}`, collection: root },
          },
        ])
      })
    }
  })
}
