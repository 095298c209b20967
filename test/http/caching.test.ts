import assert from 'node:assert/strict'
import { get } from 'node:http'
import { Writable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { testEngine } from '../kit/engines/engines.ts'
import { cacheResponse, startCountingServer } from '../kit/server/counting.ts'
import { startListening } from '../kit/server/listening.ts'
import { TEST_NOW } from '../kit/server/server.ts'
import { withCountingServer } from '../kit/server/with-server.ts'

/** HTTP caching of responses to anonymous requests: Cache-Control, entity tags and compression. */
const engine = testEngine('sqlite')
after(() => engine.close())

const HOUR = 3600
/** From `TEST_NOW` until midnight of the site. */
const HALF_DAY = 12 * HOUR
const PRIVATE = 'no-cache, must-revalidate, max-age=0, no-store, private'

describe('Cache-Control', () => {
  const server = withCountingServer(engine, { cacheMaxAge: 60, cacheStaleSeconds: 30 })
  before(async () => {
    await server.make.event({ title: 'Opening' })
    await server.make.event({ title: 'Draft', status: 'draft', tags: ['b'] })
  })
  const cacheControl = async (path: string, ask = {}) => (await server.ask('GET', path, ask)).headers['cache-control']

  test('anonymous responses have a max-age', async () => {
    for (const path of ['/events', '/events', '/', '/events/by-slug/opening']) {
      assert.equal(await cacheControl(path), 'public, max-age=60, stale-while-revalidate=30', path)
    }
    const { etag } = (await server.ask('GET', '/events')).headers
    const notModified = await server.ask('GET', '/events', { headers: { 'if-none-match': String(etag) } })
    assert.deepEqual([notModified.status, notModified.headers['cache-control']], [304, await cacheControl('/events')])
  })

  test('max-age ends when the response expires', async () => {
    server.clock.now = TEST_NOW + HALF_DAY - 25
    assert.equal(await cacheControl('/events'), 'public, max-age=25, stale-while-revalidate=30')
    server.clock.now += 20
    assert.equal(await cacheControl('/events'), 'public, max-age=5, stale-while-revalidate=30')
    server.clock.now = TEST_NOW
  })

  test('redirects of pages and feeds at their addresses are cached, and a redirect is never 304', async () => {
    for (const [path, status] of [
      ['/events/2030-07/', 301],
      ['/?tribe_events=opening', 301],
      ['/events/today/', 302],
      ['/events/list/?ical=1', 200],
      ['/event/opening/?ical=1', 200],
      ['/events/feed/', 200],
    ] as const) {
      const fresh = await server.ask('GET', `host:${path}`)
      const headers = { 'if-none-match': String(fresh.headers.etag) }
      const cached = await server.see(`host:${path}`)
      const asked = await server.see(`host:${path}`, { headers })
      assert.deepEqual([fresh.status, cached.answer.status], [status, status], path)
      assert.equal(asked.answer.status, status === 200 ? 304 : status, path)
      assert.ok(cached.isCached && asked.isCached, path)
      assert.equal(cached.answer.headers.location, fresh.headers.location)
      assert.equal(cached.answer.headers['cache-control'], 'public, max-age=60, stale-while-revalidate=30', path)
    }
  })

  test('a response that may change at any moment is no-cache', async () => {
    assert.equal(await cacheControl('/events?start_date=%2B2%20hours'), 'no-cache')
  })

  test('errors have no Cache-Control, responses to callers with credentials are private', async () => {
    assert.equal(await cacheControl('/events/999999'), undefined)
    assert.equal(await cacheControl('/events?page=0'), undefined)
    assert.equal(await cacheControl('/events', { as: 'editor' }), PRIVATE)
    assert.equal(await cacheControl('/events', { headers: { authorization: 'Bearer alm_nothing' } }), PRIVATE)
    assert.equal(await cacheControl('/events', { headers: { authorization: 'Other scheme' } }), undefined)
  })

  test('Vary: Authorization keeps shared caches from answering requests with credentials', async () => {
    for (const ask of [{}, { as: 'editor' }] as const) {
      assert.match(String((await server.ask('GET', '/events', ask)).headers.vary), /^Origin, Authorization/)
    }
    for (const path of ['host:/events/month/', 'host:/sitemap.xml', 'host:/robots.txt'])
      assert.match(String((await server.ask('GET', path)).headers.vary), /^Authorization(, Accept-Encoding)?$/, path)
  })

  test('Cache-Control is sent only if configured; 0 seconds is valid', async (t) => {
    for (const [cacheMaxAge, header] of [
      [undefined, undefined],
      [0, 'public, max-age=0'],
    ] as const) {
      const other = await startCountingServer(engine, { cacheMaxAge })
      t.after(() => other.close())
      const { headers } = await cacheResponse(other, '/events')
      assert.deepEqual(
        [headers['cache-control'], headers.vary],
        [header, header ? 'Origin, Authorization, Prefer' : 'Origin'],
      )
    }
  })

  test('Cache-Control is sent without the response cache, too', async (t) => {
    const other = await startCountingServer(engine, { cacheMaxAge: 60, cacheBytes: 0 })
    t.after(() => other.close())
    other.clock.now = TEST_NOW + HALF_DAY - 25
    assert.equal((await other.ask('GET', '/events')).headers['cache-control'], 'public, max-age=25')
  })
})

describe('compression', () => {
  const server = withCountingServer(engine)
  before(async () => {
    await server.make.event({ description: 'What there is to know. '.repeat(100) })
  })
  const accepting = (coding: string, more = {}) => ({ headers: { 'accept-encoding': coding, ...more } })

  for (const [coding, expand] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    test(`${coding} compresses a response`, async () => {
      const plain = await cacheResponse(server, '/events')
      for (const turn of ['created', 'cached']) {
        const { bytes, headers } = await server.ask('GET', '/events', accepting(coding))
        assert.ok(expand(bytes).equals(plain.bytes), turn)
        assert.ok(bytes.length < plain.bytes.length / 3)
        assert.equal(headers['content-encoding'], coding)
        assert.equal(headers['content-length'], String(bytes.length))
        assert.equal(headers.vary, plain.headers.vary)
        assert.notEqual(headers.etag, plain.headers.etag)
        const head = await server.ask('HEAD', '/events', accepting(coding))
        assert.deepEqual(
          { ...head.headers, date: '', 'x-request-id': '' },
          { ...headers, date: '', 'x-request-id': '' },
        )
      }
    })
  }

  test('every coding has its own entity tag, and If-None-Match accepts each of them', async () => {
    const tags: string[] = []
    for (const coding of ['identity', 'br', 'gzip']) {
      tags.push(String((await server.ask('GET', '/events', accepting(coding))).headers.etag))
    }
    assert.equal(new Set(tags).size, 3)
    for (const tag of tags) {
      for (const sent of [tag, `W/${tag}`, `"other", ${tag}`]) {
        const { status, headers } = await server.ask('GET', '/events', accepting('br', { 'if-none-match': sent }))
        assert.deepEqual([status, headers.etag, headers['content-encoding']], [304, tag, undefined])
        assert.equal(headers['content-length'], undefined)
      }
    }
    const any = await server.ask('GET', '/events', accepting('br', { 'if-none-match': '*' }))
    assert.deepEqual([any.status, any.headers.etag], [304, tags[1]])
    assert.equal((await server.ask('GET', '/events', accepting('br', { 'if-none-match': '"other-br"' }))).status, 200)
  })

  test('small and private responses, errors and refused codings are not compressed', async () => {
    for (const [path, ask] of [
      ['/tags', accepting('br')],
      ['/events', { ...accepting('br'), as: 'editor' }],
      ['/events?page=0', accepting('br')],
      ['/events', accepting('br;q=0, gzip;q=0')],
      ['/events', accepting('identity')],
      ['/events', {}],
    ] as const) {
      const { headers } = await server.ask('GET', path, ask)
      assert.equal(headers['content-encoding'], undefined, path)
    }
    assert.equal((await server.ask('GET', '/tags')).headers.vary, 'Origin')
    assert.equal((await server.ask('GET', '/events')).headers.vary, 'Origin, Accept-Encoding')
  })
})

test('over a socket: a cached response equals the first one, and parameters after a # are read', async (t) => {
  const server = await startListening(await engine.open())
  t.after(() => server.close())
  const path = '/cal/events/v1/events'
  const first = await server.send('GET', '/events')
  const second = await server.send('GET', '/events')
  assert.deepEqual(second.body, first.body)
  assert.equal(second.headers.get('etag'), first.headers.get('etag'))
  assert.match(second.body.rest_url, new RegExp(`^${server.origin}/`))
  const status = (target: string) =>
    new Promise((resolve, reject) => {
      get(server.origin, { path: target }, (answer) => resolve(answer.resume().statusCode)).on('error', reject)
    })
  assert.equal(await status(`${path}?x=1`), 200)
  assert.equal(await status(`${path}?x=1#&page=zero`), 400)
})

test('a response from the cache is logged at level debug like a fresh one', async (t) => {
  const lines: Record<string, unknown>[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const server = await startCountingServer(engine, { logger: { level: 'debug', stream } })
  t.after(() => server.close())
  const [fresh, kept] = [await server.see('/events?token=hunter2'), await server.see('/events?token=hunter2')]
  assert.ok(kept.isCached)
  const logged = lines.filter(({ msg }) => msg === 'request completed')
  assert.deepEqual(
    logged.map(({ reqId }) => reqId),
    [fresh, kept].map(({ answer }) => answer.headers['x-request-id']),
  )
  const [one, other] = logged.map(({ time, reqId, ms, ...rest }) => rest)
  assert.deepEqual(other, one)
  assert.doesNotMatch(JSON.stringify(lines), /hunter2/)
})
