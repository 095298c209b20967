import { deepEqual, equal, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { createCoalescerOfSimultaneousCalls } from './coalesce-calls.ts'

test('simultaneous calls with the same key run once, others and later ones again', async () => {
  const coalesced = createCoalescerOfSimultaneousCalls<number>()
  let calls = 0
  const call = async () => {
    calls += 1
    return calls
  }
  deepEqual(await Promise.all([coalesced('a', call), coalesced('a', call), coalesced('b', call)]), [1, 1, 2])
  equal(await coalesced('a', call), 3)
})

test('a failed call is not repeated for those that wait, but for later ones', async () => {
  const coalesced = createCoalescerOfSimultaneousCalls<number>()
  const failing = () => Promise.reject(new Error('no'))
  const both = [coalesced('a', failing), coalesced('a', async () => 1)]
  for (const one of both) await rejects(one, /no/)
  equal(await coalesced('a', async () => 2), 2)
})
