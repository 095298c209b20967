import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { createLruMapOfClients } from './lru-map-of-clients.ts'

test('a full map discards the entry that was not used for the longest time', () => {
  const map = createLruMapOfClients<{ count: number }>(2)
  map.set('a', { count: 1 })
  map.set('b', { count: 2 })
  map.get('a')
  map.set('c', { count: 3 })
  deepEqual([...map.keys()].sort(), ['a', 'c'])
})
