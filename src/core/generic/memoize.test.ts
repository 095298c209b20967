import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { memoize } from './memoize.ts'

test('each result is computed once; a full cache is emptied, and long keys are not cached', () => {
  const computed: string[] = []
  const lengthOf = memoize((text) => computed.push(text.slice(0, 3)) && text.length, 2)
  for (const text of ['one', 'one', 'two', 'one', 'three', 'one']) lengthOf(text)
  deepEqual(computed, ['one', 'two', 'thr', 'one'])
  const long = 'x'.repeat(501)
  deepEqual([lengthOf(long), lengthOf(long)], [501, 501])
  deepEqual(computed.slice(4), ['xxx', 'xxx'])
})
