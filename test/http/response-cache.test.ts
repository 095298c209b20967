import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { FACES, NATIVE } from '../../src/core/faces.ts'
import { type Database, sql } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { writeSiteSettings } from '../../src/settings/site-settings.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { eventually } from '../kit/eventually.ts'
import { cacheResponse, lastingHeaders, startCountingServer } from '../kit/server/counting.ts'
import { TEST_NOW } from '../kit/server/server.ts'
import { withCountingServer } from '../kit/server/with-server.ts'

const titles = ({ body }: { body: { events: { title: string }[] } }) => body.events.map(({ title }) => title).sort()

forEachEngine('the response cache', (engine) => {
  const server = withCountingServer(engine)
  before(async () => {
    const { make } = server
    await make.event({
      title: 'Opening',
      venue: { venue: 'Hall' },
      organizer: { organizer: 'Club' },
      tags: ['a word'],
      categories: ['Music'],
    })
    for (let more = 0; more < 5; more += 1) await make.event({ title: `Concert ${more}` })
  })

  for (const path of ['/sitemap.xml', '/de/sitemap.xml', '/sitemap-event-0.xml', '/robots.txt', '/llms.txt']) {
    test(`${path} is cached whatever parameters follow, because it has none`, async () => {
      const cached = await cacheResponse(server, `host:${path}`)
      const { answer, isCached } = await server.see(`host:${path}?nothing=1&page=2`)
      assert.ok(isCached)
      assert.deepEqual(answer.bytes, cached.bytes)
    })
  }

  for (const path of ['/', '/events/month/', '/de/events/list/?search=opening', '/venue/hall/', '/events/?ical=1']) {
    test(`the page ${path} is cached whatever parameters of campaigns follow`, async () => {
      const cached = await cacheResponse(server, `host:${path}`)
      const { answer, isCached } = await server.see(
        `host:${path}${path.includes('?') ? '&' : '?'}utm_source=1&fbclid=2`,
      )
      assert.ok(isCached)
      assert.deepEqual(answer.bytes, cached.bytes)
    })
  }

  test('a feed is cached for each set of parameters that it ignores, whatever their values', async () => {
    const path = '/events.ics?per_page=2'
    const cached = await cacheResponse(server, `${path}&utm_source=1`)
    const { answer, isCached } = await server.see(`${path}&utm_source=2`)
    assert.ok(isCached)
    assert.deepEqual(answer.bytes, cached.bytes)
    assert.equal(answer.headers['x-ignored-parameters'], 'utm_source')
    const other = await server.see(path)
    assert.deepEqual([other.isCached, other.answer.headers['x-ignored-parameters']], [false, undefined])
  })

  test('parameters that pages have lead to responses of their own', async () => {
    await cacheResponse(server, 'host:/events/list/')
    for (const query of [
      'page=1',
      'search=concert',
      'tribe-bar-search=concert',
      'categories=music',
      'ical=1',
      '%70age=1',
    ])
      assert.ok(!(await server.see(`host:/events/list/?${query}`)).isCached, query)
  })

  describe('a cached response equals the fresh one', () => {
    const PATHS = ['/', '/doc', '/languages', '/events', '/events/<event>', '/events/by-slug/opening']
    PATHS.push(
      '/events/',
      '/events?page=2&per_page=2',
      '/events?per_page=50&search=concert',
      '/events?start_date=today',
    )
    PATHS.push('/venues', '/venues?has_events=1', '/organizers', '/categories', '/tags', '/venues/by-slug/hall')
    PATHS.push('/events/<event>/translations')
    let uncachedCount = 0
    /** A path that is not cached yet: an unknown parameter changes nothing but the cache key. */
    const uncached = (path: string) => `${path}${path.includes('?') ? '&' : '?'}nothing=${++uncachedCount}`

    for (const face of FACES) {
      for (const root of [undefined, 'en', 'de'] as const) {
        test(`on the ${face.name} face${root ? ` below /${root}` : ''}`, async () => {
          const [event] = (await cacheResponse(server, '/events?search=opening')).body.events
          for (const pattern of PATHS) {
            const path = pattern.replace('<event>', event.id)
            for (const headers of [{}, { origin: 'https://a.example' }, { 'accept-encoding': 'br' }]) {
              const ask = { face, headers, ...(root && { root }) }
              const requested = uncached(path)
              const fresh = await server.see(requested, ask)
              assert.deepEqual([fresh.answer.status, fresh.isCached], [200, path === '/' || path === '/doc'], path)
              const [cached, head] = [
                await server.see(requested, ask),
                await server.see(requested, { ...ask, method: 'HEAD' }),
              ]
              assert.ok(cached.isCached && head.isCached, path)
              assert.deepEqual(lastingHeaders(cached.answer), lastingHeaders(fresh.answer))
              assert.deepEqual(lastingHeaders(head.answer), lastingHeaders(fresh.answer))
              assert.ok(cached.answer.bytes.equals(fresh.answer.bytes))
              assert.equal(head.answer.bytes.length, 0)
            }
          }
        })
      }
    }

    test('for HEAD and for 304', async () => {
      const { etag } = (await cacheResponse(server, '/events')).headers
      for (const [method, headers] of [
        ['HEAD', {}],
        ['HEAD', { 'if-none-match': String(etag) }],
        ['GET', { 'if-none-match': String(etag) }],
      ] as const) {
        const requested = uncached('/events')
        const [fresh, cached] = [
          await server.see(requested, { method, headers }),
          await server.see(requested, { method, headers }),
        ]
        assert.deepEqual([fresh.isCached, cached.isCached], [false, true])
        assert.equal(cached.answer.status, 'if-none-match' in headers ? 304 : 200)
        assert.equal(fresh.answer.status, cached.answer.status)
        assert.deepEqual([fresh.answer.bytes.length, cached.answer.bytes.length], [0, 0])
        assert.deepEqual(lastingHeaders(cached.answer), lastingHeaders(fresh.answer))
      }
    })
  })

  test('every response has its own request id', async () => {
    const ids = [await cacheResponse(server, '/events'), (await server.see('/events')).answer].map(
      ({ headers }) => headers['x-request-id'],
    )
    assert.equal(new Set(ids).size, 2)
  })

  test('the order of parameters does not matter, except that the last of repeated ones counts', async () => {
    await cacheResponse(server, '/events?per_page=2&page=1')
    assert.ok((await server.see('/events?page=1&per_page=2')).isCached)
    const [one, other] = [
      await cacheResponse(server, '/events?per_page=1&per_page=2'),
      await cacheResponse(server, '/events?per_page=2&per_page=1'),
    ]
    assert.deepEqual([one.body.events.length, other.body.events.length], [2, 1])
    const encoded = await server.ask('GET', '/events?per_page=2&%70er_page=1')
    assert.equal(encoded.body.events.length, 1)
    assert.equal((await server.ask('GET', '/events?%70er_page=1&per_page=2')).body.events.length, 2)
  })

  test('a request with a body or credentials is not answered from the cache', async () => {
    await cacheResponse(server, '/events')
    const headers = { 'content-type': 'application/json' }
    assert.equal((await server.ask('GET', '/events', { headers, body: '{' })).status, 400)
    assert.equal((await server.ask('GET', '/events', { headers: { authorization: 'Bearer alm_nothing' } })).status, 401)
  })

  test('errors are not cached', async () => {
    await server.ask('GET', '/events/999999')
    const { answer, isCached } = await server.see('/events/999999')
    assert.deepEqual([answer.status, isCached], [404, false])
  })

  test('a write is visible at once', async () => {
    const made = await server.make.event({ title: 'Concert of the day' })
    for (let turn = 0; turn < 3; turn += 1) {
      await cacheResponse(server, `/events/${made.id}`)
      await server.ask('PATCH', `/events/${made.id}`, { as: 'editor', body: { title: `Turn ${turn}` } })
      assert.equal((await server.ask('GET', `/events/${made.id}`)).body.title, `Turn ${turn}`)
    }
    await cacheResponse(server, '/events?search=turn')
    await server.ask('DELETE', `/events/${made.id}`, { as: 'editor' })
    assert.deepEqual(titles(await server.ask('GET', '/events?search=turn')), [])
  })

  test('responses to callers with credentials and to anonymous requests are not mixed up', async () => {
    await server.make.event({ title: 'Hidden draft', status: 'draft' })
    const path = '/events?search=hidden'
    for (const [as, seen] of [
      ['editor', ['Hidden draft']],
      ['guest', []],
      ['editor', ['Hidden draft']],
      ['subscriber', []],
      ['guest', []],
    ] as const) {
      const { headers, ...answer } = await server.ask('GET', path, { as })
      assert.deepEqual(titles(answer), seen, as)
      assert.equal(
        headers['cache-control'],
        as === 'guest' ? undefined : 'no-cache, must-revalidate, max-age=0, no-store, private',
      )
      assert.equal(headers.etag === undefined, as !== 'guest')
    }
    await cacheResponse(server, path)
    assert.equal((await server.see(path, { as: 'editor' })).isCached, false)
  })

  test('a request cannot put a host into cached responses', async () => {
    for (const headers of [
      { host: 'evil.example' },
      { host: 'localhost', 'x-forwarded-host': 'evil.example' },
      { host: 'evil@localhost' },
    ]) {
      await server.make.tag()
      const { body, headers: received } = await server.ask('GET', '/events', { headers })
      assert.doesNotMatch(JSON.stringify([body, received]), /evil/)
      assert.match((await server.ask('GET', '/events')).body.rest_url, /^http:\/\/localhost\/cal/)
      assert.match(
        (await server.ask('GET', '/events', { headers: { host: '127.0.0.1:81' } })).body.rest_url,
        /^http:\/\/127.0.0.1:81\/cal/,
      )
    }
  })

  test('identical concurrent requests are coalesced', async () => {
    await cacheResponse(server, '/events')
    const before = server.reads()
    await server.ask('GET', '/events?per_page=3')
    const alone = server.reads() - before
    const answers = await Promise.all(Array.from({ length: 20 }, () => server.ask('GET', '/events?per_page=3&nothing')))
    assert.equal(server.reads() - before, 2 * alone)
    assert.equal(new Set(answers.map(({ bytes }) => bytes.toString())).size, 1)
    const refused = await Promise.all(Array.from({ length: 5 }, () => server.ask('GET', '/events?per_page=0')))
    assert.deepEqual(new Set(refused.map(({ status }) => status)), new Set([400]))
  })
})

forEachEngine('responses that time alone changes', (engine) => {
  const server = withCountingServer(engine)
  const at = async (seconds: number, path: string) => {
    server.clock.now = TEST_NOW + seconds
    return server.ask('GET', path)
  }

  test('a scheduled event is listed from its publication time on', async () => {
    const { make, clock } = server
    for (const [title, seconds] of [
      ['Soon', 60],
      ['Later', 90],
    ] as const) {
      await make.event({
        title,
        date: new Date((TEST_NOW + seconds) * 1000).toISOString().slice(0, 19).replace('T', ' '),
      })
    }
    assert.deepEqual(titles(await cacheResponse(server, '/events')), [])
    for (const [seconds, seen] of [
      [59, []],
      [60, ['Soon']],
      [89, ['Soon']],
      [90, ['Later', 'Soon']],
    ] as const) {
      assert.deepEqual(titles(await at(seconds, '/events')), seen, String(seconds))
      await cacheResponse(server, '/events')
    }
    clock.now = TEST_NOW
  })

  test('midnight moves the default date range', async () => {
    await server.make.event({ title: 'Yesterday', start_date: '2030-06-14 10:00:00', end_date: '2030-06-14 11:00:00' })
    const path = '/events?search=yesterday'
    assert.deepEqual(titles(await cacheResponse(server, path)), ['Yesterday'])
    assert.deepEqual(titles(await at(12 * 3600 - 1, path)), ['Yesterday'])
    assert.deepEqual(titles(await at(12 * 3600, path)), [])
    server.clock.now = TEST_NOW
  })

  test('an event that has started is not upcoming', async () => {
    await server.make.event({ start_date: '2030-06-15 12:01:00', venue: { venue: 'Here' } })
    const path = '/venues?only_with_upcoming=1'
    assert.equal((await cacheResponse(server, path)).body.total, 1)
    assert.equal((await at(60, path)).body.total, 1)
    assert.equal((await at(61, path)).body.total, 0)
    server.clock.now = TEST_NOW
  })

  test('dates relative in hours are not cached, in days they are', async () => {
    const path = '/events?start_date=%2B2%20hours'
    await server.ask('GET', path)
    assert.equal((await server.see(path)).isCached, false)
    await cacheResponse(server, '/events?start_date=tomorrow')
  })
})

forEachEngine('writes of other processes', (engine) => {
  const opened: Database[] = []
  after(async () => {
    for (const db of opened) await db.close()
  })

  test('are visible', async (t) => {
    const url = await engine.url()
    opened.push(await openDatabase(url), await openDatabase(url))
    const [own, other] = opened as [Database, Database]
    const server = await startCountingServer(engine, {}, Promise.resolve(own))
    t.after(() => server.close())
    for (let event = 0; event < 3; event += 1) await server.make.event()
    assert.equal((await cacheResponse(server, '/events')).body.events.length, 3)
    await other.transaction((tx) => writeSiteSettings(tx, { per_page: 1 }))
    const shown = async () => (await server.ask('GET', '/events')).body.events.length
    // PostgreSQL notifies other processes with a short delay.
    if (engine.name === 'sqlite') assert.equal(await shown(), 1)
    else await eventually(async () => (await shown()) === 1, 'one event is shown')
    await cacheResponse(server, '/events')
    await other.transaction((tx) => tx.run(sql`UPDATE setting SET value = '2' WHERE name = 'per_page'`))
    if (engine.name === 'sqlite') assert.equal(await shown(), 2)
  })
})

forEachEngine('without the response cache', (engine) => {
  test('responses are the same, created each time and not compressed', async (t) => {
    const server = await startCountingServer(engine, { cacheBytes: 0 })
    t.after(() => server.close())
    await server.make.event({ description: 'x'.repeat(5000) })
    const headers = { 'accept-encoding': 'br' }
    const first = await server.ask('GET', '/events', { headers })
    const { answer, isCached } = await server.see('/events', { headers })
    assert.equal(isCached, false)
    assert.deepEqual([answer.headers.vary, answer.headers['content-encoding']], ['Origin', undefined])
    assert.deepEqual(lastingHeaders(answer), lastingHeaders(first))
    const conditional = { 'if-none-match': String(answer.headers.etag) }
    assert.equal((await server.ask('GET', '/events', { headers: conditional })).status, 304)
    assert.equal((await server.ask('HEAD', '/events', { face: NATIVE })).headers.etag, answer.headers.etag)
  })
})
