import { deepEqual, equal, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as soon } from 'node:timers/promises'
import { createSemaphore } from './semaphore.ts'

const BUSY = { code: 'rest_too_busy' }

/** Creates a task that runs until `end` is called. */
function createTask() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const state = { started: false, end: resolve, run: async () => promise }
  state.run = async () => {
    state.started = true
    await promise
  }
  return state
}

test('as many as allowed run, the next ones wait in order, further ones are refused', async () => {
  const limited = createSemaphore({ runningMax: 2, waitingMax: 2 })
  const tasks = [createTask(), createTask(), createTask(), createTask()]
  const ends = tasks.map(({ run }) => limited(run))
  const started = () => tasks.map((one) => one.started)
  deepEqual(started(), [true, true, false, false])
  await rejects(
    limited(async () => {}),
    BUSY,
  )
  tasks[1]?.end()
  await soon()
  deepEqual(started(), [true, true, true, false])
  for (const { end } of tasks) end()
  await Promise.all(ends)
  deepEqual(started(), [true, true, true, true])
  equal(await limited(async () => 'free again'), 'free again')
})

test('a task that waits too long is refused and never started', async () => {
  const limited = createSemaphore({ runningMax: 1, waitMs: 10 })
  const [long, late, next] = [createTask(), createTask(), createTask()]
  const first = limited(long.run)
  await rejects(limited(late.run), BUSY)
  const second = limited(next.run)
  long.end()
  next.end()
  await Promise.all([first, second])
  equal(late.started, false)
})

test('a task that fails frees its place', async () => {
  const limited = createSemaphore({ runningMax: 1 })
  await rejects(
    limited(() => Promise.reject(new Error('failed'))),
    /failed/,
  )
  equal(await limited(async () => 1), 1)
})
