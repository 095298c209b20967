import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EXPERIMENTAL_API_ACKNOWLEDGEMENT } from '../../src/core/experimental-api-acknowledgement.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

onSqlite('parameters of every WordPress route', (engine) => {
  const server = withServer(engine)
  const get = (path: string) => server.ask('GET', `host:/wp-json/wp/v2${path}`)

  test('_envelope puts status and headers into the body', async () => {
    const { status, body } = await get('/users?_envelope=1&per_page=1')
    assert.equal(status, 200)
    assert.deepEqual(body, {
      body: [],
      status: 200,
      headers: { Allow: 'GET', 'X-WP-Total': 0, 'X-WP-TotalPages': 0 },
    })
  })

  test('tec/v1 has _envelope and _jsonp, too', async () => {
    const ask = (query: string) =>
      server.ask('GET', `host:/wp-json/tec/v1/venues?${query}`, {
        headers: { 'x-tec-eea': EXPERIMENTAL_API_ACKNOWLEDGEMENT },
      })
    const { body } = await ask('_envelope=1')
    assert.deepEqual([body.body, body.status], [[], 200])
    assert.deepEqual([body.headers['X-WP-Total'], body.headers['X-WP-TotalPages']], [0, 0])
    const { body: refused } = await ask('_envelope=1&page=0')
    assert.deepEqual([refused.status, refused.body.code], [400, 'rest_invalid_param'])
    assert.equal((await ask('_jsonp=take')).bytes.toString(), '/**/take([])')
  })

  test('errors are enveloped, too', async () => {
    const unknown = await get('/nowhere?_envelope')
    assert.deepEqual([unknown.status, unknown.body.status, unknown.body.headers], [200, 404, []])
    assert.equal(unknown.body.body.code, 'rest_no_route')
    const refused = await get('/users/me?_envelope=1')
    assert.deepEqual([refused.status, refused.body.status, refused.body.headers], [200, 401, { Allow: 'GET' }])
  })

  test('_jsonp makes the response a script', async () => {
    const { status, headers, bytes } = await get('/types/tribe_events?_jsonp=my.take&_fields=slug')
    assert.deepEqual([status, headers['content-type']], [200, 'application/javascript; charset=UTF-8'])
    assert.equal(bytes.toString(), '/**/my.take({"slug":"tribe_events"})')
  })

  for (const name of ['alert(1)//', 'a-b', '', '<b>']) {
    test(`_jsonp refuses the name "${name}"`, async () => {
      const { status, headers, body } = await get(`/types?_jsonp=${encodeURIComponent(name)}`)
      assert.deepEqual([status, body.code], [400, 'rest_callback_invalid'])
      assert.equal(headers['content-type'], 'application/json; charset=UTF-8')
    })
  }

  test('repeating a parameter of the response in the request is no error for HEAD', async () => {
    const { status, bytes } = await server.ask('HEAD', 'host:/wp-json/wp/v2/types?_envelope=1')
    assert.deepEqual([status, bytes.length], [200, 0])
  })
})
