import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createFairQueue } from './fair-queue.ts'

test('clients take turns', () => {
  const queue = createFairQueue<number>(10)
  for (const item of [1, 2, 3, 4]) queue.add('a', item)
  for (const item of [11, 12]) queue.add('b', item)
  queue.add('c', 21)
  const taken = Array.from({ length: 7 }, () => queue.take()?.item)
  deepEqual(taken, [1, 11, 21, 2, 12, 3, 4])
  equal(queue.take(), undefined)
})

test('a client runs no more items than it may, and gets a turn again when one ends', () => {
  const queue = createFairQueue<number>(1)
  for (const item of [1, 2]) queue.add('a', item)
  queue.add('b', 11)
  deepEqual([queue.take()?.item, queue.take()?.item, queue.take()?.item], [1, 11, undefined])
  queue.end('a')
  deepEqual(queue.take(), { client: 'a', item: 2 })
})

test('the position counts one item of each other client in each round', () => {
  const queue = createFairQueue<number>(10)
  for (const item of [1, 2, 3, 4]) queue.add('a', item)
  equal(queue.position('b'), 1)
  queue.add('b', 11)
  equal(queue.position('b'), 3)
  equal(queue.position('a'), 5)
})

test('removed items lose their turn', () => {
  const queue = createFairQueue<number>(10)
  for (const item of [1, 2]) queue.add('a', item)
  queue.add('b', 11)
  queue.filter((item) => item > 1 && item < 11)
  deepEqual([queue.length(), queue.lengthOf('a'), queue.lengthOf('b')], [1, 1, 0])
  deepEqual([queue.take()?.item, queue.take()], [2, undefined])
})

test('each item is taken once, in the order of its client, and a newcomer waits for one item of each other client', () => {
  const client = fc.constantFrom('a', 'b', 'c')
  fc.assert(
    fc.property(fc.array(client, { maxLength: 40 }), (names) => {
      const queue = createFairQueue<{ name: string; number: number }>(40)
      for (const [number, name] of names.entries()) queue.add(name, { name, number })
      const position = queue.position('new')
      queue.add('new', { name: 'new', number: -1 })
      const taken = Array.from({ length: names.length + 1 }, () => queue.take()?.item)
      equal(
        taken.findIndex((item) => item?.name === 'new'),
        position,
      )
      for (const name of ['a', 'b', 'c']) {
        deepEqual(
          taken.filter((item) => item?.name === name).map((item) => item?.number),
          names.flatMap((other, number) => (other === name ? [number] : [])),
        )
      }
      deepEqual([queue.length(), queue.take()], [0, undefined])
    }),
  )
})
