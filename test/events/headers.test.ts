import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FACES } from '../../src/core/faces.ts'
import { EVENT, makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

forEachEngine('methods and headers of events', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)

  test('a HEAD response has the status and headers of GET', async () => {
    const { id } = await make.event()
    for (const path of [`/events/${id}`, '/events', '/events/2000000000']) {
      const [head, get] = await Promise.all(['HEAD', 'GET'].map((method) => server.ask(method, path)))
      assert.equal(head?.status, get?.status)
      // Request id and date differ for each response.
      const own = { date: 0, 'x-request-id': 0 }
      assert.deepEqual({ ...head?.headers, ...own }, { ...get?.headers, ...own })
      assert.equal(head?.body, undefined)
    }
  })

  for (const [path, methods] of [
    ['/events', ['GET', 'POST']],
    ['/events/2000000000', ['GET', 'DELETE', 'POST', 'PUT', 'PATCH']],
    ['/events/by-slug/nowhere', ['GET', 'DELETE', 'POST', 'PUT', 'PATCH']],
  ] as const) {
    test(`OPTIONS on ${path} describes the route to every caller`, async () => {
      for (const face of FACES) {
        const { status, body } = await server.ask('OPTIONS', path, { face })
        assert.equal(status, 200)
        assert.equal(body.namespace, face.namespace)
        assert.deepEqual(body.methods, methods)
        assert.equal(body.endpoints.length, path === '/events' ? 2 : 3)
        assert.ok(face.languageParameter in body.endpoints[0].args)
      }
    })
  }

  test('the header Allow lists the methods that the caller may use', async () => {
    const all = 'GET, DELETE, POST, PUT, PATCH'
    const mine = await make.event({}, { as: 'author' })
    const draft = await make.event({ status: 'draft' }, { as: 'contributor' })
    for (const [path, caller, expected] of [
      ['/events', 'guest', 'GET'],
      ['/events', 'subscriber', 'GET'],
      ['/events', 'contributor', 'GET, POST'],
      [`/events/${mine.id}`, 'guest', 'GET'],
      [`/events/${mine.id}`, 'contributor', 'GET'],
      [`/events/${mine.id}`, 'other', 'GET'],
      [`/events/${mine.id}`, 'author', all],
      [`/events/${mine.id}`, 'editor', all],
      [`/events/by-slug/${mine.slug}`, 'administrator', all],
      [`/events/${draft.id}`, 'contributor', all],
      [`/events/${draft.id}`, 'author', 'GET'],
    ] as const) {
      const { headers } = await server.ask('GET', path, { as: caller })
      assert.equal(headers.allow, expected, `${caller} ${path}`)
    }
    const refused = await server.ask('POST', '/events', { body: EVENT })
    assert.deepEqual([refused.status, refused.headers.allow], [401, 'GET'])
    assert.equal((await server.ask('GET', '/nowhere')).headers.allow, undefined)
  })

  test('every response is JSON with nosniff, whatever the client accepts', async () => {
    const { id } = await make.event()
    for (const [method, path] of [
      ['GET', `/events/${id}`],
      ['GET', '/events'],
      ['GET', '/events/2000000000'],
      ['POST', '/events'],
      ['OPTIONS', '/events'],
    ] as const) {
      const headers = { accept: 'text/html', origin: 'https://other.example' }
      const answer = await server.ask(method, path, { headers })
      for (const [name, value] of [
        ['content-type', 'application/json; charset=UTF-8'],
        ['x-content-type-options', 'nosniff'],
        ['x-robots-tag', 'noindex'],
        ['access-control-allow-origin', 'https://other.example'],
        ['access-control-allow-credentials', undefined],
        ['access-control-allow-methods', 'OPTIONS, GET, POST, PUT, PATCH, DELETE'],
      ] as const) {
        assert.equal(answer.headers[name], value, `${method} ${path} ${name}`)
      }
      assert.match(String(answer.headers.link), /<http:\/\/localhost\/>; rel="https:\/\/api\.w\.org\/"/)
    }
  })

  test('scripts of other origins may send the headers of the API and read its limits', async () => {
    for (const [method, path] of [
      ['OPTIONS', '/events'],
      ['GET', '/events'],
      ['GET', '/events/2000000000'],
    ] as const) {
      const { headers } = await server.ask(method, path, { headers: { origin: 'https://other.example' } })
      const listed = (name: string) => String(headers[name]).split(', ')
      for (const name of ['X-TEC-EEA', 'If-None-Match', 'If-Match', 'Idempotency-Key', 'X-Requested-With']) {
        assert.ok(listed('access-control-allow-headers').includes(name), `${method} ${path} ${name}`)
      }
      for (const name of ['RateLimit', 'RateLimit-Policy', 'Retry-After', 'ETag']) {
        assert.ok(listed('access-control-expose-headers').includes(name), `${method} ${path} ${name}`)
      }
    }
  })

  test('responses to authenticated callers are private, anonymous ones may be cached', async () => {
    const { id } = await make.event()
    const [guest, known] = await Promise.all(
      (['guest', 'editor'] as const).map((as) => server.ask('GET', `/events/${id}`, { as })),
    )
    assert.equal(known?.headers['cache-control'], 'no-cache, must-revalidate, max-age=0, no-store, private')
    assert.equal(known?.headers.etag, '"1"')
    assert.equal(guest?.headers['cache-control'], undefined)
    assert.match(String(guest?.headers.etag), /^"[\w-]{27}"$/)
  })
})
