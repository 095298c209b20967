import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { EVENT } from '../kit/calendar/makers.ts'
import { HANG_MS } from '../kit/eventually.ts'
import { withListeningServer } from '../kit/server/with-server.ts'

const server = withListeningServer('sqlite')

/** Time after which a server that neither responds nor closes the connection waits for the rest of a request. */
const SILENCE_MS = 1500

/**
 * Sends bytes without processing them.
 * @param silenceMs time without bytes after which the connection is given up
 * @returns the statuses of all responses, and their text
 */
async function raw(bytes: string, silenceMs = HANG_MS): Promise<{ statuses: number[]; text: string }> {
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
  let text = ''
  socket.setTimeout(silenceMs, () => socket.destroy())
  socket.on('data', (chunk) => (text += chunk.toString('latin1')))
  socket.on('error', () => {})
  socket.write(bytes, 'latin1')
  await new Promise((resolve) => socket.once('close', resolve))
  return { statuses: [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)), text }
}

const POST = 'POST /cal/events/v1/events HTTP/1.1\r\nHost: localhost\r\n'
/** The request to smuggle inside another one. Only its response contains `"status":"ok"`. */
const INNER = 'GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n'
/** The same, as the last request on its connection. */
const LAST = INNER.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')

for (const [name, bytes] of [
  ['two lengths', `${POST}Content-Length: 0\r\nContent-Length: ${INNER.length}\r\n\r\n${INNER}`],
  ['a list of lengths', `${POST}Content-Length: 0, ${INNER.length}\r\n\r\n${INNER}`],
  [
    'a length and chunks',
    `${POST}Content-Length: ${INNER.length + 5}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${INNER}`,
  ],
  ['chunks and a length', `${POST}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${INNER}`],
  ['an unknown coding', `${POST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${INNER}`],
  ['a coding after chunks', `${POST}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${INNER}`],
  ['a folded header', `${POST}Transfer-Encoding:\r\n chunked\r\nX: 1\r\n\r\n${INNER}`],
  ['a space before the colon', `${POST}Content-Length : ${INNER.length}\r\n\r\n${INNER}`],
  ['a signed length', `${POST}Content-Length: +${INNER.length}\r\n\r\n${INNER}`],
  ['a length in hex', `${POST}Content-Length: 0x10\r\n\r\n${INNER}`],
  ['an invalid chunk size', `${POST}Transfer-Encoding: chunked\r\n\r\n0x0\r\n\r\n${INNER}`],
  ['a line feed in a header', `${POST}X: a\nContent-Length: 0\r\n\r\n${INNER}`],
  ['a return in a header', `${POST}X: a\rContent-Length: 0\r\n\r\n${INNER}`],
  ['NUL in a header', `${POST}X: a\u0000b\r\n\r\n${INNER}`],
  ['no host', `GET / HTTP/1.1\r\n\r\n${INNER}`],
  ['an invalid method', `G@T / HTTP/1.1\r\nHost: localhost\r\n\r\n${INNER}`],
  ['another protocol', `GET / HTTP/9.9\r\nHost: localhost\r\n\r\n${INNER}`],
] as const) {
  test(`request smuggling fails: ${name}`, async () => {
    const { statuses, text } = await raw(bytes, SILENCE_MS)
    assert.ok(statuses.length <= 1 || statuses[0] === 400 || !text.includes('"status":"ok"'), text)
    assert.ok((statuses[0] ?? 400) >= 400 || statuses.length === 1, text)
    assert.doesNotMatch(text, /HTTP\/1\.1 5\d\d/)
  })
}

test('pipelined requests are answered in order', async () => {
  const { statuses } = await raw(`${INNER}GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n${LAST}`)
  assert.deepEqual(statuses, [200, 404, 200])
})

test('no header makes links point to another host', async () => {
  for (const head of [
    'GET http://evil.example/cal/events/v1/events HTTP/1.1\r\nHost: evil.example\r\n',
    'GET /cal/events/v1/events HTTP/1.1\r\nHost: evil.example\r\n',
    'GET /cal/events/v1/events HTTP/1.1\r\nHost: 127.0.0.1@evil.example\r\n',
    'GET /cal/events/v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-Host: evil.example\r\nX-Host: evil.example\r\nForwarded: host=evil.example\r\n',
    'GET /cal/events/v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Original-URL: //evil.example/\r\nX-Rewrite-URL: //evil.example/\r\n',
    'GET //evil.example/events/ HTTP/1.1\r\nHost: 127.0.0.1\r\n',
    'GET /events/?x=//evil.example/ HTTP/1.1\r\nHost: evil.example\r\n',
    'GET /\\evil.example HTTP/1.1\r\nHost: 127.0.0.1\r\n',
  ]) {
    const { statuses, text } = await raw(`${head}Connection: close\r\n\r\n`)
    assert.ok((statuses[0] ?? 500) < 500, text)
    assert.doesNotMatch(text, /^location:.*\/\/evil|https?:\/\/[^"\s]*evil\.example(?!%2F)/im, head)
  }
})

const PATHS = [
  '..',
  '../..',
  '..%2f..%2f',
  '%2e%2e/%2e%2e/',
  '..%5c',
  '....//',
  '%00',
  '..%00.png',
  '%c0%ae%c0%ae/',
  '~',
  'C:%5c',
]
test('path traversal fails', async () => {
  for (const root of [
    '/media/',
    '/assets/',
    '/embed/',
    '/event/',
    '/events/category/',
    '/cal/events/v1/docs/',
    '/wp-json/',
  ]) {
    for (const part of PATHS) {
      for (const file of ['etc/passwd', 'package.json', 'almanac.db']) {
        const { statuses, text } = await raw(
          `GET ${root}${part}/${file} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`,
        )
        assert.ok([301, 400, 404].includes(statuses[0] ?? 0), `${root}${part}/${file}: ${text.slice(0, 200)}`)
        assert.doesNotMatch(text, /root:x:|"dependencies"|SQLite format/)
      }
    }
  }
})

const DEEP = 100_000
const BODIES: string[] = [
  '{"__proto__":{"polluted":1},"title":"x"}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"venue":{"__proto__":{"polluted":1},"venue":"x"}}',
  '{"organizer":[{"constructor":{"prototype":{"polluted":1}}}]}',
  `{"venue":${'{"venue":'.repeat(500)}1${'}'.repeat(500)}}`,
  `{"title":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`,
  `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`,
  '{"venue":1e308,"author":-0,"image":1e400}',
  '{"venue":9007199254740993,"organizer":[9007199254740993]}',
  `{"author":${'9'.repeat(10_000)}}`,
  '{"author":"NaN","venue":"Infinity","image":"-0"}',
  '{"title":"\\ud800","description":"\\udfff"}',
  '{"title":"a\\u0000b"}',
  '{"title":"\\u202egnp.exe","slug":"\\u200b\\u202e"}',
  `{"start_date":"${'1 jan '.repeat(17_000)}"}`,
  `{"cost":"${'1'.repeat(100_000)}"}`,
  '{"website":"javascript:alert(1)//http://"}',
  '{"slug":"../../etc/passwd"}',
  '{"title":"Robert\'); DROP TABLE event;--"}',
  '{"timezone":"../../etc/passwd"}',
]
const KEYS = [
  '__proto__[polluted]=1',
  'constructor[prototype][polluted]=1',
  'a[__proto__][polluted]=1',
  'venue[__proto__][polluted]=1',
  '__proto__.polluted=1',
  'hasOwnProperty=1&toString=1&valueOf=1',
]

test('hostile bodies and queries cause no server error and no prototype pollution', async () => {
  const needed = JSON.stringify(EVENT).slice(1)
  for (const body of BODIES) {
    for (const text of [body, body.replace('{', `{${needed.slice(0, -1)},`)]) {
      for (const [method, path] of [
        ['POST', '/events'],
        ['POST', '/venues'],
        ['PUT', '/events/1'],
        ['POST', '/settings'],
      ] as const) {
        const headers = { 'content-type': 'application/json' }
        for (const as of ['guest', 'administrator'] as const) {
          const { status } = await server.send(method, path, { as, headers, body: text })
          assert.ok(status < 500, `${method} ${path} ${status}: ${text.slice(0, 100)}`)
        }
      }
    }
  }
  for (const query of KEYS) {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    assert.ok((await server.send('POST', '/events', { as: 'editor', headers: form, body: query })).status < 500)
    assert.ok((await server.send('GET', `/events?${query}`)).status < 500)
    assert.ok((await server.send('GET', `host:/events/list/?${query}`)).status < 500)
  }
  assert.equal(({} as { polluted?: unknown }).polluted, undefined)
  assert.equal((await server.send('GET', '/events')).status, 200)
})
