import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { findEventsMatchingQuery } from '../../src/collections/events/calendar/find-events-matching-query.ts'
import { Problems } from '../../src/core/errors.ts'
import { fillCalendarWithDemoRecords } from '../../src/demo/fill-calendar-with-demo-records.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { loadScope } from '../kit/engines/load-scope.ts'
import { eventsIn, READERS, rowsIn } from '../kit/formats/feeds.ts'
import { type CountingServer, cacheResponse, startCountingServer } from '../kit/server/counting.ts'

const EVENTS = 1600

forEachEngine('large feeds', (engine) => {
  let server: CountingServer
  before(async () => {
    const db = await engine.open()
    server = await startCountingServer(engine, { cacheMaxAge: 600 }, Promise.resolve(db))
    await fillCalendarWithDemoRecords({
      scope: loadScope(db),
      events: EVENTS,
      seed: 'feeds',
      clock: () => performance.now(),
      signal: new AbortController().signal,
      onProgress: () => {},
    })
  })
  after(() => server.close())

  // Without `expand`, a feed has repeated events once, whatever the number of their dates in the list.
  const EVER = 'start_date=2000-01-01&end_date=2100-01-01&expand=true'
  const textOf = async (path: string, headers = {}) => {
    const answer = await server.ask('GET', path, { headers })
    assert.equal(answer.status, 200)
    return answer
  }

  test('every format has each event once, in order, and can be parsed', async () => {
    const { total } = (await server.ask('GET', `/events?${EVER}&per_page=1`)).body
    assert.ok(total > EVENTS * 0.8)
    for (const format of engine.name === 'sqlite' ? (['ics', 'csv', 'jscal.json'] as const) : (['csv'] as const)) {
      const answer = await textOf(`/events.${format}?${EVER}`)
      assert.ok(answer.bytes.length > 1024 * 1024, format)
      const { uids } = READERS[format](answer.bytes.toString())
      assert.deepEqual([uids.length, new Set(uids).size], [total, total], format)
    }
    const rows = rowsIn((await textOf(`/events.csv?${EVER}`)).bytes.toString())
    const starts = rows.map(({ start = '' }) => start.slice(0, 10))
    assert.deepEqual(starts, starts.toSorted())
  })

  test('a conditional request is 304 without loading events, until a write or the end of the day', async () => {
    const path = `/events.ics?${EVER}`
    let etag = ''
    const again = (ask = {}) => server.ask('GET', path, { headers: { 'if-none-match': etag }, ...ask })
    // Databases may still work for a moment after a bulk write.
    for (let tries = 0; tries < 20; tries++) {
      const { headers, status } = await again()
      if (status === 304) break
      assert.equal(headers['cache-control'], 'public, max-age=600')
      etag = String(headers.etag)
    }
    assert.match(etag, /^W\//)
    const before = server.reads()
    const known = await again()
    assert.deepEqual([known.status, known.bytes.length, known.headers.etag], [304, 0, etag])
    assert.ok(server.reads() - before <= 1)
    assert.equal((await again({ as: 'editor' })).status, 200)
    assert.equal(
      (await server.ask('GET', `/events.ics?${EVER}&featured=1`, { headers: { 'if-none-match': etag } })).status,
      200,
    )
    server.clock.now += 86_400
    assert.equal((await again()).status, 200)
    server.clock.now -= 86_400
    assert.equal((await again()).status, 304)
    await makersOf(server).tag({ name: 'Something new' })
    assert.equal((await again()).status, 200)
  })

  test('writes between two batches neither duplicate nor drop events, and trashed events are left out', async () => {
    const scope = { ...loadScope(server.db), caller: { id: undefined, login: '', role: 'guest' as const } }
    const list = await findEventsMatchingQuery(
      scope,
      { start_date: '2000-01-01', end_date: '2100-01-01' },
      new Problems(),
    )
    const last = list.ids.at(-1) as number
    const first = list.ids[0] as number
    const seen: number[] = []
    for await (const rows of list.batches()) {
      if (seen.length === 0) {
        // The first event moves behind all others, the last is trashed, and a new one is created.
        const moved = { start_date: '2099-01-01 10:00:00', end_date: '2099-01-01 11:00:00' }
        assert.equal((await server.ask('PATCH', `/events/${first}`, { as: 'editor', body: moved })).status, 200)
        assert.equal((await server.ask('DELETE', `/events/${last}`, { as: 'editor' })).status, 200)
        await server.make.event({ start_date: '2099-02-01 10:00:00', end_date: '2099-02-01 11:00:00' })
      }
      seen.push(...rows.map(({ event }) => event.id))
    }
    assert.deepEqual(seen, [...list.ids].slice(0, -1))
  })

  // How feeds are written and sent does not depend on the engine.
  if (engine.name !== 'sqlite') return

  test('every TZID has a VTIMEZONE', async () => {
    const text = (await textOf(`/events.ics?${EVER}`)).bytes.toString()
    const named = new Set([...text.matchAll(/^DT(?:START|END);TZID=([^:]+):/gm)].map(([, zone]) => zone))
    const told = new Set([...text.matchAll(/^TZID:(.+)\r$/gm)].map(([, zone]) => zone))
    assert.ok(named.size > 0)
    assert.deepEqual([...named].toSorted(), [...told].toSorted())
    assert.ok(text.indexOf('BEGIN:VEVENT') > text.lastIndexOf('END:VTIMEZONE'))
  })

  test('a feed is compressed if the client accepts it, with the same content', async () => {
    const plain = (await textOf(`/events.csv?${EVER}`)).bytes
    for (const [coding, open] of [
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const) {
      const answer = await textOf(`/events.csv?${EVER}`, { 'accept-encoding': coding })
      assert.equal(answer.headers['content-encoding'], coding)
      assert.match(String(answer.headers.vary), /Accept-Encoding/)
      assert.ok(open(answer.bytes).equals(plain))
    }
    const personal = await server.ask('GET', `/events.csv?${EVER}`, {
      as: 'editor',
      headers: { 'accept-encoding': 'gzip' },
    })
    assert.deepEqual([personal.headers['content-encoding'], personal.headers.etag], [undefined, undefined])
    assert.match(String(personal.headers['cache-control']), /no-store/)
  })

  test('HEAD has the headers of GET without a body', async () => {
    const [head, get] = [await server.ask('HEAD', `/events.ics?${EVER}`), await textOf(`/events.ics?${EVER}`)]
    assert.deepEqual([head.status, head.bytes.length], [200, 0])
    for (const name of ['content-type', 'content-disposition', 'content-language', 'cache-control']) {
      assert.equal(head.headers[name], get.headers[name], name)
    }
    assert.equal(head.headers.etag, get.headers.etag)
  })

  test('short feeds are cached like other anonymous responses', async () => {
    const kept = await cacheResponse(server, '/events.rss')
    const etag = String(kept.headers.etag)
    assert.match(etag, /^"/)
    assert.equal((await server.ask('GET', '/events.rss', { headers: { 'if-none-match': etag } })).status, 304)
    const packed = await server.ask('GET', '/events.rss', { headers: { 'accept-encoding': 'gzip' } })
    assert.ok(gunzipSync(packed.bytes).equals(kept.bytes))
    assert.equal((await server.ask('HEAD', '/events.rss')).headers['content-length'], String(kept.bytes.length))
  })

  test('other origins may read feeds', async () => {
    const { headers } = await textOf(`/events.ics?${EVER}`, { origin: 'https://other.example' })
    assert.equal(headers['access-control-allow-origin'], 'https://other.example')
  })

  test('each event has the address of its page', async () => {
    const [event] = eventsIn((await textOf('/events.ics?per_page=1')).bytes.toString())
    assert.match(String(event?.url), /^http:\/\/localhost\/event\//)
  })
})
