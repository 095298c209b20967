import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { makeHidden, makePublic, secretsIn } from '../kit/calendar/unpublished.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

/** One address for each kind of response: lists, records, feeds, pages and files. */
const ADDRESSES = [
  '/events?per_page=50',
  '/events?search=zqtitle',
  '/venues',
  '/categories',
  '/events.ics',
  '/events.csv?per_page=50',
  'host:/events/month/2030-07/',
  'host:/events/list/',
  'host:/sitemap.xml',
  'host:/wp-json/wp/v2/users/me',
  '/doc',
]

/** Headers that resemble credentials but are none. */
const NO_CREDENTIALS: Record<string, string>[] = [
  { authorization: '' },
  { authorization: 'Basic' },
  { authorization: 'Basic Og==' },
  { authorization: 'Basic %%%' },
  { authorization: 'Bearer' },
  { authorization: 'Bearer x' },
  { authorization: 'Negotiate YWRtaW46YWRtaW4=' },
  { authorization: 'Digest username="administrator"' },
  { 'proxy-authorization': 'Basic YWRtaW46YWRtaW4=' },
  { cookie: 'wordpress_logged_in_x=administrator; session=1; token=alm_x' },
  { 'x-wp-nonce': 'abc' },
  { 'x-forwarded-user': 'administrator', 'x-remote-user': 'administrator', 'x-user': 'administrator' },
  { 'x-original-url': '/events?status=draft', 'x-rewrite-url': '/events?status=draft' },
  { 'x-http-method-override': 'DELETE' },
  { range: 'bytes=0-10' },
]

forEachEngine('responses that several callers share', (engine) => {
  const server = withServer(engine, { cacheMaxAge: 60, cacheStaleSeconds: 60 })
  before(async () => {
    await makeHidden(server, await makePublic(server))
  })

  const rest = ({ 'x-request-id': _, date: __, ...headers }: Record<string, unknown>) => headers

  for (const path of ADDRESSES) {
    test(`a response to an authenticated caller at ${path} is not sent to an anonymous one`, async () => {
      for (const before of [undefined, 'editor', 'contributor'] as const) {
        const own = before && (await server.ask('GET', path, { as: before }))
        if (own) {
          assert.match(String(own.headers['cache-control']), /no-store/, `${before}`)
          assert.equal(own.headers.etag, undefined)
        }
        const guest = await server.ask('GET', path)
        assert.deepEqual(secretsIn(guest.bytes.toString()), [])
        const again = await server.ask('GET', path)
        assert.deepEqual(again.bytes, guest.bytes)
      }
    })

    test(`headers other than credentials do not change the caller at ${path}`, async () => {
      const guest = await server.ask('GET', path)
      for (const headers of NO_CREDENTIALS) {
        const answer = await server.ask('GET', path, { headers })
        const name = JSON.stringify(headers)
        assert.equal(answer.status, guest.status, name)
        assert.deepEqual(answer.bytes, guest.bytes, name)
      }
      for (const method of ['HEAD', 'GET']) {
        for (const as of ['guest', 'editor'] as const) {
          const answer = await server.ask(method, path, { as, headers: { 'if-none-match': '*' } })
          assert.ok([guest.status, 200, 304, 401].includes(answer.status))
          if (as === 'editor') assert.notEqual(answer.status, 304)
        }
      }
      const head = await server.ask('HEAD', path)
      assert.deepEqual([head.status, head.bytes.length], [guest.status, 0])
      assert.deepEqual(rest(head.headers), rest(guest.headers))
    })
  }

  test('entity tags of authenticated and anonymous callers do not match each other', async () => {
    for (const path of ADDRESSES) {
      const { etag } = (await server.ask('GET', path)).headers
      if (etag === undefined) continue
      const asEditor = await server.ask('GET', path, { as: 'editor', headers: { 'if-none-match': String(etag) } })
      assert.equal(asEditor.status, 200, path)
    }
  })

  test('the method override by header or parameter works only on POST', async () => {
    const { body } = await server.ask('GET', '/events?per_page=1')
    const path = `/events/${body.events[0].id}`
    for (const [method, address, headers] of [
      ['GET', path, { 'x-http-method-override': 'DELETE' }],
      ['GET', path, { 'x-method-override': 'DELETE', 'x-http-method': 'DELETE' }],
      ['GET', `${path}?_method=DELETE`, {}],
      ['HEAD', `${path}?_method=DELETE`, {}],
      ['OPTIONS', `${path}?_method=DELETE`, { 'x-http-method-override': 'DELETE' }],
    ] as const) {
      await server.ask(method, address, { as: 'administrator', headers })
      assert.equal((await server.ask('GET', path)).body.status, 'publish', `${method} ${address}`)
    }
    for (const headers of [{ 'x-http-method-override': 'DELETE' }, { 'x-http-method-override': 'delete' }]) {
      assert.equal((await server.ask('POST', path, { headers })).status, 401)
    }
  })

  test('wrong credentials are an error at every address, even if the response is cached', async () => {
    for (const path of ADDRESSES) {
      await server.ask('GET', path)
      for (const authorization of ['Bearer alm_nothing', `Basic ${btoa('administrator:wrong')}`]) {
        const { status, headers } = await server.ask('GET', path, { headers: { authorization } })
        assert.equal(status, 401, path)
        assert.match(String(headers['cache-control'] ?? 'no-store'), /no-store/, path)
      }
    }
  })
})
