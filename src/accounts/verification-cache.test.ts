import { deepEqual, equal, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPasswordCheckCache } from './password-check-cache.ts'

/** A cache that accepts the password `correct` for every hash. Each password check is logged in `runs`. */
function createLoggedCache(resultsMax?: number) {
  const runs: string[] = []
  const cache = createPasswordCheckCache(async (value, stored) => {
    runs.push(`${value} ${stored}`)
    return value === 'correct'
  }, resultsMax)
  return { ...cache, runs }
}

test('each value is checked once, whether correct or wrong', async () => {
  const { verify, runs } = createLoggedCache()
  for (let round = 0; round < 3; round += 1) {
    equal(await verify('correct', 'a'), true)
    equal(await verify('wrong', 'a'), false)
    equal(await verify('correct', 'b'), true)
  }
  deepEqual(runs, ['correct a', 'wrong a', 'correct b'])
})

test('cachedResult runs no check', async () => {
  const { cachedResult, verify, runs } = createLoggedCache()
  equal(cachedResult('correct', 'a'), undefined)
  await verify('correct', 'a')
  await verify('wrong', 'a')
  equal(cachedResult('correct', 'a'), true)
  equal(cachedResult('wrong', 'a'), false)
  equal(runs.length, 2)
})

test('equal checks at the same time share one', async () => {
  const { verify, runs } = createLoggedCache()
  deepEqual(await Promise.all([verify('correct', 'a'), verify('correct', 'a'), verify('correct', 'a')]), [
    true,
    true,
    true,
  ])
  equal(runs.length, 1)
})

test('a full cache evicts the oldest entry, and wrong values never evict correct ones', async () => {
  const { cachedResult, verify } = createLoggedCache(2)
  await verify('correct', 'a')
  for (const value of ['wrong 1', 'wrong 2', 'wrong 3']) await verify(value, 'a')
  deepEqual(
    ['correct', 'wrong 1', 'wrong 2', 'wrong 3'].map((value) => cachedResult(value, 'a')),
    [true, undefined, false, false],
  )
})

test('an error is not cached', async () => {
  let runs = 0
  const { verify } = createPasswordCheckCache(async () => {
    runs += 1
    if (runs === 1) throw new Error('out of memory')
    return true
  })
  await rejects(verify('correct', 'a'), /out of memory/)
  equal(await verify('correct', 'a'), true)
})

test('two checks run at the same time, the others wait', async () => {
  let running = 0
  let most = 0
  const { verify } = createPasswordCheckCache(async () => {
    running += 1
    most = Math.max(most, running)
    await sleep(1)
    running -= 1
    return true
  })
  const found = await Promise.all(Array.from({ length: 10 }, (_, index) => verify(String(index), 'a')))
  equal(found.length, 10)
  equal(most, 2)
})
