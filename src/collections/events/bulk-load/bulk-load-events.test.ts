import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { eventsOfNextTransaction } from './bulk-load-events.ts'

test('transactions grow and shrink with the speed of the machine, but not below what a commit is worth', () => {
  for (const [size, written, tookMs, next] of [
    [20, 20, 5, 40],
    [1000, 1000, 100, 1000],
    [1000, 1000, 200, 500],
    [1500, 1500, 10, 1500],
    // A disk that takes a second for each commit.
    [500, 500, 1000, 50],
    [50, 50, 1000, 30],
    [30, 30, 1000, 30],
    [30, 1, 1000, 30],
  ] as const) {
    deepEqual(eventsOfNextTransaction(size, written, tookMs), next, `${size}, ${written}, ${tookMs}`)
  }
})
