import { equal, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { computeOnce } from './compute-once.ts'

test('computes a value once', () => {
  let calls = 0
  const value = computeOnce(() => ++calls)
  equal(value(), 1)
  equal(value(), 1)
})

test('computes a promise once, and again after it was rejected', async () => {
  let calls = 0
  const value = computeOnce(async () => {
    calls += 1
    if (calls === 1) throw new Error('too many open files')
    return calls
  })
  await rejects(value(), /too many open files/)
  equal(await value(), 2)
  equal(await value(), 2)
})
