/** Unknown parameters and body fields are named in a header, or refused if the request prefers strict handling. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FACES, NATIVE, TEC } from '../../src/core/faces.ts'
import { EVENT, makersOf } from '../kit/calendar/makers.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

const STRICT = { prefer: 'handling=strict' }

onSqlite('ignored parameters', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)

  for (const [path, expected] of [
    ['/events?strat_date=2030-01-01', 'strat_date'],
    ['/events?zebra=1&apple=2&page=1', 'apple, zebra'],
    ['/events?page=1&per_page=2&categories[]=1', undefined],
    ['/events?_fields=id&_embed=1', undefined],
    ['/venues?colour=red', 'colour'],
    ['/categories?coulour[x]=red', 'coulour'],
    ['/tags?_x=1', '"_x"'],
    ['/tags?a%0D%0Ab=1&%22=1&%5C=1', '"\\"", "\\\\", "a%0D%0Ab"'],
    ['/tags?caf%C3%A9=1', '"caf%C3%A9"'],
    [`/tags?${'x'.repeat(100)}=1`, 'x'.repeat(64)],
    [`/tags?${'%C3%A9'.repeat(64)}=1`, `"${'%C3%A9'.repeat(10)}%C3"`],
    ['/tags?100%25=1', '"100%"'],
    ['/languages?x=1', 'x'],
    ['/doc?x=1', 'x'],
    ['/events.ics?start_date=2030-01-01&x=1', 'x'],
    ['/?namspace=x', 'namspace'],
  ] as const) {
    test(`GET ${path.slice(0, 60)} names ${expected === undefined ? 'nothing' : expected.slice(0, 30)}`, async () => {
      for (const face of FACES) {
        const { headers } = await server.ask('GET', path, { face })
        assert.equal(headers['x-ignored-parameters'], expected)
        assert.equal(headers['preference-applied'], undefined)
      }
    })
  }

  test('WordPress routes name them too', async () => {
    const { headers } = await server.ask('GET', 'host:/wp-json/wp/v2/types?x=1&context=view&_envelope=1&lang=de')
    assert.equal(headers['x-ignored-parameters'], 'x')
  })

  test('at most 20 names are listed', async () => {
    const query = Array.from({ length: 200 }, (_, number) => `x${number + 100}=1`).join('&')
    const { headers } = await server.ask('GET', `/events?${query}`)
    assert.equal(String(headers['x-ignored-parameters']).split(', ').length, 20)
  })

  test('the language parameter of a face is accepted, that of another face is not', async () => {
    const query = '/tags?translation_language=de&wpml_language=de&lang=de'
    const native = await server.ask('GET', query)
    assert.equal(native.headers['x-ignored-parameters'], 'lang, wpml_language')
    const tec = await server.ask('GET', query, { face: TEC })
    assert.equal(tec.headers['x-ignored-parameters'], 'translation_language')
  })

  test('writes name the fields that they ignore', async () => {
    for (const face of FACES) {
      const created = await server.ask('POST', '/events?x=1', {
        as: 'editor',
        face,
        body: { ...EVENT, titel: 'Concert', colour: 'red' },
      })
      assert.deepEqual([created.status, created.headers['x-ignored-parameters']], [201, 'colour, titel, x'])
      const path = `/events/${created.body.id}`
      const changed = await server.ask('PUT', path, { as: 'editor', face, body: { titel: 'Ball' } })
      assert.deepEqual([changed.status, changed.headers['x-ignored-parameters']], [200, 'titel'])
      const removed = await server.ask('DELETE', `${path}?forced=1`, { as: 'editor', face })
      assert.deepEqual([removed.status, removed.headers['x-ignored-parameters']], [200, 'forced'])
    }
  })

  test('writes name the members of inline records that they ignore', async () => {
    const venue = { venue: 'Hall', adress: 'Road 1' }
    const organizer = [{ organizer: 'Club' }, { organizer: 'Choir', emial: 'a@b.example', web: '' }]
    for (const face of FACES) {
      const body = { ...EVENT, venue, organizer, series: { id: 1, titel: 'Not read' } }
      const { headers } = await server.ask('POST', '/events', { as: 'editor', face, body })
      assert.equal(headers['x-ignored-parameters'], '"organizer[1].emial", "organizer[1].web", venue.adress')
      const refused = await server.ask('POST', '/events', { as: 'editor', face, body, headers: STRICT })
      assert.deepEqual([refused.status, refused.body.code], [400, 'rest_invalid_param'])
      const { params } = refused.body.data
      assert.deepEqual(Object.keys(params), ['organizer[1].emial', 'organizer[1].web', 'venue.adress'])
      assert.match(params['venue.adress'], /Did you mean address\?/)
    }
    const form = await server.ask('POST', '/events', {
      as: 'editor',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: Buffer.from('title=A&start_date=2031-01-01&end_date=2031-01-02&venue[venue]=Hall&venue[cty]=Oulu'),
    })
    assert.deepEqual([form.status, form.headers['x-ignored-parameters']], [201, 'venue.cty'])
  })

  test('a record can be sent back as it was read, also strictly', async () => {
    const venue = await make.venue()
    const records = {
      events: await make.event({ venue: venue.id, categories: [(await make.category()).id] }),
      venues: venue,
      organizers: await make.organizer(),
      categories: await make.category(),
      tags: await make.tag(),
    }
    for (const face of FACES) {
      for (const [name, { id }] of Object.entries(records)) {
        const { body } = await server.ask('GET', `/${name}/${id}`, { as: 'editor', face })
        const {
          status,
          headers,
          body: answer,
        } = await server.ask('PUT', `/${name}/${id}`, {
          as: 'editor',
          face,
          body,
          headers: STRICT,
        })
        assert.equal(headers['x-ignored-parameters'], undefined)
        assert.equal(headers['preference-applied'], 'handling=strict')
        const unknown = Object.values(answer.data?.params ?? {}).filter((text) => /not a parameter/.test(String(text)))
        assert.deepEqual([status === 200 || status === 400, unknown], [true, []], name)
      }
    }
  })

  for (const [method, path, body, expected] of [
    ['GET', '/events?strat_date=2030-01-01', undefined, { strat_date: /Did you mean start_date\?/ }],
    [
      'GET',
      '/events?colour=red&perpage=2',
      undefined,
      { colour: /not a parameter of this route\.$/, perpage: /per_page/ },
    ],
    ['GET', '/events/1?fields=id', undefined, { fields: /_fields/ }],
    ['POST', '/events', { ...EVENT, titel: 'Concert' }, { titel: /title/ }],
    ['POST', '/venues', { venue: 'Hall', adress: 'Road 1' }, { adress: /address/ }],
    ['PUT', '/tags/1', { nmae: 'x' }, { nmae: /name/ }],
    ['DELETE', '/events/1?forced=1', undefined, { forced: /force/ }],
  ] as const) {
    test(`${method} ${path} with strict handling names the nearest parameters`, async () => {
      for (const face of FACES) {
        const options = { face, headers: STRICT, ...(body && { body, as: 'editor' as const }) }
        const { status, headers, body: answer } = await server.ask(method, path, options)
        assert.equal(headers['preference-applied'], 'handling=strict')
        assert.deepEqual([status, answer.code], [400, 'rest_invalid_param'])
        assert.deepEqual(Object.keys(answer.data.params), Object.keys(expected))
        for (const [name, text] of Object.entries(expected)) assert.match(answer.data.params[name], text)
      }
    })
  }

  test('a strict request that is refused writes nothing', async () => {
    const event = await make.event()
    const body = { title: 'Other', titel: 'x' }
    const { status } = await server.ask('PUT', `/events/${event.id}`, { as: 'editor', body, headers: STRICT })
    assert.equal(status, 400)
    assert.equal((await server.ask('GET', `/events/${event.id}`)).body.title, event.title)
  })

  test('a strict error is in the language of the request', async () => {
    const { body } = await server.ask('GET', `/tags?x=1&${NATIVE.languageParameter}=de`, { headers: STRICT })
    assert.match(body.data.params.x, /kein Parameter/)
  })

  test('strict handling without unknown parameters changes nothing else', async () => {
    const plain = await server.ask('GET', '/events?page=1')
    const strict = await server.ask('GET', '/events?page=1', { headers: STRICT })
    assert.deepEqual([strict.status, strict.headers['preference-applied']], [200, 'handling=strict'])
    assert.deepEqual(strict.body, plain.body)
    const lenient = await server.ask('GET', '/events?x=1', { headers: { prefer: 'handling=lenient' } })
    assert.deepEqual([lenient.status, lenient.headers['preference-applied']], [200, undefined])
  })

  test('a cached response has the header of its request, and strict requests do not get it', async () => {
    for (const query of ['page=1', 'x=1&page=1', 'page=1&x=1', 'page=1&y=1', 'x=1&page=1']) {
      const { headers } = await server.ask('GET', `/organizers?${query}`)
      assert.equal(headers['x-ignored-parameters'], /[xy]/.exec(query)?.[0], query)
    }
    assert.equal((await server.ask('GET', '/organizers?page=1&x=1', { headers: STRICT })).status, 400)
    const strict = await server.ask('GET', '/organizers?page=1', { headers: STRICT })
    assert.equal(strict.headers['preference-applied'], 'handling=strict')
    assert.equal((await server.ask('GET', '/organizers?page=1')).headers['preference-applied'], undefined)
  })

  test('pages of other origins may send the preference and read the header', async () => {
    const { headers } = await server.ask('GET', '/events?x=1', { headers: { origin: 'https://example.org' } })
    assert.match(String(headers['access-control-expose-headers']), /X-Ignored-Parameters, Preference-Applied/)
    assert.match(String(headers['access-control-allow-headers']), /\bPrefer\b/)
  })
})
