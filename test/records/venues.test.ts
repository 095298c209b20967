import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TEC } from '../../src/core/faces.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { assertRefused, type Kinds } from '../kit/server/refusals.ts'
import { withServer } from '../kit/server/with-server.ts'

const LINES = ['address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince'] as const

/** Every field of a venue; by contract the flags are strings. */
const FULL = {
  venue: 'Full hall',
  description: 'About it',
  address: '1 Rue X',
  city: 'Paris',
  country: 'France',
  province: 'IDF',
  state: 'ST',
  zip: '75001',
  phone: '+33 1',
  stateprovince: 'SP',
  website: 'https://venue.example/',
  show_map: 'false',
  show_map_link: 'true',
  geo_lat: 48.8566,
  geo_lng: 2.3522,
}

forEachEngine('the fields of venues', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server).venue

  const editor = { as: 'editor' } as const
  const change = (id: number, body: unknown) => server.ask('PATCH', `/venues/${id}`, { ...editor, body })

  test('a venue has all its fields, and linked data in single reads', async () => {
    const made = await make(FULL)
    const shown = { ...FULL, description: '<p>About it</p>', show_map: false, show_map_link: true }
    assert.deepEqual({ ...made, ...shown }, made)
    const { json_ld, ...read } = (await server.ask('GET', `/venues/${made.id}`)).body
    assert.deepEqual(read, made)
    assert.deepEqual(json_ld, {
      '@context': 'https://schema.org',
      '@type': 'Place',
      name: 'Full hall',
      url: made.url,
      description: 'About it',
      telephone: '+33 1',
      sameAs: 'https://venue.example/',
      address: {
        '@type': 'PostalAddress',
        streetAddress: '1 Rue X',
        addressLocality: 'Paris',
        addressRegion: 'SP',
        postalCode: '75001',
        addressCountry: 'France',
      },
      geo: { '@type': 'GeoCoordinates', latitude: 48.8566, longitude: 2.3522 },
    })
  })

  test('an update of one field changes no other', async () => {
    const made = await make({ ...FULL, venue: 'Changed hall' })
    const { body } = await change(made.id, { city: 'Lille', geo_lat: '50.63', show_map: 'true' })
    assert.deepEqual(body, { ...made, city: 'Lille', geo_lat: 50.63, show_map: true, version: 2 })
  })

  for (const line of LINES) {
    test(`${line} is one line of plain text, omitted when empty, cleared by '' and null`, async () => {
      const made = await make({ [line]: ' Val & "q" <b>x</b>\nnext ' })
      assert.equal(made[line], 'Val & "q" x next')
      assert.equal((await make({ [line]: '0' }))[line], '0')
      for (const nothing of ['', null]) {
        await change(made.id, { [line]: 'again' })
        assert.equal(line in (await change(made.id, { [line]: nothing })).body, false)
        assert.equal(line in (await make({ [line]: nothing })), false)
      }
    })

    for (const [what, value] of [
      ['a number', 12],
      ['a list', ['x']],
      ['an object', { x: 1 }],
      ['true', true],
      ['U+0000', 'a\0'],
      ['half a character', '\udc00'],
    ] as const) {
      test(`${what} is refused as ${line}`, async () => {
        const { id } = await make()
        const refusal = { status: 400, code: 'rest_invalid_param', params: [line] }
        assertRefused(await server.ask('POST', '/venues', { ...editor, body: { venue: 'X', [line]: value } }), refusal)
        assertRefused(await change(id, { [line]: value }), refusal)
      })
    }
  }

  for (const [sent, shown] of [
    [{ state: 'ST' }, 'ST'],
    [{ province: 'PR' }, 'PR'],
    [{ state: 'ST', province: 'PR' }, 'PR'],
    [{ state: 'ST', province: 'PR', stateprovince: 'SP' }, 'SP'],
    [{ stateprovince: 'SP' }, 'SP'],
    [{}, undefined],
  ] as const) {
    test(`the region of ${JSON.stringify(sent)} is ${shown}`, async () => {
      assert.equal((await make(sent)).stateprovince, shown)
    })
  }

  test('a region derived from the state is removed with it', async () => {
    const { id } = await make({ state: 'ST' })
    assert.equal('stateprovince' in (await change(id, { state: '' })).body, false)
  })

  for (const flag of ['show_map', 'show_map_link'] as const) {
    for (const [sent, shown] of [
      ['true', true],
      ['1', true],
      ['yes', true],
      ['on', true],
      ['false', false],
      ['0', false],
      ['no', false],
      ['', false],
      ['whatever', false],
      [null, true],
    ] as const) {
      test(`${flag} ${JSON.stringify(sent)} means ${shown}`, async () => {
        assert.equal((await make({ [flag]: sent }))[flag], shown)
      })
    }

    test(`${flag} keeps its value if it is not sent or null`, async () => {
      const { id } = await make({ [flag]: 'false' })
      for (const body of [{ city: 'X' }, { [flag]: null }]) assert.equal((await change(id, body)).body[flag], false)
    })

    for (const value of [true, false, 1, 0, [], {}]) {
      // The native face accepts booleans (test/contract/writes.test.ts).
      test(`the TEC face refuses ${JSON.stringify(value)} as ${flag}, which is a string by contract`, async () => {
        const { id } = await make()
        const onTec = { ...editor, face: TEC }
        const kinds: Kinds = { [flag]: 'rest_invalid_type' }
        const refusal = { status: 400, code: 'rest_invalid_param', params: [flag], kinds }
        assertRefused(await server.ask('POST', '/venues', { ...onTec, body: { venue: 'X', [flag]: value } }), refusal)
        assertRefused(await server.ask('PATCH', `/venues/${id}`, { ...onTec, body: { [flag]: value } }), refusal)
      })
    }
  }

  for (const field of ['author', 'date', 'date_utc', 'status'] as const) {
    test(`null is refused as ${field}, unlike for organizers`, async () => {
      const { id } = await make()
      const kinds: Kinds = { [field]: 'rest_invalid_type' }
      const refusal = { status: 400, code: 'rest_invalid_param', params: [field], kinds }
      assertRefused(await server.ask('POST', '/venues', { ...editor, body: { venue: 'X', [field]: null } }), refusal)
      assertRefused(await change(id, { [field]: null }), refusal)
    })
  }

  test('inside an event the flags may be real booleans', async () => {
    const inline = { venue: 'Mapless', show_map: false, show_map_link: true }
    const dates = { start_date: '2030-07-01 10:00', end_date: '2030-07-01 12:00' }
    const { body } = await server.ask('POST', '/events', { ...editor, body: { title: 'E', ...dates, venue: inline } })
    assert.deepEqual([body.venue.show_map, body.venue.show_map_link], [false, true])
  })

  for (const [sent, shown] of [
    [{ geo_lat: 0, geo_lng: 0 }, [0, 0]],
    [{ geo_lat: -90, geo_lng: 180 }, [-90, 180]],
    [{ geo_lat: '51.5', geo_lng: '-0.12' }, [51.5, -0.12]],
    [{ geo_lat: 51.5 }, [51.5, undefined]],
    [{ geo_lat: '', geo_lng: null }, [undefined, undefined]],
    [{}, [undefined, undefined]],
  ] as const) {
    test(`coordinates ${JSON.stringify(sent)} are shown as ${JSON.stringify(shown)}`, async () => {
      const { geo_lat, geo_lng } = await make(sent)
      assert.deepEqual([geo_lat, geo_lng], shown)
    })
  }

  test('coordinates are cleared by empty text and null', async () => {
    const { id } = await make({ geo_lat: 1, geo_lng: 2 })
    const { body } = await change(id, { geo_lat: '', geo_lng: null })
    assert.deepEqual(['geo_lat' in body, 'geo_lng' in body], [false, false])
  })

  for (const [name, value] of [
    ['geo_lat', 90.1],
    ['geo_lat', -91],
    ['geo_lat', 'north'],
    ['geo_lat', '1,5'],
    ['geo_lat', [1]],
    ['geo_lat', true],
    ['geo_lng', 180.5],
    ['geo_lng', '-181'],
    ['geo_lng', {}],
  ] as const) {
    test(`${JSON.stringify(value)} is refused as ${name}`, async () => {
      const { id } = await make()
      const refusal = { status: 400, code: 'rest_invalid_param', params: [name] }
      assertRefused(await server.ask('POST', '/venues', { ...editor, body: { venue: 'X', [name]: value } }), refusal)
      assertRefused(await change(id, { [name]: value }), refusal)
    })
  }
})
