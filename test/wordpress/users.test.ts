import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { TEST_CALLERS } from '../kit/server/accounts.ts'
import type { Ask } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

type Named = { slug: string }

forEachEngine('users in wp/v2', (engine) => {
  const server = withServer(engine)
  const ask = (method: string, path: string, options?: Ask) => server.ask(method, `host:/wp-json/wp/v2${path}`, options)
  const slugs = (body: Named[]) => body.map(({ slug }) => slug)

  before(async () => {
    const make = makersOf(server)
    await make.venue({ author: server.ids.author })
    await make.event({ author: server.ids.contributor, status: 'draft' })
    await make.event({ author: server.ids.other, date: '2030-07-01 12:00:00' })
  })

  test('users read their own account', async () => {
    const { status, headers, body } = await ask('GET', '/users/me', { as: 'subscriber' })
    assert.deepEqual([status, headers.allow], [200, 'GET, POST, PUT, PATCH'])
    const id = server.ids.subscriber
    assert.deepEqual(body, {
      id,
      name: 'subscriber',
      url: '',
      description: '',
      link: 'http://localhost/',
      slug: 'subscriber',
      avatar_urls: {},
      meta: [],
      _links: {
        self: [{ href: `http://localhost/wp-json/wp/v2/users/${id}` }],
        collection: [{ href: 'http://localhost/wp-json/wp/v2/users' }],
      },
    })
    assert.deepEqual((await ask('GET', `/users/${id}`, { as: 'subscriber' })).body, body)
    assert.match(String((await ask('GET', '/users/me', { as: 'administrator' })).headers.allow), /DELETE/)
  })

  for (const [as, granted, denied] of [
    ['subscriber', 'read', 'edit_posts'],
    ['contributor', 'edit_tribe_events', 'publish_tribe_events'],
    ['author', 'publish_tribe_venues', 'edit_others_tribe_events'],
    ['editor', 'delete_others_tribe_organizers', 'manage_options'],
    ['administrator', 'list_users', 'edit_pages'],
  ] as const) {
    test(`for editing, ${as} also reads the role and the capabilities`, async () => {
      const { body } = await ask('GET', '/users/me?context=edit', { as })
      assert.deepEqual([body.username, body.roles], [as, [as]])
      assert.deepEqual(
        [body.capabilities[granted], body.capabilities[denied], body.capabilities[as]],
        [true, undefined, true],
      )
    })
  }

  test('everybody but administrators sees only users who have published something', async () => {
    for (const as of TEST_CALLERS) {
      const { status, headers, body } = await ask('GET', '/users', { as })
      assert.equal(status, 200)
      const all = ['administrator', 'author', 'contributor', 'editor', 'other', 'subscriber']
      assert.deepEqual(slugs(body), as === 'administrator' ? all : ['author'], as)
      assert.equal(headers['x-wp-total'], as === 'administrator' ? '6' : '1')
    }
    assert.deepEqual((await ask('GET', '/users?search=other')).body, [])
    assert.deepEqual((await ask('GET', `/users?include=${server.ids.contributor}`)).body, [])
  })

  test('an author of a scheduled post is listed from its publication on', async () => {
    server.clock.now += 30 * 24 * 3600
    assert.deepEqual(slugs((await ask('GET', '/users')).body), ['author', 'other'])
    server.clock.now -= 30 * 24 * 3600
  })

  test('lists are filtered, sorted and paged', async () => {
    const listed = async (query: string) => slugs((await ask('GET', `/users?${query}`, { as: 'administrator' })).body)
    const { author, editor, other } = server.ids
    assert.deepEqual(await listed('search=ADMIN'), ['administrator'])
    assert.deepEqual(await listed(`include=${other},${author}&orderby=include`), ['other', 'author'])
    assert.deepEqual(await listed(`exclude[]=${other}&exclude[]=${author}&per_page=2`), [
      'administrator',
      'contributor',
    ])
    assert.deepEqual(await listed('slug=editor,author'), ['author', 'editor'])
    assert.deepEqual(await listed('order=desc&per_page=1'), ['subscriber'])
    assert.deepEqual(await listed(`orderby=id&offset=1&per_page=2&include=${author},${editor},${other}`), [
      'other',
      'editor',
    ])
    const { headers, body } = await ask('GET', '/users?per_page=2&page=2&exclude[]=1000', { as: 'administrator' })
    assert.deepEqual([headers['x-wp-total'], headers['x-wp-totalpages'], body.length], ['6', '3', 2])
    const page = (number: number) => `<http://localhost/wp-json/wp/v2/users?per_page=2&page=${number}&exclude[0]=1000>`
    assert.ok(String(headers.link).startsWith(`${page(1)}; rel="prev", ${page(3)}; rel="next"`), String(headers.link))
  })

  test('mail addresses are for administrators and their owners only', async () => {
    const { body } = await ask('GET', '/users?context=edit', { as: 'administrator' })
    assert.ok(body.every((user: Record<string, unknown>) => 'email' in user && 'roles' in user))
    const { author } = server.ids
    assert.ok('email' in (await ask('GET', `/users/${author}?context=edit`, { as: 'author' })).body)
    for (const path of ['/users', `/users/${author}`, '/users?context=embed']) {
      const text = (await ask('GET', path, { as: 'editor' })).bytes.toString()
      assert.doesNotMatch(text, /email|username|roles|capabilities/)
    }
  })

  for (const [method, path, as, status, code] of [
    ['GET', '/users/me', 'guest', 401, 'rest_not_logged_in'],
    ['GET', '/users?context=edit', 'guest', 401, 'rest_forbidden_context'],
    ['GET', '/users?context=edit', 'editor', 403, 'rest_forbidden_context'],
    ['GET', '/users/<author>?context=edit', 'guest', 401, 'rest_forbidden_context'],
    ['GET', '/users/99999999', 'guest', 404, 'rest_user_invalid_id'],
    ['GET', '/users/99999999999999', 'guest', 404, 'rest_user_invalid_id'],
    ['GET', '/users/<contributor>', 'guest', 404, 'rest_user_invalid_id'],
    ['GET', '/users/<contributor>?context=edit', 'editor', 404, 'rest_user_invalid_id'],
    ['GET', '/users/<other>', 'author', 404, 'rest_user_invalid_id'],
    ['GET', '/users?per_page=101', 'guest', 400, 'rest_invalid_param'],
    ['GET', '/users?orderby=email', 'guest', 400, 'rest_invalid_param'],
    ['POST', '/users', 'guest', 401, 'rest_cannot_create'],
    ['POST', '/users', 'editor', 403, 'rest_cannot_create'],
    ['POST', '/users', 'administrator', 403, 'rest_read_only'],
    ['PATCH', '/users/me', 'guest', 401, 'rest_cannot_edit'],
    ['PATCH', '/users/me', 'subscriber', 403, 'rest_read_only'],
    ['DELETE', '/users/me', 'editor', 403, 'rest_cannot_delete'],
    ['DELETE', '/users/<author>', 'administrator', 403, 'rest_read_only'],
  ] as const) {
    test(`${method} ${path} is refused to ${as}: ${code}`, async () => {
      const address = path.replace(/<(\w+)>/, (_, name: 'author') => String(server.ids[name]))
      const refused = await ask(method, address, { as })
      assert.deepEqual([refused.status, refused.body.code], [status, code])
    })
  }
})
