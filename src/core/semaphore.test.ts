import { deepEqual, equal, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as soon } from 'node:timers/promises'
import { createSemaphore } from './semaphore.ts'

const BUSY = { code: 'rest_too_busy' }

/** A work that ends when told so. */
function work() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const state = { begun: false, end: resolve, run: async () => promise }
  state.run = async () => {
    state.begun = true
    await promise
  }
  return state
}

test('so many run, the next wait in order, and the others are refused', async () => {
  const inTurn = createSemaphore({ runningMax: 2, waitingMax: 2 })
  const works = [work(), work(), work(), work()]
  const ends = works.map(({ run }) => inTurn(run))
  const begun = () => works.map((one) => one.begun)
  deepEqual(begun(), [true, true, false, false])
  await rejects(
    inTurn(async () => {}),
    BUSY,
  )
  works[1]?.end()
  await soon()
  deepEqual(begun(), [true, true, true, false])
  for (const { end } of works) end()
  await Promise.all(ends)
  deepEqual(begun(), [true, true, true, true])
  equal(await inTurn(async () => 'free again'), 'free again')
})

test('who waits too long is refused, and takes no turn', async () => {
  const inTurn = createSemaphore({ runningMax: 1, waitMs: 10 })
  const [long, late, next] = [work(), work(), work()]
  const first = inTurn(long.run)
  await rejects(inTurn(late.run), BUSY)
  const second = inTurn(next.run)
  long.end()
  next.end()
  await Promise.all([first, second])
  equal(late.begun, false)
})

test('a work that fails leaves its turn', async () => {
  const inTurn = createSemaphore({ runningMax: 1 })
  await rejects(
    inTurn(() => Promise.reject(new Error('failed'))),
    /failed/,
  )
  equal(await inTurn(async () => 1), 1)
})
