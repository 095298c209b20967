import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTransactionDeadline } from './transaction-deadline.ts'

test('a deadline is postponed by its limit, but not for ever', () => {
  let now = 100
  const deadline = createTransactionDeadline(10, () => now)
  assert.equal(deadline.leftMs(), 10)
  now += 9
  deadline.postpone()
  assert.equal(deadline.leftMs(), 10)
  for (let part = 0; part < 10; part += 1) {
    now += 9
    deadline.postpone()
  }
  assert.ok(deadline.leftMs() <= 0)
})

test('a deadline without limit never passes', () => {
  const deadline = createTransactionDeadline(Number.POSITIVE_INFINITY)
  deadline.postpone()
  assert.equal(deadline.leftMs(), Number.POSITIVE_INFINITY)
})
