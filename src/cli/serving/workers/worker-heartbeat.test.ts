import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { type TestContext, test } from 'node:test'
import { type WatchedWorker, watchWorkerHeartbeat } from './worker-heartbeat.ts'

const SECOND_MS = 1_000

/** Watches a worker that responds to a ping if `responds` returns true for its number, which begins at 1. */
function watchWorker(t: TestContext, responds: (ping: number) => boolean) {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const emitter = new EventEmitter()
  const worker = { pings: 0, hangs: 0, isConnected: true, exit: () => emitter.emit('exit', 0, null) }
  const watched = Object.assign(emitter, {
    isConnected: () => worker.isConnected,
    send() {
      worker.pings += 1
      if (responds(worker.pings)) emitter.emit('message', { type: 'pong' })
      return true
    },
  })
  watchWorkerHeartbeat(watched as unknown as WatchedWorker, () => {
    worker.hangs += 1
  })
  const waitSeconds = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) t.mock.timers.tick(SECOND_MS)
  }
  return { worker, waitSeconds }
}

test('a worker that never responds hangs after 22 s, which is reported once', (t) => {
  const { worker, waitSeconds } = watchWorker(t, () => false)
  waitSeconds(21)
  assert.equal(worker.hangs, 0)
  waitSeconds(60)
  assert.equal(worker.hangs, 1)
})

test('a worker that stops responding hangs', (t) => {
  const { worker, waitSeconds } = watchWorker(t, (ping) => ping <= 30)
  waitSeconds(60 + 20)
  assert.equal(worker.hangs, 0)
  waitSeconds(2)
  assert.equal(worker.hangs, 1)
})

test('a slow worker that responds to each tenth ping does not hang', (t) => {
  const { worker, waitSeconds } = watchWorker(t, (ping) => ping % 10 === 0)
  waitSeconds(600)
  assert.deepEqual(worker, { ...worker, pings: 300, hangs: 0 })
})

test('a worker that is exiting or has exited does not hang', (t) => {
  const { worker, waitSeconds } = watchWorker(t, () => false)
  worker.isConnected = false
  waitSeconds(60)
  assert.deepEqual([worker.pings, worker.hangs], [0, 0])
  worker.isConnected = true
  worker.exit()
  waitSeconds(60)
  assert.deepEqual([worker.pings, worker.hangs], [0, 0])
})
