import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { listenOnAllAddresses } from '../../src/http/listen-on-all-addresses.ts'
import { createServer } from '../../src/http/server.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import { eventually } from '../kit/eventually.ts'
import { TEST_CACHE_BYTES } from '../kit/server/server.ts'

const API = '/cal/events/v1'
/** Number of connections for each kind of misbehavior. */
const COUNT = 400
const TIMEOUTS = {
  headersTimeoutMs: 1_500,
  requestTimeoutMs: 3_000,
  inactivityTimeoutMs: 2_000,
  timeoutCheckIntervalMs: 200,
  keepAliveTimeoutMs: 2_000,
}

onSqlite('connections', (engine) => {
  let port = 0
  const dataDir = mkdtempSync(join(tmpdir(), 'almanac-data-'))
  let app: Awaited<ReturnType<typeof createServer>>
  before(async () => {
    app = await createServer({
      db: await engine.open(),
      dataDir,
      languages: ['en', 'de'],
      allowedHosts: ['127.0.0.1', 'localhost'],
      allowPrivateFetch: false,
      trustProxy: 0,
      cacheBytes: TEST_CACHE_BYTES,
      logger: false,
      timeouts: TIMEOUTS,
    })
    await listenOnAllAddresses(app, { host: 'localhost', port: 0 })
    port = (app.server.address() as { port: number }).port
  })
  after(async () => {
    await app.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const open = async () => {
    const socket = connect({ host: 'localhost', port })
    socket.on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
  /** Everything that a connection receives until it is closed. */
  const receiveAll = async (socket: Socket) => {
    let text = ''
    socket.setEncoding('latin1')
    for await (const chunk of socket) text += chunk
    return text
  }
  const exchange = async (text: string) => {
    const socket = await open()
    const answer = receiveAll(socket)
    socket.write(text, 'latin1')
    return answer
  }
  const bodyIn = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))

  for (const [what, text, status, code] of [
    ['a request that is not HTTP', 'HELLO\r\n\r\n', 400, 'rest_malformed_request'],
    ['a broken header', 'GET / HTTP/1.1\r\nhost: a\r\nb\x01d: x\r\n\r\n', 400, 'rest_malformed_request'],
    [
      'a body with two lengths',
      `POST ${API}/events HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n`,
      400,
      'rest_malformed_request',
    ],
    ['a URL that is too long', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nhost: a\r\n\r\n`, 414, 'rest_uri_too_long'],
    [
      'headers that are too large',
      `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'rest_headers_too_large',
    ],
    ['an endless request head', 'GET / HTTP/1.1\r\nhost: a\r\n', 408, 'rest_request_timeout'],
  ] as const) {
    test(`${what} gets an HTTP error`, async () => {
      const answer = await exchange(text)
      assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `))
      assert.match(answer, /^x-content-type-options: nosniff\r$/m)
      assert.match(answer, /^content-security-policy: default-src 'none'/m)
      const { code: received, data } = bodyIn(answer)
      assert.deepEqual([received, data], [code, { status }])
    })
  }

  test('JSON at the maximum depth is accepted, deeper JSON is refused', async () => {
    const post = async (body: string) => {
      const answer = await fetch(`http://localhost:${port}${API}/tags`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      return [answer.status, ((await answer.json()) as { code: string }).code]
    }
    const nested = (depth: number) => `{"name":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
    assert.deepEqual(await post(nested(512)), [400, 'rest_invalid_param'])
    assert.deepEqual(await post(nested(513)), [400, 'rest_invalid_json'])
    assert.deepEqual(await post('['.repeat(500_000)), [400, 'rest_invalid_json'])
  })

  test('both addresses of localhost share the response cache', async () => {
    for (const host of ['127.0.0.1', '[::1]']) {
      const ask = () => fetch(`http://${host}:${port}${API}/events`).catch(() => undefined)
      const first = await ask()
      // A machine without IPv6 has one address.
      if (first === undefined) continue
      await first.arrayBuffer()
      const again = await ask()
      assert.equal(again?.status, 200)
      assert.ok(again?.headers.get('etag'), host)
    }
  })

  test('idle and slow connections are closed, and other requests are answered meanwhile', async () => {
    const begin: Record<string, string> = {
      'never send': '',
      'slow heads': 'GET / HTTP/1.1\r\nhost: a\r\nx-slow: ',
      'slow bodies': `POST ${API}/events HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n{`,
      'rest after a request': `GET ${API} HTTP/1.1\r\nhost: a\r\n\r\n`,
      'never read': `GET ${API}/doc HTTP/1.1\r\nhost: a\r\n\r\n`,
    }
    const sockets: Socket[] = []
    for (const [kind, text] of Object.entries(begin)) {
      for (let opened = 0; opened < COUNT; opened += 50) {
        const some = await Promise.all(Array.from({ length: 50 }, open))
        for (const socket of some) {
          if (text) socket.write(text)
          if (kind !== 'never read') socket.resume()
          else socket.pause()
        }
        sockets.push(...some)
      }
    }
    const dripping = setInterval(() => {
      for (const socket of sockets.slice(COUNT, 3 * COUNT)) if (socket.writable) socket.write('x')
    }, 500)
    for (let asked = 0; asked < 40; asked += 1) {
      const answer = await fetch(`http://localhost:${port}${API}/events?page=1&nothing=${asked}`)
      assert.equal(answer.status, 200)
      await answer.arrayBuffer()
      await sleep(25)
    }
    // All of them time out, except connections whose whole response fits into the socket buffers.
    const count = () => new Promise<number>((resolve) => app.server.getConnections((_error, open) => resolve(open)))
    await eventually(async () => (await count()) <= 50, 'at most 50 connections are open')
    clearInterval(dripping)
    for (const socket of sockets) socket.destroy()
  })
})
