import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { ServerOptions } from '../../src/http/server-options.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { testEngine } from '../kit/engines/engines.ts'
import { startServer, type TestServer } from '../kit/server/server.ts'

const engine = testEngine('sqlite')
const tiles = {
  type: 'tiles',
  source: 'https://tile.example/{z}/{x}/{y}.png',
  attribution: 'Mapmakers & friends',
} as const
after(() => engine.close())

async function withMap(options: Partial<ServerOptions>, work: (server: TestServer) => Promise<void>): Promise<void> {
  const server = await startServer(await engine.open(), options)
  try {
    const make = makersOf(server)
    const venue = await make.venue({ venue: 'Round House', geo_lat: 52.5, geo_lng: 13.4 })
    await make.event({ start_date: '2030-06-20 10:00', end_date: '2030-06-20 11:00', venue: venue.id })
    await work(server)
  } finally {
    await server.close()
  }
}

test('without a tile server the map makes no request', () =>
  withMap({}, async (server) => {
    const { body, headers } = await server.ask('GET', 'host:/events/map/')
    assert.match(String(body), /class="graticule"/)
    assert.doesNotMatch(String(body), /<image /)
    assert.match(String(headers['content-security-policy']), /img-src 'self' data: http:\/\/localhost;/)
  }))

test('with a tile server the map has its tiles and attribution, and the Content-Security-Policy allows them', () =>
  withMap({ map: tiles }, async (server) => {
    for (const path of ['host:/events/map/', 'host:/venue/round-house/']) {
      const { body, headers } = await server.ask('GET', path)
      // The tile that contains Berlin.
      assert.match(String(body), /<image href="https:\/\/tile\.example\/16\/35207\/\d+\.png" x="/)
      assert.match(String(body), /<figcaption>Mapmakers &#38; friends<\/figcaption>/)
      assert.doesNotMatch(String(body), /graticule/)
      const policy = String(headers['content-security-policy'])
      assert.match(policy, /img-src 'self' data: http:\/\/localhost https:\/\/tile\.example;/)
    }
  }))

/** Which parts of the page about the place a page has: the map, and the link to OpenStreetMap. */
const partsOf = async (server: TestServer, path: string) => {
  const { status, body } = await server.ask('GET', `host:${path}`)
  assert.equal(status, 200, path)
  return [/class="locator"/, /href="https:\/\/www\.openstreetmap\.org/].map((part) => part.test(String(body)))
}

test('show_map and show_map_link of the event and of the venue are obeyed', () =>
  withMap({}, async (server) => {
    const make = makersOf(server)
    for (const [event, venue, wanted] of [
      [{ show_map: true, show_map_link: true }, {}, [true, true]],
      [{ show_map: true }, {}, [true, false]],
      [{ show_map_link: true }, {}, [false, true]],
      [{}, {}, [false, false]],
      [{ show_map: true, show_map_link: true }, { show_map: false }, [false, true]],
      [{ show_map: true, show_map_link: true }, { show_map_link: false }, [true, false]],
    ] as const) {
      const place = await make.venue({ geo_lat: 52.5, geo_lng: 13.4, ...venue })
      const { url } = await make.event({ venue: place.id, ...event })
      const said = JSON.stringify([event, venue])
      assert.deepEqual(await partsOf(server, new URL(url).pathname), wanted, said)
      const own = [place.show_map, place.show_map_link]
      assert.deepEqual(await partsOf(server, new URL(place.url).pathname), own, said)
    }
  }))

test('a venue without address and coordinates has no link to a map', () =>
  withMap({}, async (server) => {
    const make = makersOf(server)
    for (const [fields, hasLink] of [
      [{}, false],
      [{ city: 'Porto' }, true],
    ] as const) {
      const { url } = await make.venue({ venue: 'Somewhere', address: '', city: '', zip: '', ...fields })
      const path = new URL(url).pathname
      assert.deepEqual(await partsOf(server, path), [false, hasLink])
      const { body } = await server.ask('GET', `host:${path}`)
      assert.equal(String(body).includes('<dt>Address</dt>'), hasLink)
    }
  }))

test('the map of all venues leaves out venues without show_map, but lists them', () =>
  withMap({}, async (server) => {
    const make = makersOf(server)
    const hidden = await make.venue({ venue: 'Private garden', geo_lat: 52.4, geo_lng: 13.5, show_map: false })
    await make.event({ start_date: '2030-06-20 10:00', end_date: '2030-06-20 11:00', venue: hidden.id })
    const page = String((await server.ask('GET', 'host:/events/map/')).body)
    const [, map = '', list = ''] = /<figure class="locator"[^>]*>(.*)<\/figure>(.*)/s.exec(page) ?? []
    assert.match(map, /Round House/)
    assert.doesNotMatch(map, /Private garden/)
    assert.match(list, /Private garden/)
  }))
