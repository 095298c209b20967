import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../kit/eventually.ts'
import { type Connection, connectionTo } from '../kit/processes/connection.ts'
import { EVENT } from '../kit/processes/consistency.ts'
import { sendHalfRequest } from '../kit/processes/half-request.ts'
import { isAlive, logOf, runToEnd, scratchFolder, serve } from '../kit/processes/serve.ts'

const { folder, remove } = scratchFolder()
after(remove)

/** Starts a server with two workers and a log that records their process ids. */
async function serveWithTwoWorkers(name = '') {
  const served = await serve({ DATA_DIR: join(folder, name), WORKERS: '2', LOG_LEVEL: 'info' })
  const log = logOf(served.child)
  await eventually(() => log.listeners().length === 2, 'both workers have logged that they listen')
  return { ...served, log }
}

const anyAlive = (pids: number[]) => pids.some(isAlive)

test('one line shows the origin; a killed worker is replaced; SIGTERM stops all with 0', async () => {
  const { child, origin, ended, log } = await serveWithTwoWorkers()
  try {
    const [victim = 0, other = 0] = log.listeners()
    assert.notEqual(victim, child.pid)
    process.kill(victim, 'SIGKILL')
    await eventually(() => log.listeners().length === 3, 'another worker listens')
    assert.equal(isAlive(other), true)
    for (let turn = 0; turn < 4; turn += 1) {
      const fresh = connectionTo(origin)
      assert.equal((await fresh.send('GET', '/events')).status, 200)
      fresh.close()
    }
  } finally {
    child.kill('SIGTERM')
    assert.equal(await ended, 0)
  }
  assert.deepEqual(log.texts, [], 'all lines are JSON')
  assert.match(log.messagesOf(child.pid).join(), /^worker \d+ exited \(SIGKILL\)/)
  assert.equal(anyAlive(log.listeners()), false)
})

test('connections that were handed to a killed worker are answered or closed', async () => {
  const { child, origin, ended, log } = await serveWithTwoWorkers()
  try {
    const [victim = 0] = log.listeners()
    process.kill(victim, 'SIGSTOP')
    const outcomes = Array.from({ length: 12 }, async () => {
      const client = connectionTo(origin)
      const outcome = await client.send('GET', '/events').then(
        ({ status }) => status,
        ({ code }) => code,
      )
      client.close()
      return outcome
    })
    await Promise.race(outcomes)
    // Time for the primary process to hand over the other connections.
    await sleep(300)
    process.kill(victim, 'SIGKILL')
    for (const outcome of await Promise.all(outcomes)) assert.ok([200, 'ECONNRESET'].includes(outcome), String(outcome))
  } finally {
    child.kill('SIGTERM')
    assert.equal(await ended, 0)
  }
})

test('a worker that hangs is replaced within 30 s; a primary process that was stopped for longer replaces none', async (t) => {
  const [hanging, sleeping] = await Promise.all([serveWithTwoWorkers('hanging'), serveWithTwoWorkers('sleeping')])
  t.after(() => [hanging, sleeping].map(({ child }) => child.kill('SIGKILL')))
  const [victim = 0] = hanging.log.listeners()
  sleeping.child.kill('SIGSTOP')
  process.kill(victim, 'SIGSTOP')
  await eventually(() => hanging.log.listeners().length === 3, 'another worker listens')
  assert.equal(isAlive(victim), false)
  assert.match(
    hanging.log.messagesOf(hanging.child.pid).join(),
    /^worker \d+ does not respond; killing it,worker \d+ exited/,
  )

  sleeping.child.kill('SIGCONT')
  await sleep(5_000)
  assert.deepEqual(sleeping.log.messagesOf(sleeping.child.pid), [])
  assert.equal(sleeping.log.listeners().every(isAlive), true)
  for (const { child, ended } of [hanging, sleeping]) {
    child.kill('SIGTERM')
    assert.equal(await ended, 0)
  }
})

test('SIGTERM finishes active requests', async () => {
  const { child, origin, ended } = await serveWithTwoWorkers()
  const { finish } = await sendHalfRequest(origin)
  child.kill('SIGTERM')
  await sleep(300)
  assert.equal(await finish(), 201)
  assert.equal(await ended, 0)
})

for (const [what, signal] of [
  ['a second SIGTERM ends all workers at once', 'SIGTERM'],
  ['workers of a killed primary finish active requests and exit', 'SIGKILL'],
] as const) {
  test(what, async () => {
    const { child, origin, ended, log } = await serveWithTwoWorkers()
    const { finish } = await sendHalfRequest(origin)
    let isEnded = false
    ended.then(() => (isEnded = true))
    // Pending signals of one kind are merged, so that the second may have to be repeated.
    for (child.kill(signal); !isEnded; child.kill(signal)) await sleep(300)
    if (signal === 'SIGKILL') assert.equal(await finish(), 201)
    else await assert.rejects(finish())
    await eventually(() => !anyAlive(log.listeners()), 'no worker is running')
  })
}

test('an unusable address is reported once, as without workers', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1')
  t.after(() => taken.close())
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const env = { DATA_DIR: join(folder, 'taken'), PORT: String(port) }
  const alone = await runToEnd(env, ['serve'])
  const several = await runToEnd(env, ['serve', '--workers', '2'])
  assert.match(several.err, /is in use/)
  assert.deepEqual([several.code, several.err], [alone.code, alone.err])
})

test('the first start creates one administrator', async () => {
  const env = { DATA_DIR: join(folder, 'first'), WORKERS: '2', ALMANAC_ADMIN_PASSWORD: '' }
  const { child, ended } = await serve(env)
  child.kill('SIGTERM')
  assert.equal(await ended, 0)
  assert.equal((await runToEnd(env, ['users', 'list'])).out.match(/admin /g)?.length, 1)
})

test('SIGHUP replaces the workers one after the other without failed requests', async (t) => {
  const served = await serveWithTwoWorkers()
  const { child, origin, ended, log } = served
  t.after(() => child.kill('SIGKILL'))
  const clients = Array.from({ length: 8 }, () => connectionTo(origin))
  const slow = await sendHalfRequest(origin)
  let isOver = false
  let answered = 0
  const keepAsking = async (client: Connection, index: number) => {
    while (!isOver) {
      const { status } = await (index === 0
        ? client.send('POST', '/events', { ...EVENT, title: 'Meanwhile' })
        : client.send('GET', `/events?page=1&per_page=${index}`))
      assert.ok(status < 300, String(status))
      answered += 1
      // One client leaves its connection idle for longer between two requests.
      await sleep(index === 1 ? 1000 : 20)
    }
  }
  const asking = Promise.all(clients.map(keepAsking))
  const first = log.listeners()
  for (const round of [1, 2]) {
    child.kill('SIGHUP')
    if (round === 1) {
      await eventually(() => log.listeners().length > 2, 'a new worker listens')
      assert.equal(await slow.finish(), 201)
    }
    const before = log.listeners().slice(2 * (round - 1), 2 * round)
    await Promise.race([eventually(() => !anyAlive(before), 'the old workers have exited'), asking])
    assert.equal(log.listeners().length, 2 + 2 * round)
  }
  const atEnd = answered
  await Promise.race([eventually(() => answered > atEnd + 20, 'the new workers respond'), asking])
  isOver = true
  await asking
  assert.equal(anyAlive(first), false)
  for (const client of clients) client.close()
  child.kill('SIGTERM')
  assert.equal(await ended, 0)
})
