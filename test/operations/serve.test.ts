import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { runCommand } from '../../src/cli/run-command.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { COMMAND_NOW } from '../kit/processes/command.ts'
import { sendHalfRequest } from '../kit/processes/half-request.ts'
import { ADMIN, runToEnd, scratchFolder, serve } from '../kit/processes/serve.ts'

const EVENT = {
  title: 'Kept',
  start_date: '2031-05-01 10:00:00',
  end_date: '2031-05-01 12:00:00',
  venue: { venue: 'Hall' },
}

forEachEngine('the server as a process', (engine) => {
  const { folder, remove } = scratchFolder()
  after(remove)
  let env: Record<string, string>
  before(async () => {
    env = { DATA_DIR: folder, DATABASE_URL: await engine.url() }
  })

  test('kill -9 right after the responses loses no write', async () => {
    const { child, origin, ended } = await serve(env)
    const create = (title: string) =>
      fetch(`${origin}/cal/events/v1/events`, {
        method: 'POST',
        headers: { authorization: ADMIN, 'content-type': 'application/json' },
        body: JSON.stringify({ ...EVENT, title }),
      })
    const answers = await Promise.all(Array.from({ length: 20 }, (_, turn) => create(`Kept ${turn}`)))
    child.kill('SIGKILL')
    await ended
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201])
    const again = await serve(env)
    try {
      const found = await fetch(
        `${again.origin}/cal/events/v1/events?search=kept&start_date=2031-05-01&end_date=2031-05-01&per_page=50`,
      )
      const { total, events } = (await found.json()) as { total: number; events: { venue: { venue: string } }[] }
      assert.equal(total, 20)
      assert.deepEqual([...new Set(events.map(({ venue }) => venue.venue))], ['Hall'])
    } finally {
      again.child.kill('SIGTERM')
      await again.ended
    }
  })

  test('SIGTERM finishes active requests and exits with 0', async () => {
    const { child, origin, ended } = await serve(env)
    const { finish } = await sendHalfRequest(origin)
    child.kill('SIGTERM')
    assert.equal(await finish(), 201)
    assert.equal(await ended, 0)
  })

  test('an idle connection does not delay the exit', async () => {
    const { child, origin, ended } = await serve(env)
    const silent = connect(Number(new URL(origin).port), '127.0.0.1')
    silent.on('error', () => {})
    await once(silent, 'connect')
    // Connections are accepted in order: the silent one is accepted when this request is answered.
    await fetch(`${origin}/health/live`)
    child.kill('SIGTERM')
    assert.equal(await ended, 0)
    silent.destroy()
  })

  test('/health/ready names the engine', async () => {
    const { child, origin, ended } = await serve(env)
    try {
      const ready = await fetch(`${origin}/health/ready`)
      assert.deepEqual([ready.status, await ready.json()], [200, { status: 'ok', database: engine.name }])
      assert.equal((await fetch(`${origin}/health/live`)).status, 200)
    } finally {
      child.kill('SIGTERM')
      await ended
    }
  })
})

test('a signal at the moment that the origin is printed ends the server in order', async (t) => {
  const { folder, remove } = scratchFolder()
  t.after(remove)
  const stop = new AbortController()
  const hasHandlers: boolean[] = []
  let isSignalRead = false
  const code = await runCommand(['serve'], {
    env: { DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent', ALMANAC_ADMIN_PASSWORD: 'test password' },
    out(text) {
      if (!/listens on/.test(text)) return
      hasHandlers.push(isSignalRead)
      stop.abort()
    },
    err: assert.fail,
    now: () => COMMAND_NOW,
    // The program installs the handlers of signals when this is first read.
    get signal() {
      isSignalRead = true
      return stop.signal
    },
  })
  assert.deepEqual([code, hasHandlers], [0, [true]])
})

test('a failed start prints a one-line message and exits with 1', async (t) => {
  const { folder, remove } = scratchFolder()
  t.after(remove)
  const taken = createServer().listen(0, '127.0.0.1')
  t.after(() => taken.close())
  await new Promise((resolve) => taken.once('listening', resolve))
  const { port } = taken.address() as { port: number }
  writeFileSync(join(folder, 'file'), 'not a folder')
  mkdirSync(join(folder, 'broken'))
  writeFileSync(join(folder, 'broken', 'almanac.db'), 'this is no database, however long it may be'.repeat(100))
  for (const [why, env, says] of [
    ['port taken', { DATA_DIR: join(folder, 'a'), PORT: String(port) }, /port/i],
    ['folder that is a file', { DATA_DIR: join(folder, 'file') }, /file/],
    ['no database', { DATA_DIR: join(folder, 'broken') }, /database/],
    ['no server', { DATABASE_URL: 'postgres://127.0.0.1:1/none' }, /127\.0\.0\.1:1/],
    ['bad port', { PORT: 'x' }, /PORT/],
  ] as const) {
    const { code, err } = await runToEnd({ DATA_DIR: folder, ...env }, ['serve'])
    assert.equal(code, 1, why)
    assert.match(err, says, why)
    assert.equal(err.trim().split('\n').length, 1, `${why}: ${err}`)
  }
})
