import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FACES } from '../../src/core/faces.ts'
import { LINKED_KINDS } from '../kit/calendar/kinds.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { assertRefused, type Kinds } from '../kit/server/refusals.ts'
import { withServer } from '../kit/server/with-server.ts'

for (const { kind, path } of LINKED_KINDS) {
  forEachEngine(`the fields of ${path.slice(1)}`, (engine) => {
    const server = withServer(engine)
    const makers = makersOf(server)
    const make = makers[kind]

    const named = (name: string, rest: Record<string, unknown> = {}) => ({ [kind]: name, ...rest })
    const item = ({ id }: { id: number }) => `${path}/${id}`
    const editor = { as: 'editor' } as const

    for (const face of FACES) {
      test(`only the name is required (${face.name} face)`, async () => {
        const name = `Alone on the ${face.name} face`
        const made = await server.ask('POST', path, { ...editor, face, body: named(name) })
        const { id } = made.body
        const slug = `alone-on-the-${face.name}-face`
        const self = `http://localhost${face.prefix}/${face.namespace}${path}/${id}`
        assert.deepEqual(made.body, {
          id,
          author: String(server.ids.editor),
          status: 'publish',
          date: '2030-06-15 12:00:00',
          date_utc: '2030-06-15 12:00:00',
          modified: '2030-06-15 12:00:00',
          modified_utc: '2030-06-15 12:00:00',
          url: `http://localhost/${kind}/${slug}/`,
          version: 1,
          [kind]: name,
          slug,
          ...(kind === 'venue' && { show_map: true, show_map_link: true }),
          global_id: `localhost?id=${id}`,
          global_id_lineage: [`localhost?id=${id}`],
          language: 'en',
          original_language: 'en',
          translations: { en: { slug, rest_url: self, url: `http://localhost/${kind}/${slug}/` } },
        })
        assert.equal(made.status, 201)
        assert.equal(made.headers.location, self)
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
      test(`fields may be sent as ${how}`, async () => {
        const { status, body } = await server.ask('POST', path, {
          ...editor,
          body: payload,
          headers: { 'content-type': type },
        })
        assert.equal(status, 201)
        assert.equal(body.phone, '1')
      })
    }

    test('fields may be sent in the query; the body has precedence', async () => {
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
      test(`the name ${sent} is stored as ${shown}`, async () => {
        const made = await make(named(sent))
        assert.deepEqual([made[kind], made.slug], [shown, slug])
      })
    }

    test('markup in the name is stored as plain text', async () => {
      const made = await make(named('Hall <script>alert(1)</script><b onclick="x()">bold</b>'))
      assert.doesNotMatch(made[kind], /<script|onclick/)
      assert.match(made[kind], /<b>bold<\/b>/)
    })

    test('a name without letters or digits gets the id as slug', async () => {
      const made = await make(named('!!!'))
      assert.equal(made.slug, String(made.id))
    })

    test('slug, excerpt, id on creation and unknown fields are ignored', async () => {
      const made = await make(named('No fields', { slug: 'mine', excerpt: 'x', id: 1, foo: [1] }))
      assert.equal(made.slug, 'no-fields')
      assert.equal(made.excerpt, undefined)
      assert.notEqual(made.id, 1)
    })

    test('a description is formatted, sanitized and can be cleared', async () => {
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
      test(`${why} is refused on creation and update of a ${kind}`, async () => {
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
      test(`a new ${kind} with ${why} is refused because the name is missing`, async () => {
        const answer = await server.ask('POST', path, { body })
        assertRefused(answer, { status: 400, code: 'rest_missing_callback_param', params: [kind] })
        assert.deepEqual(answer.body.data, { status: 400, params: [kind] })
      })
    }

    test('null is refused as a new name', async () => {
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
      test(`the website ${website} is stored unchanged`, async () => {
        assert.equal((await make({ website })).website, website)
      })
    }
  })
}
