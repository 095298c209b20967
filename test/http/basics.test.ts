import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FACES, NATIVE, TEC } from '../../src/core/faces.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

onSqlite('requests in general', (engine) => {
  const server = withServer(engine)

  const EVENT = { title: 'Opening', start_date: '2030-07-01 10:00:00', end_date: '2030-07-01 12:00:00' }

  for (const face of FACES) {
    test(`an event is created and read on the ${face.name} face`, async () => {
      const made = await server.ask('POST', '/events', { as: 'editor', face, body: EVENT })
      assert.equal(made.status, 201)
      assert.equal(made.headers.location, `http://localhost${face.prefix}/${face.namespace}/events/${made.body.id}`)
      const { json_ld, ...read } = (await server.ask('GET', `/events/${made.body.id}`, { face })).body
      assert.deepEqual(read, made.body)
      assert.equal(json_ld['@type'], 'Event')
    })
  }

  for (const [why, method, path, options, status, code] of [
    ['an unknown path', 'GET', '/nothing', {}, 404, 'rest_no_route'],
    [
      'a method that the collection does not support',
      'DELETE',
      '/venues',
      { as: 'administrator' },
      404,
      'rest_no_route',
    ],
    ['an id that is not a number', 'GET', '/events/abc', {}, 404, 'rest_no_route'],
    [
      'malformed JSON',
      'POST',
      '/events',
      { headers: { 'content-type': 'application/json' }, body: '{' },
      400,
      'rest_invalid_json',
    ],
    [
      'malformed JSON on a GET',
      'GET',
      '/events',
      { headers: { 'content-type': 'application/json' }, body: '{' },
      400,
      'rest_invalid_json',
    ],
    [
      'malformed JSON on an unknown path',
      'POST',
      '/nothing',
      { headers: { 'content-type': 'application/json' }, body: '{' },
      404,
      'rest_no_route',
    ],
    [
      'JSON with another content type',
      'POST',
      '/events',
      { headers: { 'content-type': 'text/plain' }, body: '{"title":"x"}' },
      400,
      'rest_missing_callback_param',
    ],
    ['a body that is a list', 'POST', '/events', { body: [1] }, 400, 'rest_missing_callback_param'],
    ['a body over 1 MiB', 'POST', '/events', { body: { title: 'x'.repeat(1024 * 1024) } }, 413, 'rest_body_too_large'],
    ['an unknown language', 'GET', '/events?translation_language=xx', {}, 400, 'rest_invalid_param'],
    [
      'an unknown token',
      'GET',
      '/events',
      { headers: { authorization: 'Bearer alm_nothing' } },
      401,
      'rest_invalid_token',
    ],
    [
      'an unknown user',
      'GET',
      '/events',
      { headers: { authorization: `Basic ${btoa('nobody:x')}` } },
      401,
      'invalid_username',
    ],
  ] as const) {
    test(`refuses ${why}`, async () => {
      const answer = await server.ask(method, path, options)
      assert.equal(answer.status, status)
      assert.equal(answer.body.code, code)
      assert.equal(answer.body.data.status, status)
      assert.equal(typeof answer.body.message, 'string')
    })
  }

  test('an unknown language is explained under the name of its parameter', async () => {
    const { body } = await server.ask('GET', '/events/1?wpml_language=xx', { face: TEC })
    assert.equal(body.data.details.wpml_language.code, 'rest_not_in_enum')
  })

  test('an anonymous request with the current entity tag gets 304', async () => {
    const first = await server.ask('GET', '/events')
    const again = await server.ask('GET', '/events', { headers: { 'if-none-match': String(first.headers.etag) } })
    assert.equal(again.status, 304)
    assert.equal(again.body, undefined)
  })

  test('links never have a host that is not allowed', async () => {
    const { body } = await server.ask('GET', '/events', { headers: { host: 'evil.example' } })
    assert.doesNotMatch(JSON.stringify(body), /evil/)
  })

  test('the default language has addresses with and without a prefix', async () => {
    const roots = await Promise.all([server.ask('GET', '/events'), server.ask('GET', '/events', { root: 'en' })])
    assert.deepEqual(
      roots.map(({ status }) => status),
      [200, 200],
    )
    assert.match(roots[1].body.rest_url, /^http:\/\/localhost\/en\/cal/)
  })

  test('rest_route, the URLs of WordPress without pretty permalinks, is supported', async () => {
    const { body } = await server.ask('GET', 'host:/?rest_route=/tribe/events/v1/events&per_page=1')
    assert.match(body.rest_url, /\/wp-json\/tribe\/events\/v1\/events\/\?page=1&per_page=1/)
  })

  test('a method override works on POST only', async () => {
    const { body } = await server.ask('POST', '/events', { as: 'editor', body: EVENT })
    const headers = { 'x-http-method-override': 'DELETE' }
    assert.equal((await server.ask('GET', `/events/${body.id}`, { as: 'editor', headers })).body.status, 'publish')
    assert.equal((await server.ask('POST', `/events/${body.id}`, { as: 'editor', headers })).body.status, 'trash')
  })

  test('HEAD has the headers of GET and no body', async () => {
    const [head, get] = await Promise.all(['HEAD', 'GET'].map((method) => server.ask(method, '/events')))
    assert.equal(head?.headers['x-tec-total'], get?.headers['x-tec-total'])
    assert.equal(head?.body, undefined)
  })

  test('the native face has its own error codes for missing records', async () => {
    for (const [path, code] of [
      ['/events/999999', 'event-not-found'],
      ['/venues/by-slug/nothing', 'venue-not-found'],
      ['/tags/999999', 'tag-not-found'],
    ] as const) {
      const answer = await server.ask('GET', path, { face: NATIVE })
      assert.deepEqual([answer.status, answer.body.code], [404, code])
    }
  })
})
