import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { writeSiteSettings } from '../../src/settings/site-settings.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import type { Ask } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

/** Coordinates of the test events: latitude and longitude in degrees. */
const PLACES = {
  berlin: [52.52, 13.405],
  potsdam: [52.4, 13.06], // 27 km from Berlin
  london: [51.5074, -0.1278],
  'north pole': [90, 0],
  longyearbyen: [78.22, 15.64], // 1311 km from the pole
  'south pole': [-90, 120],
  taveuni: [-16.8, 179.99], // Fiji, on both sides of the antimeridian
  rabi: [-16.8, -179.99],
  'null island': [0, 0],
} as const

forEachEngine('events near a place', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  before(async () => {
    for (const [title, [geo_lat, geo_lng]] of Object.entries(PLACES)) {
      await make.event({ title, venue: { venue: title, geo_lat, geo_lng } })
    }
    await make.event({ title: 'unplaced', venue: { venue: 'unplaced' } })
    await make.event({ title: 'nowhere' })
  })

  const found = async (query: string, options?: Ask) => {
    const { status, body } = await server.ask('GET', `/events?per_page=50&${query}`, options)
    assert.equal(status, 200, JSON.stringify(body))
    return body.events.map(({ title }: { title: string }) => title).sort()
  }
  const everything = [...Object.keys(PLACES), 'unplaced', 'nowhere'].sort()

  for (const [lat, lng, radius, expected] of [
    [52.52, 13.405, 25, ['berlin']],
    [52.52, 13.405, 27.5, ['berlin', 'potsdam']],
    [52.52, 13.405, 0, ['berlin']],
    [52.52, 13.405, 0.0001, ['berlin']],
    [52.5201, 13.405, 0.01, []],
    [52.5201, 13.405, 0.012, ['berlin']],
    [52.52, 13.405, 932, ['berlin', 'london', 'potsdam']],
    [52.52, 13.405, 930, ['berlin', 'potsdam']],
    [89.9, -170, 12, ['north pole']],
    [90, 77, 0.001, ['north pole']],
    [90, 180, 1311, ['longyearbyen', 'north pole']],
    [-89.99, -60, 2, ['south pole']],
    [-16.8, 180, 2, ['rabi', 'taveuni']],
    [-16.8, -180, 2, ['rabi', 'taveuni']],
    [-16.8, 179.985, 1, ['taveuni']],
    [-16.8, -179.97, 5, ['rabi', 'taveuni']],
    [0, 0, 1, ['null island']],
    [0, 180, 20_000, ['berlin', 'london', 'longyearbyen', 'north pole', 'potsdam', 'rabi', 'south pole', 'taveuni']],
    [12.3, 45.6, 20_000, Object.keys(PLACES)],
  ] as const) {
    test(`the events within ${radius} km of ${lat}, ${lng} are: ${expected.join(', ') || 'none'}`, async () => {
      const query = `geoloc_lat=${lat}&geoloc_lng=${lng}&geoloc_radius=${radius}`
      assert.deepEqual(await found(query), [...expected].sort())
    })
  }

  test('the default radius is a setting of the site', async () => {
    const berlin = 'geoloc_lat=52.52&geoloc_lng=13.405'
    assert.deepEqual(await found(berlin), ['berlin'])
    assert.deepEqual(await found(`${berlin}&geoloc_radius=`), ['berlin'])
    await server.db.transaction((tx) => writeSiteSettings(tx, { geoloc_radius_km: 100 }))
    assert.deepEqual(await found(berlin), ['berlin', 'potsdam'])
    await server.db.transaction((tx) => writeSiteSettings(tx, { geoloc_radius_km: 25 }))
  })

  test('a coordinate without the other one is ignored', async () => {
    for (const query of ['geoloc_lat=52.52', 'geoloc_lng=13', 'geoloc_lat=52.52&geoloc_lng=', 'geoloc_radius=1']) {
      assert.deepEqual(await found(query), everything, query)
    }
  })

  test('geoloc selects the events with coordinates or those without', async () => {
    assert.deepEqual(await found('geoloc=true'), Object.keys(PLACES).sort())
    assert.deepEqual(await found('geoloc=0'), ['nowhere', 'unplaced'])
  })

  test('page links contain the geolocation parameters', async () => {
    const { body } = await server.ask(
      'GET',
      '/events?per_page=1&geoloc=1&geoloc_lat=52.5&geoloc_lng=-0.1&geoloc_radius=2000',
    )
    for (const link of [body.rest_url, body.next_rest_url]) {
      const { searchParams } = new URL(link)
      assert.deepEqual(
        ['geoloc', 'geoloc_lat', 'geoloc_lng', 'geoloc_radius'].map((name) => searchParams.get(name)),
        ['1', '52.5', '-0.1', '2000'],
      )
    }
  })

  test('events are not found by coordinates of a venue that the caller may not see', async () => {
    const place = { geo_lat: 10, geo_lng: 10 }
    const [draft, gone] = [await make.venue({ ...place, status: 'draft' }), await make.venue(place)]
    const { id } = await make.event({ title: 'secret', venue: [draft.id, gone.id] })
    await server.ask('DELETE', `/venues/${gone.id}`, { as: 'editor' })
    for (const [as, seen] of [
      ['guest', []],
      ['contributor', []],
      ['editor', ['secret']],
    ] as const) {
      assert.deepEqual(await found('geoloc_lat=10&geoloc_lng=10', { as }), seen)
      assert.deepEqual(await found(`include=${id}&geoloc=true`, { as }), seen)
    }
  })
})
