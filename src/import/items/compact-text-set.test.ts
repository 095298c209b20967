import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { createCompactTextSet } from './compact-text-set.ts'

test('contains exactly the texts that were added, however many', () => {
  const texts = createCompactTextSet()
  const nameOf = (at: number) => `events ${at}`
  for (let at = 0; at < 5000; at += 1) {
    texts.add(nameOf(at))
    texts.add(nameOf(at))
  }
  const numbers = Array.from({ length: 10_000 }, (_, at) => at)
  deepEqual(
    numbers.filter((at) => texts.has(nameOf(at))),
    numbers.slice(0, 5000),
  )
})
