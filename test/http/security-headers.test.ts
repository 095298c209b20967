import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressesOf } from '../kit/calendar/route-addresses.ts'
import { makePublic } from '../kit/calendar/unpublished.ts'
import type { Ask, TestAnswer } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

// Security headers do not depend on the database, so one engine is enough.
let addresses: string[]
/** One address of each route: headers that hooks set are the same for the others. */
let routeAddresses: string[]
const server = withServer('sqlite', { corsOrigins: ['https://intranet.example'] }, async (server) => {
  const byRoute = Object.values(addressesOf(await makePublic(server)))
  for (const route of server.routes()) {
    if (route.startsWith('GET /~site/assets/')) byRoute.push([route.replace('GET /~site', 'host:')])
  }
  addresses = byRoute.flat()
  routeAddresses = byRoute.flatMap((paths) => paths.slice(0, 1))
})

/** Requests that fail, in each part of the program that can send errors. */
const FAILING_REQUESTS: [method: string, path: string, options?: Ask][] = [
  ['GET', '/events/999999'],
  ['GET', '/events?page=x'],
  ['GET', '/nothing'],
  ['GET', 'host:/nothing'],
  ['GET', 'host:/nothing', { headers: { accept: 'text/html' } }],
  ['GET', 'host:/event/nothing/'],
  ['GET', 'host:/embed/month/2030-13/'],
  ['GET', 'host:/media/1-nothing.png'],
  ['GET', 'host:/wp-json/wp/v2/users/me'],
  ['POST', '/events', { body: {} }],
  ['POST', '/events', { body: '{', headers: { 'content-type': 'application/json' } }],
  ['POST', '/events', { body: 'x'.repeat(2 ** 20 + 1), headers: { 'content-type': 'application/json' } }],
  ['PUT', '/settings', { body: {} }],
  ['OPTIONS', '/events'],
  ['HEAD', '/events'],
  ['GET', '/events', { headers: { authorization: 'Bearer alm_no' } }],
]

function assertSafe({ status, headers, bytes }: TestAnswer, name: string): void {
  // The headers of the stored response still apply.
  if (status === 304) return
  const policy = String(headers['content-security-policy'])
  const isPage = String(headers['content-type']).startsWith('text/html')
  assert.equal(headers['x-content-type-options'], 'nosniff', name)
  assert.match(policy, /default-src 'none'/, name)
  assert.doesNotMatch(policy, /unsafe|script-src [^;]*(\*|data:|https?:)/, name)
  assert.match(String(headers['referrer-policy']), /^(no-referrer|strict-origin-when-cross-origin)$/, name)
  for (const revealing of ['server', 'x-powered-by', 'via'])
    assert.equal(headers[revealing], undefined, `${name}: ${revealing}`)
  if (bytes.length > 0) assert.ok(headers['content-type'], name)
  if (!isPage) return
  assert.match(String(headers['permissions-policy']), /camera=\(\)/, name)
  assert.equal(headers['cross-origin-opener-policy'], 'same-origin', name)
  const mayBeFramed = /\/embed\/[a-z]/.test(name)
  assert.match(policy, mayBeFramed ? /frame-ancestors \*/ : /frame-ancestors 'none'/, name)
}

test('every anonymous response has security headers, fresh or cached', async () => {
  for (const path of addresses) {
    assertSafe(await server.ask('GET', path), path)
    const answer = await server.ask('GET', path)
    assertSafe(answer, path)
    const { etag } = answer.headers
    if (etag) assertSafe(await server.ask('GET', path, { headers: { 'if-none-match': String(etag) } }), path)
  }
})

test('errors have security headers', async () => {
  for (const [method, path, options] of FAILING_REQUESTS)
    assertSafe(await server.ask(method, path, options), `${method} ${path}`)
})

test('responses to callers with credentials have security headers, and shared caches must not store them', async () => {
  for (const path of routeAddresses) {
    const answer = await server.ask('GET', path, { as: 'editor' })
    assertSafe(answer, path)
    const cacheControl = String(answer.headers['cache-control'])
    // Static files and pictures are the same for every caller.
    if (/no-cache|no-store/.test(cacheControl)) continue
    assert.match(path, /\/media\/|\/docs\/|\/assets\/|\/embed\/[a-z-]+\.(js|css)$/, path)
  }
})

test('only configured origins may send credentials, fresh or cached, on errors and refusals too', async () => {
  const requests: [string, string][] = [
    ['OPTIONS', '/events'],
    ['GET', '/events'],
    ['GET', '/events'],
    ['GET', '/events/1'],
  ]
  for (const [method, path] of [...requests, ['POST', '/events']] as const) {
    for (const [origin, expected] of [
      ['https://intranet.example', 'true'],
      ['https://other.example', undefined],
      ['https://intranet.example.evil.example', undefined],
      ['null', undefined],
    ]) {
      const { headers } = await server.ask(method, path, { headers: { origin: origin as string } })
      assert.equal(headers['access-control-allow-origin'], origin, `${method} ${path}`)
      assert.equal(headers['access-control-allow-credentials'], expected, `${method} ${path} ${origin}`)
    }
  }
})

test('request ids are random', async () => {
  const ids = new Set<unknown>()
  for (let count = 0; count < 5; count += 1) ids.add((await server.ask('GET', '/events')).headers['x-request-id'])
  const parts = [...ids].map((id) => String(id).split('-'))
  assert.equal(ids.size, 5)
  for (const [position] of (parts[0] as string[]).entries()) {
    // The third part of a UUID contains its version.
    if (position !== 2) assert.equal(new Set(parts.map((part) => part[position])).size, 5, `part ${position}`)
  }
})

test('CORS headers name the origin of the request, and never allow credentials for all origins', async () => {
  for (const [index, path] of routeAddresses.entries()) {
    const isOdd = index % 10 === 0
    for (const origin of isOdd ? [undefined, 'null'] : ['https://evil.example']) {
      const { headers } = await server.ask('GET', path, { headers: origin === undefined ? {} : { origin } })
      const allowed = headers['access-control-allow-origin']
      if (allowed === '*') assert.equal(headers['access-control-allow-credentials'], undefined, path)
      else if (allowed !== undefined) {
        assert.equal(allowed, origin, path)
        assert.match(String(headers.vary), /\bOrigin\b/, path)
      }
    }
  }
})
