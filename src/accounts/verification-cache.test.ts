import { deepEqual, equal, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createVerificationCache } from './verification-cache.ts'

/** `right` fits everything; what runs is written down. */
function counted(keptMax?: number) {
  const runs: string[] = []
  const kept = createVerificationCache(async (value, stored) => {
    runs.push(`${value} ${stored}`)
    return value === 'right'
  }, keptMax)
  return { ...kept, runs }
}

test('each value is checked once, right or wrong', async () => {
  const { verify, runs } = counted()
  for (let round = 0; round < 3; round += 1) {
    equal(await verify('right', 'a'), true)
    equal(await verify('wrong', 'a'), false)
    equal(await verify('right', 'b'), true)
  }
  deepEqual(runs, ['right a', 'wrong a', 'right b'])
})

test('tells what it knows without checking', async () => {
  const { cachedResult, verify, runs } = counted()
  equal(cachedResult('right', 'a'), undefined)
  await verify('right', 'a')
  await verify('wrong', 'a')
  equal(cachedResult('right', 'a'), true)
  equal(cachedResult('wrong', 'a'), false)
  equal(runs.length, 2)
})

test('equal checks at one time are one', async () => {
  const { verify, runs } = counted()
  deepEqual(await Promise.all([verify('right', 'a'), verify('right', 'a'), verify('right', 'a')]), [true, true, true])
  equal(runs.length, 1)
})

test('the oldest is forgotten, and guessing drives out no right value', async () => {
  const { cachedResult, verify } = counted(2)
  await verify('right', 'a')
  for (const value of ['wrong 1', 'wrong 2', 'wrong 3']) await verify(value, 'a')
  deepEqual(
    ['right', 'wrong 1', 'wrong 2', 'wrong 3'].map((value) => cachedResult(value, 'a')),
    [true, undefined, false, false],
  )
})

test('a check that fails is not remembered', async () => {
  let runs = 0
  const { verify } = createVerificationCache(async () => {
    runs += 1
    if (runs === 1) throw new Error('out of memory')
    return true
  })
  await rejects(verify('right', 'a'), /out of memory/)
  equal(await verify('right', 'a'), true)
})

test('two checks run at a time, the others wait their turn', async () => {
  let running = 0
  let most = 0
  const { verify } = createVerificationCache(async () => {
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
