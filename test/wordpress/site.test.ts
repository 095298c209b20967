import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeSiteSettings } from '../../src/settings/site-settings.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import { type Ask, TEST_NOW } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

onSqlite('the index of WordPress routes', (engine) => {
  const server = withServer(engine)
  const ask = (method: string, path: string, options?: Ask) => server.ask(method, `host:/wp-json${path}`, options)
  const setZone = (timezone: string) => server.db.transaction((tx) => writeSiteSettings(tx, { timezone }))

  test('it describes the site', async () => {
    await setZone('America/New_York')
    const { status, headers, body } = await ask('GET', '/')
    const { routes, ...site } = body
    assert.deepEqual([status, headers.allow], [200, 'GET'])
    assert.deepEqual(site, {
      name: 'Almanac',
      description: '',
      url: 'http://localhost',
      home: 'http://localhost',
      gmt_offset: -4,
      timezone_string: 'America/New_York',
      namespaces: ['oembed/1.0', 'tribe/events/v1', 'tec/v1', 'wp/v2'],
      authentication: { 'application-passwords': { endpoints: {} } },
      _links: { help: [{ href: 'https://developer.wordpress.org/rest-api/' }] },
    })
    assert.deepEqual(routes['/wp/v2/types'], {
      namespace: 'wp/v2',
      methods: ['GET'],
      endpoints: [{ methods: ['GET'], args: { context: { required: false } } }],
      _links: { self: [{ href: 'http://localhost/wp-json/wp/v2/types' }] },
    })
    assert.deepEqual(routes['/tribe/events/v1/events'].methods, ['GET', 'POST'])
    assert.ok(routes['/tribe/events/v1/events'].endpoints[1].args.title.required)
    assert.deepEqual(routes['/tec/v1/events'].methods, ['GET', 'POST'])
    assert.equal(routes['/wp/v2/users/(?P<id>\\d+)'].namespace, 'wp/v2')
    await setZone('UTC')
  })

  for (const path of ['/wp-json', '/?rest_route=/', '/index.php?rest_route=/', '/index.php/wp-json/']) {
    test(`it is also at ${path}`, async () => {
      assert.deepEqual((await server.ask('GET', `host:${path}`)).body, (await ask('GET', '/')).body)
    })
  }

  test('below the prefix of a language, its links stay there', async () => {
    const { body } = await server.ask('GET', 'host:/de/wp-json/')
    assert.equal(body.url, 'http://localhost/de')
    assert.equal(body.routes['/wp/v2/types']._links.self[0].href, 'http://localhost/de/wp-json/wp/v2/types')
    assert.equal((await server.ask('GET', 'host:/de/index.php/wp-json/')).body.url, 'http://localhost/de')
  })

  test('a namespace has an index of its own routes', async () => {
    const { body } = await ask('GET', '/wp/v2')
    assert.equal(body.namespace, 'wp/v2')
    assert.deepEqual(body._links, { up: [{ href: 'http://localhost/wp-json/' }] })
    const whole = (await ask('GET', '/')).body.routes
    const own = Object.entries<{ namespace: string }>(whole).filter(([, { namespace }]) => namespace === 'wp/v2')
    assert.ok(own.length > 5)
    assert.deepEqual(body.routes, Object.fromEntries(own))
  })

  test('on a day on which the clocks change, the offset is not cached', async () => {
    await setZone('Europe/Berlin')
    const offsetAt = async (time: string) => {
      server.clock.now = Date.parse(time) / 1000
      return (await ask('GET', '/?_fields=gmt_offset')).body
    }
    assert.deepEqual(await offsetAt('2031-03-30T00:30:00Z'), { gmt_offset: 1 })
    assert.deepEqual(await offsetAt('2031-03-30T01:30:00Z'), { gmt_offset: 2 })
    server.clock.now = TEST_NOW
    await setZone('UTC')
  })

  test('every route responds to OPTIONS with its entry', async () => {
    const { routes } = (await ask('GET', '/')).body
    for (const [pattern, { _links, ...entry }] of Object.entries<{ namespace: string; _links?: unknown }>(routes)) {
      if (['tribe/events/v1', 'tec/v1'].includes(entry.namespace)) continue
      const path = pattern.replace('(?P<id>\\d+)', '1').replace(/\(.*\)/, 'tribe_events')
      const answer = await ask('OPTIONS', path, { headers: { origin: 'https://x.example' } })
      assert.deepEqual([answer.status, answer.body], [200, entry], pattern)
      assert.equal(answer.headers['access-control-allow-origin'], 'https://x.example')
    }
  })

  for (const [method, path] of [
    ['GET', '/nowhere/v1'],
    ['GET', '/wp/v2/nowhere'],
    ['GET', '/wp/v2/posts'],
    ['GET', '/wp/v2/comments'],
    ['GET', '/wp/v2/plugins'],
    ['DELETE', '/'],
    ['DELETE', '/wp/v2/settings'],
  ] as const) {
    test(`there is no route for ${method} ${path}`, async () => {
      const { status, body } = await ask(method, path, { as: 'administrator' })
      assert.deepEqual([status, body.code], [404, 'rest_no_route'])
    })
  }

  test('an unknown language is an error', async () => {
    const { status, body } = await ask('GET', '/?lang=xx')
    assert.deepEqual([status, Object.keys(body.data.params)], [400, ['lang']])
  })

  test('the native face has none of these routes', async () => {
    assert.equal((await server.ask('GET', 'host:/wp/v2/types')).status, 404)
  })
})
