import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { createLimitOfWritesWhileReadsWait } from './limit-of-writes-while-reads-wait.ts'

function simulateShare(waiting: number) {
  const state = { waiting, ms: 0 }
  const share = createLimitOfWritesWhileReadsWait({
    readsPerWrite: 3,
    waitingReads: () => state.waiting,
    clock: () => state.ms,
  })
  /** Starts as many of `count` writes as allowed, and returns their number. */
  const startWrites = (count: number) => {
    let started = 0
    for (; started < count && share.mayStart(); started += 1) share.recordWrite()
    return started
  }
  const startReads = (count: number) => {
    for (let number = 0; number < count; number += 1) share.recordRead()
  }
  return { state, startReads, startWrites }
}

test('writes start freely while no read waits', () => {
  deepEqual(simulateShare(0).startWrites(10), 10)
})

test('one write starts for some reads while reads wait', () => {
  const { startReads, startWrites } = simulateShare(5)
  const started = [0, 2, 1, 3, 6, 100].map((reads) => {
    startReads(reads)
    return startWrites(10)
  })
  deepEqual(started, [0, 0, 1, 1, 2, 4])
})

test('a write starts after a time in which no read could start', () => {
  const { state, startWrites } = simulateShare(5)
  const started = [249, 1, 100, 150].map((ms) => {
    state.ms += ms
    return startWrites(10)
  })
  deepEqual(started, [0, 1, 0, 1])
})
