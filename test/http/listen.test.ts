import { deepEqual, ok, rejects } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setImmediate as nextIteration } from 'node:timers/promises'
import fastify from 'fastify'
import { listenOnAllAddresses } from '../../src/http/listen-on-all-addresses.ts'
import { registerConnectionLimits } from '../../src/http/load/connection-limits.ts'
import { eventually } from '../kit/eventually.ts'

const HOST = '127.0.0.1'
const CONNECTIONS = 64

const app = fastify({ forceCloseConnections: true })
let port = 0
before(async () => {
  await listenOnAllAddresses(app, { host: HOST, port: 0 })
  port = (app.server.address() as AddressInfo).port
})
after(() => app.close())

test('a port on which another server listens is refused', async () => {
  const other = fastify()
  await rejects(listenOnAllAddresses(other, { host: HOST, port }), { code: 'EADDRINUSE' })
})

test('closing awaits the requests on all sockets, and closes idle connections', async () => {
  const server = fastify({ keepAliveTimeout: 120_000 })
  registerConnectionLimits(server)
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  let active = 0
  server.get('/', async () => 'idle')
  server.get('/slow', async () => {
    active += 1
    await finished
    return 'done'
  })
  await listenOnAllAddresses(server, { host: HOST, port: 0 })
  const origin = `http://${HOST}:${(server.server.address() as AddressInfo).port}`
  // Enough connections for several sockets.
  const slow = Array.from({ length: 24 }, () => fetch(`${origin}/slow`).then((response) => response.text()))
  const idle = await Promise.all(Array.from({ length: 24 }, () => fetch(origin).then((response) => response.text())))
  await eventually(() => active === slow.length, 'all slow requests are active')
  let isClosed = false
  const closing = server.close().then(() => {
    isClosed = true
  })
  await nextIteration()
  ok(!isClosed)
  finish()
  deepEqual([new Set(await Promise.all(slow)), new Set(idle)], [new Set(['done']), new Set(['idle'])])
  await closing
})

test('several connections are accepted in one iteration of the event loop', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-listen-'))
  const file = join(folder, 'connected')
  const script = `let open = 0
    const onConnect = () => { open += 1; if (open === ${CONNECTIONS}) require('node:fs').writeFileSync('${file}', '') }
    for (let n = 0; n < ${CONNECTIONS}; n += 1) require('node:net').connect(${port}, '${HOST}', onConnect).on('error', () => {})`
  let accepted = 0
  app.server.on('connection', () => {
    accepted += 1
  })
  const child = spawn(process.execPath, ['-e', script], { stdio: 'ignore' })
  try {
    // Blocks the event loop until the connections wait in the sockets.
    const pause = new Int32Array(new SharedArrayBuffer(4))
    while (!existsSync(file)) Atomics.wait(pause, 0, 0, 5)
    const counts: number[] = []
    while (accepted < CONNECTIONS) {
      const acceptedBefore = accepted
      await nextIteration()
      counts.push(accepted - acceptedBefore)
    }
    ok(Math.max(...counts) > 1, `accepted in each iteration: ${counts.join(', ')}`)
  } finally {
    child.kill()
    rmSync(folder, { recursive: true })
  }
})
