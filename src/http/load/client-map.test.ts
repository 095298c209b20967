import { deepEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { createClientMap } from './client-map.ts'

test('a full map discards the entry that was not used for the longest time', () => {
  const map = createClientMap<{ count: number }>(2)
  map.set('a', { count: 1 })
  map.set('b', { count: 2 })
  map.get('a')
  map.set('c', { count: 3 })
  deepEqual([...map.keys()].sort(), ['a', 'c'])
})

test('an empty map for many clients takes little memory', () => {
  const before = process.memoryUsage().heapUsed
  const maps = Array.from({ length: 10 }, () => createClientMap(1_000_000))
  ok(process.memoryUsage().heapUsed - before < 4_000_000)
  ok(maps.length === 10)
})
