import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { TEST_CALLERS } from '../kit/server/accounts.ts'
import type { Ask } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

const root = 'http://localhost/wp-json/wp/v2'
type Named = { name: string }

for (const [base, taxonomy, page] of [
  ['tribe_events_cat', 'tribe_events_cat', 'category'],
  ['tags', 'post_tag', 'tag'],
] as const) {
  const isHierarchical = base === 'tribe_events_cat'

  forEachEngine(`wp/v2/${base}`, (engine) => {
    const server = withServer(engine)
    const ask = (method: string, path: string, { as = 'administrator', ...rest }: Ask = {}) =>
      server.ask(method, `host:/wp-json/wp/v2/${base}${path}`, { as, ...rest })
    const create = async (body: Record<string, unknown>) => (await ask('POST', '', { body })).body
    const names = async (query: string, as: Ask['as'] = 'guest') =>
      (await ask('GET', `?${query}`, { as })).body.map(({ name }: Named) => name)

    test('a term is created, read, changed and deleted', async () => {
      const made = await ask('POST', '', { body: { name: 'Jazz', description: 'Improvised', slug: 'All Jazz' } })
      const { id } = made.body
      assert.equal(made.status, 201)
      assert.equal(made.headers.location, `${root}/${base}/${id}`)
      const expected = {
        id,
        count: 0,
        description: 'Improvised',
        link: `http://localhost/events/${page}/all-jazz/`,
        name: 'Jazz',
        slug: 'all-jazz',
        taxonomy,
        ...(isHierarchical && { parent: 0 }),
        meta: [],
        version: 1,
        _links: {
          self: [{ href: `${root}/${base}/${id}` }],
          collection: [{ href: `${root}/${base}` }],
          about: [{ href: `${root}/taxonomies/${taxonomy}` }],
          'wp:post_type': [{ href: `${root}/tribe_events?${base}=${id}` }],
          curies: [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }],
        },
      }
      assert.deepEqual(made.body, expected)
      const read = await ask('GET', `/${id}`, { as: 'guest' })
      assert.deepEqual([read.body, read.headers.allow], [expected, 'GET'])
      const embedded = Object.keys((await ask('GET', `/${id}?context=embed`)).body)
      assert.deepEqual(embedded, ['id', 'link', 'name', 'slug', 'taxonomy', '_links'])
      for (const [method, body, changed] of [
        ['POST', { name: 'Bebop' }, { name: 'Bebop', version: 2 }],
        ['PUT', { description: '' }, { description: '', version: 3 }],
        ['PATCH', { slug: 'bop', id }, { slug: 'bop', link: `http://localhost/events/${page}/bop/`, version: 4 }],
      ] as const) {
        const { status, body: answered } = await ask(method, `/${id}`, { body })
        assert.deepEqual([status, answered], [200, Object.assign(expected, changed)])
      }
      const deleted = await ask('DELETE', `/${id}?force=true`)
      const { _links, ...previous } = expected
      assert.deepEqual([deleted.status, deleted.body], [200, { deleted: true, previous }])
      assert.equal((await ask('GET', `/${id}`)).status, 404)
    })

    test('an empty slug is made from the name, a taken one gets a number', async () => {
      assert.equal((await create({ name: 'Rock', slug: '' })).slug, 'rock')
      assert.equal((await create({ name: 'Hard rock', slug: 'rock' })).slug, 'rock-2')
    })

    test('texts are read and written in the language of the request', async () => {
      const { id } = await create({ name: 'Children', slug: 'children' })
      const german = `host:/de/wp-json/wp/v2/${base}/${id}`
      await server.ask('POST', german, { as: 'editor', body: { name: 'Kinder' } })
      const { body, headers } = await server.ask('GET', german)
      assert.deepEqual([body.name, body.slug, headers['content-language']], ['Kinder', 'kinder', 'de'])
      assert.equal(body._links.self[0].href, `http://localhost/de/wp-json/wp/v2/${base}/${id}`)
      for (const parameter of ['lang', 'wpml_language']) {
        const asked = (await ask('GET', `/${id}?${parameter}=de`)).body
        assert.deepEqual([asked.name, asked._links.self[0].href], ['Kinder', `${root}/${base}/${id}?${parameter}=de`])
      }
      assert.equal((await ask('GET', `/${id}`)).body.name, 'Children')
      assert.deepEqual(await names('slug=kinder&lang=de'), ['Kinder'])
    })

    test('_fields selects fields of terms, also in lists', async () => {
      const { id } = await create({ name: 'Few' })
      assert.deepEqual((await ask('GET', `/${id}?_fields=id,name`)).body, { id, name: 'Few' })
      assert.deepEqual((await ask('GET', '?slug=few&_fields=name')).body, [{ name: 'Few' }])
      assert.deepEqual((await ask('GET', `/${id}?_fields=_links.self`)).body, {
        _links: { self: [{ href: `${root}/${base}/${id}` }] },
      })
    })

    test('the same rights apply as on the other faces', async () => {
      const { rows } = {
        rows: isHierarchical ? ['author', 'other', 'editor', 'administrator'] : ['editor', 'administrator'],
      }
      for (const as of TEST_CALLERS) {
        const mayWrite = rows.includes(as)
        const refusal = as === 'guest' ? 401 : 403
        const made = await ask('POST', '', { as, body: { name: `By ${as}` } })
        assert.deepEqual(
          [made.status, made.headers.allow, made.body.code],
          mayWrite ? [201, 'GET, POST', undefined] : [refusal, 'GET', 'rest_cannot_create'],
          as,
        )
        const { id } = mayWrite ? made.body : await create({ name: `For ${as}` })
        const changed = await ask('PATCH', `/${id}`, { as, body: { description: 'x' } })
        const everything = 'GET, DELETE, POST, PUT, PATCH'
        assert.deepEqual(
          [changed.status, changed.headers.allow, changed.body.code],
          mayWrite ? [200, everything, undefined] : [refusal, 'GET', 'rest_cannot_update'],
          as,
        )
        const deleted = await ask('DELETE', `/${id}?force=1`, { as })
        assert.deepEqual(
          [deleted.status, deleted.body.code],
          mayWrite ? [200, undefined] : [refusal, 'rest_cannot_delete'],
        )
        const inContext = await ask('GET', '?context=edit', { as })
        assert.deepEqual(
          [inContext.status, inContext.body.code],
          mayWrite ? [200, undefined] : [refusal, 'rest_forbidden_context'],
        )
      }
    })

    test('lists are filtered, sorted and paged', async () => {
      const [a, b, c] = [
        await create({ name: 'Zq one' }),
        await create({ name: 'Zq two' }),
        await create({ name: 'Zq three' }),
      ]
      const make = makersOf(server)
      const used = { [isHierarchical ? 'categories' : 'tags']: [b.id] }
      const event = await make.event(used)
      const all = ['Zq one', 'Zq three', 'Zq two']
      for (const [query, expected] of [
        ['search=ZQ', all],
        ['search=zq&order=desc', all.toReversed()],
        ['search=zq&orderby=id', ['Zq one', 'Zq two', 'Zq three']],
        ['search=zq&orderby=slug&order=desc', all.toReversed()],
        ['search=zq&orderby=count&order=desc&per_page=1', ['Zq two']],
        [`include=${c.id},${a.id}&orderby=include`, ['Zq three', 'Zq one']],
        [`include[]=${c.id}&include[]=${a.id}&include[]=99999`, ['Zq one', 'Zq three']],
        [`search=zq&exclude=${a.id},99999`, ['Zq three', 'Zq two']],
        ['slug=zq-one,zq-two', ['Zq one', 'Zq two']],
        ['slug=zq-two,zq-one&orderby=include_slugs', ['Zq two', 'Zq one']],
        ['slug=nothing', []],
        ['search=zq&hide_empty=true', ['Zq two']],
        [`post=${event.id}`, ['Zq two']],
        ['post=99999', []],
        ['search=zq&offset=1', ['Zq three', 'Zq two']],
        ['search=zq&offset=1&per_page=1', ['Zq three']],
        ['search=zq&per_page=2&page=2', ['Zq two']],
        ['search=zq&per_page=2&page=9', []],
        ['search=nothing', []],
      ] as const) {
        assert.deepEqual(await names(query), expected, query)
      }
      const { headers } = await ask('GET', `?per_page=1&page=2&search=zq&exclude=${a.id}`, { as: 'guest' })
      assert.deepEqual([headers['x-wp-total'], headers['x-wp-totalpages']], ['2', '2'])
      const previous = `<${root}/${base}?per_page=1&page=1&search=zq&exclude[0]=${a.id}>; rel="prev"`
      assert.ok(String(headers.link).startsWith(`${previous}, <http://localhost/wp-json/>`), String(headers.link))
      assert.equal((await ask('GET', `/${b.id}`)).body.count, 1)
    })

    test('the terms of an event are listed only to callers who may read the event', async () => {
      const { id, name } = await create({ name: 'Of a draft' })
      const used = { [isHierarchical ? 'categories' : 'tags']: [id], status: 'draft', author: server.ids.author }
      const event = await makersOf(server).event(used)
      for (const [as, expected] of [
        ['guest', []],
        ['other', []],
        ['author', [name]],
        ['editor', [name]],
      ] as const) {
        assert.deepEqual(await names(`post=${event.id}`, as), expected, as)
      }
      assert.equal((await ask('GET', `/${id}`)).body.count, 0)
    })

    for (const [method, path, body, status, code, params] of [
      ['POST', '', { description: 'x' }, 400, 'rest_missing_callback_param', ['name']],
      ['POST', '', { name: '' }, 400, 'rest_invalid_param', ['name']],
      ['POST', '', { name: ['x'] }, 400, 'rest_invalid_param', ['name']],
      ['POST', '', { name: 'x'.repeat(201) }, 400, 'rest_invalid_param', ['name']],
      ['POST', '/99999', { name: 'x' }, 404, 'rest_term_invalid', undefined],
      ['GET', '/99999', undefined, 404, 'rest_term_invalid', undefined],
      ['GET', '/99999999999999999', undefined, 404, 'rest_term_invalid', undefined],
      ['DELETE', '/99999?force=true', undefined, 404, 'rest_term_invalid', undefined],
      ['DELETE', '/99999?force=perhaps', undefined, 400, 'rest_invalid_param', ['force']],
      ['GET', '?per_page=101', undefined, 400, 'rest_invalid_param', ['per_page']],
      ['GET', '?per_page=0', undefined, 400, 'rest_invalid_param', ['per_page']],
      ['GET', '?page=0', undefined, 400, 'rest_invalid_param', ['page']],
      ['GET', '?offset=-1', undefined, 400, 'rest_invalid_param', ['offset']],
      ['GET', '?orderby=bogus', undefined, 400, 'rest_invalid_param', ['orderby']],
      ['GET', '?order=up', undefined, 400, 'rest_invalid_param', ['order']],
      ['GET', '?include=x', undefined, 400, 'rest_invalid_param', ['include']],
      ['GET', '?slug[a][b]=x', undefined, 400, 'rest_invalid_param', ['slug']],
      ['GET', '?context=x', undefined, 400, 'rest_invalid_param', ['context']],
      ['PUT', '', { name: 'x' }, 404, 'rest_no_route', undefined],
    ] as const) {
      test(`${method} ${base}${path} with ${JSON.stringify(body)?.slice(0, 30)} is refused: ${code}`, async () => {
        const refused = await ask(method, path, { ...(body && { body }) })
        assert.deepEqual([refused.status, refused.body.code], [status, code])
        const named = refused.body.data.params
        if (params) assert.deepEqual(Array.isArray(named) ? named : Object.keys(named), params)
      })
    }

    test('a taken name, another id in the body and a delete without force are refused', async () => {
      const [one, other] = [await create({ name: 'One' }), await create({ name: 'Other' })]
      const again = await ask('POST', '', { body: { name: 'One' } })
      assert.deepEqual([again.body.code, again.body.data.term_id], ['term_exists', one.id])
      assert.equal((await ask('POST', `/${other.id}`, { body: { name: 'one' } })).body.code, 'term_exists')
      const otherId = await ask('POST', `/${other.id}`, { body: { id: one.id, name: 'Third' } })
      assert.deepEqual([otherId.status, Object.keys(otherId.body.data.params)], [400, ['id']])
      for (const query of ['', '?force=false']) {
        const kept = await ask('DELETE', `/${other.id}${query}`)
        assert.deepEqual([kept.status, kept.body.code], [501, 'rest_trash_not_supported'])
      }
      assert.equal((await ask('GET', `/${other.id}`)).body.name, 'Other')
    })
  })
}

forEachEngine('parents in wp/v2', (engine) => {
  const server = withServer(engine)
  const ask = (method: string, path: string, body?: unknown) =>
    server.ask(method, `host:/wp-json/wp/v2/${path}`, { as: 'administrator', body })
  let music: number
  let jazz: number

  before(async () => {
    music = (await ask('POST', 'tribe_events_cat', { name: 'Music', slug: 'music' })).body.id
    jazz = (await ask('POST', 'tribe_events_cat', { name: 'Jazz', slug: 'jazz', parent: music })).body.id
  })

  test('a category names and links to its parent', async () => {
    const { body } = await ask('GET', `tribe_events_cat/${jazz}`)
    assert.deepEqual([body.parent, body.link], [music, 'http://localhost/events/category/music/jazz/'])
    assert.deepEqual(body._links.up, [{ embeddable: true, href: `${root}/tribe_events_cat/${music}` }])
  })

  test('lists select by parent', async () => {
    for (const [parent, expected] of [
      [music, ['Jazz']],
      [0, ['Music']],
      [99999, []],
    ] as const) {
      const { body } = await ask('GET', `tribe_events_cat?parent=${parent}`)
      assert.deepEqual(
        body.map(({ name }: Named) => name),
        expected,
      )
    }
  })

  test('a category is moved, to the top level with 0', async () => {
    assert.equal((await ask('PATCH', `tribe_events_cat/${jazz}`, { parent: 0 })).body.parent, 0)
    assert.equal((await ask('PATCH', `tribe_events_cat/${jazz}`, { parent: music })).body.parent, music)
  })

  for (const [why, path, body, status, code] of [
    ['an unknown parent', () => 'tribe_events_cat', () => ({ name: 'x', parent: 99999 }), 400, 'rest_term_invalid'],
    [
      'a move to an unknown parent',
      () => `tribe_events_cat/${jazz}`,
      () => ({ parent: 99999 }),
      400,
      'rest_term_invalid',
    ],
    ['its own parent', () => `tribe_events_cat/${music}`, () => ({ parent: music }), 400, 'rest_invalid_param'],
    ['a loop', () => `tribe_events_cat/${music}`, () => ({ parent: jazz }), 400, 'rest_invalid_param'],
    ['a parent of a tag', () => 'tags', () => ({ name: 'x', parent: music }), 400, 'rest_taxonomy_not_hierarchical'],
    [
      'a parent that is a text',
      () => 'tribe_events_cat',
      () => ({ name: 'x', parent: 'music' }),
      400,
      'rest_invalid_param',
    ],
  ] as const) {
    test(`refuses ${why}`, async () => {
      const refused = await ask('POST', path(), body())
      assert.deepEqual([refused.status, refused.body.code], [status, code])
    })
  }

  test('a category is no tag, and a tag no category', async () => {
    assert.equal((await ask('GET', `tags/${music}`)).body.code, 'rest_term_invalid')
  })
})
