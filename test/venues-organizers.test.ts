import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { FACES, NATIVE, TEC } from '../src/core/faces.ts'
import { writeSettings } from '../src/settings/settings.ts'
import { forEachEngine } from './kit/engines.ts'
import { EVENT, makersOf } from './kit/events.ts'
import { PLACES } from './kit/places.ts'
import { assertRefused, type Kinds } from './kit/refusals.ts'
import { startServer, TEST_NOW, type TestCaller, type TestServer } from './kit/server.ts'

const NEVER = '0000-00-00 00:00:00'
const HOUR = 3600

for (const { kind, path } of PLACES) {
  forEachEngine(`${kind}s, made and changed`, (engine) => {
    let server: TestServer
    let makers: ReturnType<typeof makersOf>
    let make: (typeof makers)[typeof kind]
    before(async () => {
      server = await startServer(await engine.open())
      makers = makersOf(server)
      make = makers[kind]
    })
    after(() => server.close())

    const named = (name: string, rest: Record<string, unknown> = {}) => ({ [kind]: name, ...rest })
    const item = ({ id }: { id: number }) => `${path}/${id}`
    const editor = { as: 'editor' } as const

    for (const face of FACES) {
      test(`a name is enough (${face.name} face)`, async () => {
        const name = `Alone on the ${face.name} face`
        const made = await server.ask('POST', path, { ...editor, face, body: named(name) })
        const { id } = made.body
        const slug = `alone-on-the-${face.name}-face`
        assert.deepEqual(made.body, {
          id,
          author: String(server.ids.editor),
          status: 'publish',
          date: '2030-06-15 12:00:00',
          date_utc: '2030-06-15 12:00:00',
          modified: '2030-06-15 12:00:00',
          modified_utc: '2030-06-15 12:00:00',
          url: `http://localhost/${kind}/${slug}/`,
          [kind]: name,
          slug,
          ...(kind === 'venue' && { show_map: true, show_map_link: true }),
          global_id: `localhost?id=${id}`,
          global_id_lineage: [`localhost?id=${id}`],
        })
        assert.equal(made.status, 201)
        assert.equal(made.headers.location, `http://localhost${face.prefix}/${face.namespace}${path}/${id}`)
        assert.equal(made.headers.allow, 'GET, POST')
        assert.equal(made.headers['x-tec-total'], undefined)

        const read = await server.ask('GET', item(made.body), { face })
        const { json_ld, ...body } = read.body
        assert.equal(read.status, 200)
        assert.equal(read.headers.allow, 'GET')
        assert.equal(read.headers['x-tec-total'], undefined)
        assert.deepEqual(body, made.body)
        assert.deepEqual(json_ld, {
          '@context': 'https://schema.org',
          '@type': kind === 'venue' ? 'Place' : 'Organization',
          name,
          url: made.body.url,
        })
      })
    }

    for (const [how, type, payload] of [
      ['JSON', 'application/json; charset=utf-8', JSON.stringify(named('Sent as JSON', { phone: '1' }))],
      ['JSON of a finer type', 'application/ld+json', JSON.stringify(named('Sent as finer JSON', { phone: '1' }))],
      ['a form', 'application/x-www-form-urlencoded', `${kind}=Sent+as+a+form&phone=1`],
    ] as const) {
      test(`fields are read from ${how}`, async () => {
        const { status, body } = await server.ask('POST', path, {
          ...editor,
          body: payload,
          headers: { 'content-type': type },
        })
        assert.equal(status, 201)
        assert.equal(body.phone, '1')
      })
    }

    test('fields are read from the query, and what the body says counts more', async () => {
      const ask = { ...editor, body: { phone: 'body' } }
      const { body } = await server.ask('POST', `${path}?${kind}=By+query&phone=query`, ask)
      assert.deepEqual([body[kind], body.phone], ['By query', 'body'])
    })

    for (const [sent, shown, slug] of [
      ['  Café   Zürich ', 'Café   Zürich', 'cafe-zurich'],
      ['Rock & Roll <i>Hall</i>', 'Rock & Roll <i>Hall</i>', 'rock-roll-hall'],
      ['2031', '2031', '2031'],
      ['東京', '東京', '%e6%9d%b1%e4%ba%ac'],
      ['back\\slash', 'back\\slash', 'backslash'],
    ] as const) {
      test(`the name ${sent} is kept as ${shown}`, async () => {
        const made = await make(named(sent))
        assert.deepEqual([made[kind], made.slug], [shown, slug])
      })
    }

    test('a script in the name is text, never markup', async () => {
      const made = await make(named('Hall <script>alert(1)</script><b onclick="x()">bold</b>'))
      assert.doesNotMatch(made[kind], /<script|onclick/)
      assert.match(made[kind], /<b>bold<\/b>/)
    })

    test('a name without a usable letter has its id as slug', async () => {
      const made = await make(named('!!!'))
      assert.equal(made.slug, String(made.id))
    })

    test('what is no field is ignored: slug, excerpt, an id on creation, anything else', async () => {
      const made = await make(named('No fields', { slug: 'mine', excerpt: 'x', id: 1, foo: [1] }))
      assert.equal(made.slug, 'no-fields')
      assert.equal(made.excerpt, undefined)
      assert.notEqual(made.id, 1)
    })

    test('a description is formatted, cleaned and may be cleared', async () => {
      const made = await make({ description: 'One.\n\nTwo\nlines <script>x</script>' })
      assert.equal(made.description, '<p>One.</p>\n<p>Two<br />\nlines x</p>')
      for (const nothing of ['', null]) {
        await server.ask('POST', item(made), { ...editor, body: { description: 'Back' } })
        const { body } = await server.ask('POST', item(made), { ...editor, body: { description: nothing } })
        assert.equal(body.description, undefined)
      }
    })

    for (const [why, fields, params, kinds = {}] of [
      ['an empty name', named(''), [kind]],
      ['a name of spaces', named('   '), [kind]],
      ['a name of nothing but markup', named('<i></i>'), [kind]],
      ['a name that is 0', named('0'), [kind]],
      ['a number as name', { [kind]: 5 }, [kind]],
      ['a list as name', { [kind]: ['x'] }, [kind]],
      ['an object as name', { [kind]: { name: 'x' } }, [kind]],
      ['U+0000 in the name', named('a\0b'), [kind]],
      ['half a character in the name', named('a\ud83d'), [kind]],
      ['a number as description', { description: 12 }, ['description']],
      ['a list as description', { description: ['x'] }, ['description']],
      ['U+0000 in the description', { description: '\0' }, ['description']],
      ['a status that is none', { status: 'bogus' }, ['status']],
      ['an empty status', { status: '' }, ['status']],
      ['the trash as status', { status: 'trash' }, ['status']],
      ['the status inherit', { status: 'inherit' }, ['status']],
      ['the status auto-draft', { status: 'auto-draft' }, ['status']],
      ['an author nobody is', { author: 99_999_999 }, ['author']],
      ['a name as author', { author: 'bob' }, ['author']],
      ['an empty author', { author: '' }, ['author']],
      ['a date that is none', { date: 'nope' }, ['date']],
      ['an empty date', { date: '' }, ['date']],
      ['a single letter as date', { date: 'x' }, ['date']],
      ['a number as date', { date: 5 }, ['date'], { date: 'rest_invalid_type' }],
      ['a date_utc that is none', { date_utc: 'nope' }, ['date_utc']],
      ['31 April', { date_utc: '2031-04-31 10:00:00' }, ['date_utc']],
      ['a number as phone', { phone: 12 }, ['phone']],
      ['a list as phone', { phone: ['12'] }, ['phone']],
      ['U+0000 in the phone', { phone: '1\0' }, ['phone']],
      ['a picture that is none', { image: 'nope' }, ['image']],
      ['a picture nobody has', { image: 99_999_999 }, ['image']],
      ['a list as picture', { image: [1] }, ['image']],
      ['true as picture', { image: true }, ['image']],
      ['a word as website', { website: 'nope' }, ['website']],
      ['a website without scheme', { website: 'example.org' }, ['website']],
      ['a script as website', { website: 'javascript:alert(1)' }, ['website']],
      ['data as website', { website: 'data:text/html,x' }, ['website']],
      ['a website with a space', { website: 'https://example.org/a b' }, ['website']],
      ['a website that is not ASCII', { website: 'https://müller.example/' }, ['website']],
      ['a website without host', { website: 'https://' }, ['website']],
      ['a number as website', { website: 5 }, ['website']],
      ['a list as website', { website: ['https://example.org'] }, ['website']],
      [
        'everything wrong at once',
        { status: 'x', author: 0, website: 'x', phone: 1 },
        ['status', 'author', 'website', 'phone'],
      ],
    ] as [string, Record<string, unknown>, string[], Kinds?][]) {
      test(`refuses ${why}, on a new ${kind} and on a changed one`, async () => {
        const made = await make()
        const refusal = { status: 400, code: 'rest_invalid_param', params, kinds }
        const created = await server.ask('POST', path, { ...editor, body: { [kind]: 'Refused', ...fields } })
        assertRefused(created, refusal)
        assertRefused(await server.ask('PATCH', item(made), { ...editor, body: fields }), refusal)
        const { json_ld, ...read } = (await server.ask('GET', item(made))).body
        assert.deepEqual(read, made)
      })
    }

    for (const [why, body] of [
      ['no fields', {}],
      ['other fields only', { phone: '1', website: 'nope' }],
      ['null as name', { [kind]: null }],
    ] as const) {
      test(`refuses a new ${kind} with ${why}: the name is missing`, async () => {
        const answer = await server.ask('POST', path, { body })
        assertRefused(answer, { status: 400, code: 'rest_missing_callback_param', params: [kind] })
        assert.deepEqual(answer.body.data, { status: 400, params: [kind] })
      })
    }

    test('refuses null as a new name', async () => {
      const answer = await server.ask('POST', item(await make()), { ...editor, body: { [kind]: null } })
      const kinds: Kinds = { [kind]: 'rest_invalid_type' }
      assertRefused(answer, { status: 400, code: 'rest_invalid_param', params: [kind], kinds })
    })

    for (const website of [
      'http://example.org',
      'HTTPS://Example.ORG/Path?a=1&b=2#top',
      'ftp://example.org/file',
      'mailto:ada@example.org',
      'tel:+4930123',
    ]) {
      test(`the website ${website} is kept as it is`, async () => {
        assert.equal((await make({ website })).website, website)
      })
    }

    for (const [as, sent, stored] of [
      ['editor', {}, 'publish'],
      ['editor', { status: 'draft' }, 'draft'],
      ['editor', { status: 'pending' }, 'pending'],
      ['editor', { status: 'private' }, 'private'],
      ['editor', { status: 'future' }, 'publish'],
      ['editor', { status: 'future', date: '2030-06-16' }, 'future'],
      ['editor', { status: 'publish', date_utc: '2030-06-15 12:00:01' }, 'future'],
      ['editor', { status: 'future', date: '2020-01-01' }, 'publish'],
      ['editor', { status: 'draft', date: '2031-01-01' }, 'draft'],
      ['author', {}, 'publish'],
      ['author', { status: 'private' }, 'private'],
      ['author', { status: 'future', date: '2031-01-01' }, 'future'],
      ['contributor', {}, 'draft'],
      ['contributor', { status: 'draft' }, 'draft'],
      ['contributor', { status: 'pending' }, 'pending'],
      ['contributor', { status: 'publish' }, 'pending'],
      ['contributor', { status: 'private' }, 'pending'],
      ['contributor', { status: 'future', date: '2031-01-01' }, 'pending'],
    ] as const) {
      test(`a ${kind} of ${as} with ${JSON.stringify(sent)} is ${stored}`, async () => {
        const made = await make(sent, { as })
        assert.equal(made.status, stored)
        assert.equal(made.author, String(server.ids[as]))
        // Unlike events in preparation, these have their slug at once.
        assert.notEqual(made.slug, '')
      })
    }

    test('what is scheduled comes out when its time has come', async () => {
      const made = await make({ date: '2030-06-15 13:00:00' })
      assert.equal(made.url, `http://localhost/?post_type=tribe_${kind}&p=${made.id}`)
      assertRefused(await server.ask('GET', item(made)), { status: 403, code: `${kind}-not-accessible` })
      try {
        server.clock.now = TEST_NOW + HOUR
        const { status, body } = await server.ask('GET', item(made))
        assert.deepEqual([status, body.status, body.url], [200, 'publish', `http://localhost/${kind}/${made.slug}/`])
      } finally {
        server.clock.now = TEST_NOW
      }
    })

    test('a draft has no date in UTC until it is published', async () => {
      const draft = await make({ status: 'draft' })
      assert.deepEqual([draft.date_utc, draft.modified_utc], [NEVER, NEVER])
      assert.equal(draft.url, `http://localhost/?post_type=tribe_${kind}&p=${draft.id}`)
      const { body } = await server.ask('POST', item(draft), { ...editor, body: { status: 'publish' } })
      assert.deepEqual([body.date_utc, body.modified_utc], ['2030-06-15 12:00:00', '2030-06-15 12:00:00'])
    })

    test('date is the wall clock of the site, date_utc that of UTC; either sets both', async () => {
      const abroad = await startServer(await engine.open())
      try {
        await abroad.db.transaction((tx) => writeSettings(tx, { timezone: 'America/New_York' }))
        const { [kind]: maker } = makersOf(abroad)
        for (const [sent, date, date_utc] of [
          [{ date: '2025-02-03 04:05:06' }, '2025-02-03 04:05:06', '2025-02-03 09:05:06'],
          [{ date_utc: '2025-02-03 04:05:06' }, '2025-02-02 23:05:06', '2025-02-03 04:05:06'],
          [{ date: '2025-02-03', date_utc: '2025-02-03' }, '2025-02-03 00:00:00', '2025-02-03 05:00:00'],
        ] as const) {
          const made = await maker(sent)
          assert.deepEqual([made.date, made.date_utc], [date, date_utc])
          assert.deepEqual([made.modified, made.modified_utc], ['2030-06-15 08:00:00', '2030-06-15 12:00:00'])
        }
      } finally {
        await abroad.close()
      }
    })

    for (const status of ['draft', 'pending', 'private', 'future', 'trash'] as const) {
      test(`who may read a ${kind} of an author that is ${status}`, async () => {
        const date = status === 'future' ? { date: '2031-01-01' } : {}
        const made = await make(status === 'trash' ? {} : { status, ...date }, { as: 'author' })
        if (status === 'trash') await server.ask('DELETE', item(made), { as: 'author' })
        for (const [as, may] of [
          ['guest', false],
          ['subscriber', false],
          ['contributor', false],
          ['author', true],
          ['other', false],
          ['editor', true],
          ['administrator', true],
        ] as const) {
          for (const face of FACES) {
            const answer = await server.ask('GET', item(made), { as, face })
            if (may) assert.deepEqual([answer.status, answer.body.status], [200, status])
            else assertRefused(answer, { status: 403, code: `${kind}-not-accessible` })
          }
        }
      })
    }

    test('a contributor reads drafts of their own', async () => {
      const made = await make({}, { as: 'contributor' })
      assert.equal((await server.ask('GET', item(made), { as: 'contributor' })).status, 200)
    })

    for (const [who, as, owner, status, update, remove] of [
      ['a guest', 'guest', 'author', 'publish', 401, 401],
      ['a subscriber', 'subscriber', 'author', 'publish', 403, 403],
      ['a contributor, of another', 'contributor', 'author', 'publish', 403, 403],
      ['a contributor, own draft', 'contributor', 'contributor', 'draft', 200, 200],
      ['a contributor, own pending', 'contributor', 'contributor', 'pending', 200, 200],
      ['a contributor, own published', 'contributor', 'contributor', 'publish', 403, 403],
      ['a contributor, own scheduled', 'contributor', 'contributor', 'future', 403, 403],
      ['an author, of another', 'author', 'other', 'publish', 403, 403],
      ['an author, draft of another', 'author', 'other', 'draft', 403, 403],
      ['an author, own published', 'author', 'author', 'publish', 200, 200],
      ['an author, own draft', 'author', 'author', 'draft', 200, 200],
      ['an editor, of another', 'editor', 'author', 'publish', 200, 200],
      ['an editor, private of another', 'editor', 'author', 'private', 200, 200],
      ['an administrator, of another', 'administrator', 'editor', 'publish', 200, 200],
    ] as const) {
      test(`who changes and who removes: ${who}`, async () => {
        const date = status === 'future' ? { date: '2031-01-01' } : {}
        const made = await make({ status, author: server.ids[owner], ...date })
        const may = (wanted: number) => (wanted === 200 ? 'GET, DELETE, POST, PUT, PATCH' : 'GET')
        for (const [method, wanted] of [
          ['POST', update],
          ['PUT', update],
          ['PATCH', update],
          ['DELETE', remove],
        ] as const) {
          const answer = await server.ask(method, item(made), { as, body: { phone: method } })
          assert.equal(answer.headers.allow, may(wanted))
          if (wanted !== 200) assertRefused(answer, { status: wanted, code: 'rest_forbidden' })
          else assert.deepEqual([answer.status, answer.body.phone], [200, method === 'DELETE' ? 'PATCH' : method])
        }
      })
    }

    for (const [as, status, allow] of [
      ['guest', 401, 'GET'],
      ['subscriber', 403, 'GET'],
      ['contributor', 201, 'GET, POST'],
      ['author', 201, 'GET, POST'],
      ['editor', 201, 'GET, POST'],
      ['administrator', 201, 'GET, POST'],
    ] as const) {
      test(`who makes a new one: ${as}, ${status}`, async () => {
        const answer = await server.ask('POST', path, { as, body: named(`Made by ${as}`) })
        if (status === 201) assert.equal(answer.status, 201)
        else assertRefused(answer, { status, code: 'rest_forbidden' })
        assert.equal(answer.headers.allow, allow)
        assert.equal((await server.ask('GET', path, { as })).headers.allow, allow)
        assert.equal((await server.ask('GET', `${path}?page=0`, { as })).headers.allow, allow)
      })
    }

    test('values are checked before rights: a guest learns what is wrong with them', async () => {
      const made = await make()
      const refusal = { status: 400, code: 'rest_invalid_param', params: ['website'] }
      assertRefused(await server.ask('POST', path, { body: named('X', { website: 'x' }) }), refusal)
      assertRefused(await server.ask('PUT', item(made), { body: { website: 'x' } }), refusal)
    })

    test('only who may edit the records of others names another author', async () => {
      const { contributor, author, other, editor: chief } = server.ids
      for (const as of ['contributor', 'author'] as const) {
        const refusal = { status: 403, code: 'rest_forbidden' }
        assertRefused(await server.ask('POST', path, { as, body: named('Foisted', { author: other }) }), refusal)
        const own = await make({ status: 'draft' }, { as })
        assertRefused(await server.ask('PUT', item(own), { as, body: { author: other } }), refusal)
        const kept = await server.ask('PUT', item(own), { as, body: { author: server.ids[as] } })
        assert.deepEqual([kept.status, kept.body.author], [200, String(server.ids[as])])
      }
      const given = await make({ author })
      assert.equal(given.author, String(author))
      const { body } = await server.ask('PUT', item(given), { ...editor, body: { author: String(contributor) } })
      assert.equal(body.author, String(contributor))
      assert.notEqual(body.author, String(chief))
    })

    for (const method of ['POST', 'PUT', 'PATCH']) {
      for (const face of FACES) {
        test(`${method} changes what was sent and nothing else (${face.name} face)`, async () => {
          const made = await make({ description: 'Old', phone: '1', website: 'https://example.org', status: 'private' })
          try {
            server.clock.now = TEST_NOW + HOUR
            const changed = await server.ask(method, item(made), { ...editor, face, body: { phone: '2' } })
            assert.equal(changed.status, 200)
            assert.deepEqual(changed.body, {
              ...made,
              phone: '2',
              modified: '2030-06-15 13:00:00',
              modified_utc: '2030-06-15 13:00:00',
            })
            const { json_ld, ...read } = (await server.ask('GET', item(made), { ...editor, face })).body
            assert.deepEqual(read, changed.body)
          } finally {
            server.clock.now = TEST_NOW
          }
        })
      }
    }

    test('an update that says nothing changes nothing', async () => {
      const made = await make({ description: 'Kept', phone: '1' })
      for (const body of [{}, { foo: 1 }, undefined]) {
        const changed = await server.ask('POST', item(made), { ...editor, ...(body && { body }) })
        assert.equal(changed.status, 200)
        assert.deepEqual(changed.body, made)
      }
    })

    test('a new name keeps the slug', async () => {
      const made = await make(named('First name'))
      const { body } = await server.ask('PUT', item(made), { ...editor, body: named('Second name') })
      assert.deepEqual([body[kind], body.slug], ['Second name', 'first-name'])
    })

    for (const field of ['phone', 'website'] as const) {
      for (const nothing of ['', null]) {
        test(`${JSON.stringify(nothing)} clears ${field}, and makes a new one without it`, async () => {
          const made = await make({ [field]: 'https://example.org' })
          const { body } = await server.ask('POST', item(made), { ...editor, body: { [field]: nothing } })
          assert.equal(field in body, false)
          assert.equal(field in (await make({ [field]: nothing })), false)
        })
      }
    }

    test('the id in a body must be that of the path', async () => {
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

    test('the id of an event is none of a place, leading zeros are nothing, a word is no id', async () => {
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
      test(`${method} means nothing to the collection`, async () => {
        const answer = await server.ask(method, path, { as: 'administrator', body: named('X') })
        assertRefused(answer, { status: 404, code: 'rest_no_route' })
        assert.equal(answer.headers.allow, undefined)
      })
    }

    test('removed means in the trash: marked, hidden from guests, its name free again', async () => {
      const made = await make(named('To remove', { phone: '1' }))
      const removed = await server.ask('DELETE', `${item(made)}?force=true`, editor)
      assert.equal(removed.status, 200)
      assert.deepEqual(removed.body, {
        ...made,
        status: 'trash',
        slug: 'to-remove__trashed',
        url: `http://localhost/?post_type=tribe_${kind}&p=${made.id}`,
      })
      assertRefused(await server.ask('GET', item(made)), { status: 403, code: `${kind}-not-accessible` })
      assert.equal((await server.ask('GET', item(made), editor)).body.slug, 'to-remove__trashed')
      const successor = await make(named('To remove'))
      assert.notEqual(successor.id, made.id)
      assert.equal(successor.slug, 'to-remove')
      assert.equal((await server.ask('DELETE', item(successor), editor)).body.slug, 'to-remove__trashed-2')
    })

    test('removing twice is gone', async () => {
      const made = await make()
      await server.ask('DELETE', item(made), editor)
      for (const face of FACES) {
        const again = await server.ask('DELETE', item(made), { ...editor, face })
        assertRefused(again, { status: 410, code: `${kind}-is-in-trash` })
        assert.equal(again.headers.allow, 'GET, DELETE, POST, PUT, PATCH')
      }
      assertRefused(await server.ask('DELETE', item(made)), { status: 401, code: 'rest_forbidden' })
    })

    test('what is in the trash changes only by leaving it', async () => {
      const made = await make(named('Comes back', { phone: '1' }))
      await server.ask('DELETE', item(made), editor)
      const refused = await server.ask('PUT', item(made), { ...editor, body: { phone: '2' } })
      assertRefused(refused, { status: 410, code: `${kind}-is-in-trash` })
      const { body } = await server.ask('PUT', item(made), { ...editor, body: { status: 'publish', phone: '2' } })
      assert.deepEqual([body.status, body.slug, body.phone], ['publish', 'comes-back', '2'])
      assert.equal((await server.ask('GET', item(made))).status, 200)
    })

    test('what comes back to a taken slug gets another', async () => {
      const made = await make(named('Contested'))
      await server.ask('DELETE', item(made), editor)
      await make(named('Contested'))
      const { body } = await server.ask('PUT', item(made), { ...editor, body: { status: 'draft' } })
      assert.deepEqual([body.status, body.slug], ['draft', 'contested-2'])
    })

    test('a contributor gets back own drafts, and publishes none by it', async () => {
      const as: TestCaller = 'contributor'
      const made = await make({}, { as })
      assert.equal((await server.ask('DELETE', item(made), { as })).body.status, 'trash')
      const { body } = await server.ask('POST', item(made), { as, body: { status: 'publish' } })
      assert.equal(body.status, 'pending')
    })

    test('what is not public leaves the events of readers, and returns to them', async () => {
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

    test('the same name is the same record, unchanged, whoever says it', async () => {
      const made = await make(named('Unique É', { phone: '1', description: 'The one' }))
      for (const [as, body] of [
        ['editor', named('Unique É')],
        ['editor', named('unique  e', { phone: '2', website: 'https://example.org', status: 'draft' })],
        ['author', named('UNIQUE É', { description: null, phone: '2' })],
        ['contributor', named('Unique É', { description: '', date: '2020-01-01' })],
        ['contributor', named('Unique É', { description: 'The one' })],
      ] as const) {
        const again = await server.ask('POST', path, { as, body })
        assert.equal(again.status, 201)
        assert.match(String(again.headers.location), new RegExp(`/${made.id}$`))
        assert.deepEqual(again.body, made)
      }
    })

    test('the same name with another description is another record', async () => {
      const one = await make(named('Twins', { description: 'One' }))
      const two = await make(named('Twins', { description: 'Two' }))
      assert.notEqual(two.id, one.id)
      assert.equal(two.slug, 'twins-2')
      assert.equal((await make(named('Twins', { description: 'Two' }))).id, two.id)
    })

    test('of what a caller cannot see the name is free; own drafts and, for editors, all drafts are known', async () => {
      const draft = await make(named('Hidden name'), { as: 'contributor' })
      assert.notEqual((await make(named('Hidden name'), { as: 'author' })).id, draft.id)
      const another = await make(named('Second hidden name'), { as: 'contributor' })
      assert.equal((await make(named('Second hidden name'), { as: 'contributor' })).id, another.id)
      assert.equal((await make(named('Second hidden name'), { as: 'editor' })).id, another.id)
    })

    test('many who name the same at once all get the same', async () => {
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => server.ask('POST', path, { ...editor, body: named('At once') })),
      )
      assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
    })

    test('venues and organizers do not share names, but ids and slugs are apart', async () => {
      const venue = await makers.venue({ venue: `Same ${kind}` })
      const organizer = await makers.organizer({ organizer: `Same ${kind}` })
      assert.notEqual(venue.id, organizer.id)
      assert.equal(venue.slug, organizer.slug)
    })

    test('two who change different fields at once undo nothing of each other', async () => {
      const made = await make()
      await Promise.all(
        [{ phone: '7' }, { website: 'https://example.org' }, { description: 'Both' }].map((body) =>
          server.ask('PATCH', item(made), { ...editor, body }),
        ),
      )
      const { phone, website, description } = (await server.ask('GET', item(made))).body
      assert.deepEqual([phone, website, description], ['7', 'https://example.org', '<p>Both</p>'])
    })

    test('an event made with one inline makes it as its route would', async () => {
      const inline = named(`Inline ${kind}`, { phone: '5', website: 'https://example.org' })
      const made = await server.ask('POST', '/events', { ...editor, body: { ...EVENT, [kind]: inline } })
      const [place] = [made.body[kind]].flat()
      const { json_ld, ...read } = (await server.ask('GET', item(place))).body
      assert.deepEqual(place, read)
      assert.deepEqual([read.phone, read.website], ['5', 'https://example.org'])
    })
  })
}
