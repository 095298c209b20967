import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FACES, NATIVE, TEC } from '../../src/core/faces.ts'
import { testEndpoints } from '../kit/openapi/endpoints.ts'
import type { TestCaller } from '../kit/server/accounts.ts'
import { withServer } from '../kit/server/with-server.ts'

const server = withServer('sqlite')

const below = testEndpoints().filter(({ base }) => base === 'namespace')

for (const face of FACES) {
  test(`the index lists every route below the namespace of the ${face.name} face`, async () => {
    const { status, body, headers } = await server.ask('GET', '/', { face })
    assert.equal(status, 200)
    assert.equal(headers.allow, 'GET')
    assert.equal(body.namespace, face.namespace)
    assert.deepEqual(
      Object.keys(body.routes),
      below.map(({ pattern }) => `/${face.namespace}${pattern}`),
    )
    for (const { namespace } of Object.values<{ namespace: string }>(body.routes))
      assert.equal(namespace, face.namespace)
  })

  test(`the index gives methods and parameters of each route (${face.name})`, async () => {
    const { routes } = (await server.ask('GET', '/', { face })).body
    const events = routes[`/${face.namespace}/events`]
    assert.deepEqual(events.methods, ['GET', 'POST'])
    const [list, create] = events.endpoints
    assert.equal(list.args.page.default, 1)
    assert.equal(list.args.per_page.default, face.imitatesTec ? '4' : 4)
    assert.equal(create.args.title.required, true)
    assert.equal(create.args.all_day.default, false)
    for (const name of ['website', 'categories', 'tags', 'venue', 'organizer']) {
      assert.equal(create.args[name].default, null, name)
    }
    assert.deepEqual(list.args[face.languageParameter].enum, ['en', 'fi', 'fr', 'de', 'es'])
    const item = routes[`/${face.namespace}/events/(?P<id>\\d+)`]
    assert.deepEqual(item.methods, ['GET', 'DELETE', 'POST', 'PUT', 'PATCH'])
    assert.deepEqual(item._links, {})
    const terms = routes[`/${face.namespace}/tags`]
    assert.equal(terms.endpoints[0].args.hide_empty.default, '1')
    assert.equal('parent' in terms.endpoints[1].args, false)
  })
}

for (const [why, path, status, code] of [
  ['without a slash', '', 200, undefined],
  ['with the slash', '/', 200, undefined],
  ['with any context', '/?context=bogus', 200, undefined],
  ['with its own namespace', `/?namespace=${TEC.namespace}`, 200, undefined],
  ['with another namespace', '/?namespace=other/v9', 404, 'rest_invalid_namespace'],
  ['in an unknown language', '/?wpml_language=xx', 400, 'rest_invalid_param'],
] as const) {
  test(`the index ${why}`, async () => {
    const { body, headers, ...answer } = await server.ask('GET', path, { face: TEC })
    assert.equal(answer.status, status)
    assert.equal(body.code, code)
    assert.equal(headers.allow, 'GET')
  })
}

for (const path of ['/doc', '/doc/', '/doc?foo=1']) {
  test(`GET ${path} returns the OpenAPI document`, async () => {
    const { status, body, headers } = await server.ask('GET', path)
    assert.equal(status, 200)
    assert.match(body.openapi, /^3\.1/)
    assert.equal(headers.allow, 'GET')
  })
}

for (const [method, path] of [
  ['GET', '/doc/x'],
  ['DELETE', '/doc'],
  ['POST', '/'],
] as const) {
  test(`${method} ${path} is not a route`, async () => {
    const { status, body } = await server.ask(method, path, { as: 'administrator' })
    assert.deepEqual([status, body.code], [404, 'rest_no_route'])
  })
}

test('OPTIONS returns the entry of the route in the index', async () => {
  const { routes } = (await server.ask('GET', '/')).body
  for (const { path, pattern } of below) {
    const { status, body } = await server.ask(
      'OPTIONS',
      path.replace(/\{(?:id|revision)\}/g, '99999').replace(/\{(?:slug|batch)\}/, 'none'),
    )
    const { _links, ...said } = routes[`/${NATIVE.namespace}${pattern}`]
    assert.deepEqual([status, body], [200, said], path)
  }
})

for (const [path, caller, allow] of [
  ['/events', 'guest', 'GET'],
  ['/events', 'subscriber', 'GET'],
  ['/events', 'contributor', 'GET, POST'],
  ['/tags', 'author', 'GET'],
  ['/tags', 'editor', 'GET, POST'],
  ['/categories', 'author', 'GET, POST'],
  ['/events/1', 'guest', 'GET'],
  ['/events/1', 'subscriber', 'GET'],
  ['/events/1', 'contributor', 'GET, DELETE, POST, PUT, PATCH'],
  ['/events/by-slug/x', 'editor', 'GET, DELETE, POST, PUT, PATCH'],
  ['/categories/1', 'contributor', 'GET'],
  ['/categories/1', 'author', 'GET, DELETE, POST, PUT, PATCH'],
  ['/events/1/translations', 'editor', 'GET'],
  ['/events/1/translations/de', 'guest', ''],
  ['/events/1/translations/de', 'contributor', 'PUT, DELETE'],
  ['/events/by-slug/x/translations/de', 'editor', 'PUT, DELETE'],
  ['/tags/1/translations/de', 'author', ''],
  ['/media', 'author', 'GET, POST'],
  ['/settings', 'editor', 'GET'],
  ['/settings', 'administrator', 'GET, POST, PUT, PATCH'],
  ['/audit', 'administrator', 'GET'],
  ['/imports/sources', 'editor', 'GET'],
  ['/imports/sources/1', 'administrator', 'GET, DELETE, POST, PUT, PATCH'],
  ['/doc', 'administrator', 'GET'],
] as [string, TestCaller, string][]) {
  test(`OPTIONS ${path} allows ${caller}: ${allow}`, async () => {
    const { headers } = await server.ask('OPTIONS', path, { as: caller })
    assert.equal(headers.allow, allow)
  })
}

for (const face of FACES) {
  for (const root of [undefined, 'de'] as const) {
    for (const [path, all, none] of [
      ['/events/by-slug/none', 'GET, DELETE, POST, PUT, PATCH', 'GET'],
      ['/venues/by-slug/none', 'GET, DELETE, POST, PUT, PATCH', 'GET'],
      ['/organizers/by-slug/none/translations/de', 'PUT, DELETE', ''],
    ] as const) {
      test(`refusals at ${path} name the methods of the caller (${face.name}, ${root ?? 'no language'})`, async () => {
        const parameter = `${face.languageParameter}=xx`
        for (const [caller, allow] of [
          ['guest', none],
          ['author', none],
          ['editor', all],
          ['administrator', all],
        ] as const) {
          const ask = { as: caller, face, ...(root && { root }) }
          const headers = { 'content-type': 'application/json' }
          for (const answer of [
            await server.ask('PUT', path, { ...ask, body: {} }),
            await server.ask('PUT', path, { ...ask, body: '{', headers }),
            await server.ask('DELETE', `${path}?${parameter}`, ask),
          ]) {
            assert.ok(answer.status === 400 || answer.status === 404)
            assert.equal(answer.headers.allow, allow, `${caller}: ${answer.body.code}`)
          }
        }
      })
    }
  }

  test(`refusals that come before a route runs name the methods of the caller (${face.name})`, async () => {
    const headers = { 'content-type': 'application/json' }
    for (const [method, path, caller, allow] of [
      ['OPTIONS', `/events?${face.languageParameter}=xx`, 'contributor', 'GET, POST'],
      ['OPTIONS', `/settings?${face.languageParameter}=xx`, 'editor', 'GET'],
      ['PUT', '/settings', 'administrator', 'GET, POST, PUT, PATCH'],
      ['POST', '/media/1', 'guest', 'GET'],
    ] as const) {
      const body = method === 'OPTIONS' ? {} : { body: '{', headers }
      const answer = await server.ask(method, path, { as: caller, face, ...body })
      assert.deepEqual([answer.status, answer.headers.allow], [400, allow], path)
    }
  })
}
