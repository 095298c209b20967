import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { memoizeParser } from './memoize-parser.ts'

test('a value that is validated and then converted is parsed once', () => {
  let parsed = 0
  const parse = memoizeParser((value) => {
    parsed += 1
    return [value]
  })
  for (const value of ['$10', ['$10', '$20'], { venue: 'Hall' }]) {
    parsed = 0
    deepEqual([parse(value), parse(value)], [[value], [value]])
    equal(parsed, 1, JSON.stringify(value))
  }
})

test('a value that cannot be parsed is parsed once too', () => {
  let parsed = 0
  const parse = memoizeParser(() => {
    parsed += 1
    return undefined
  })
  const list = ['x']
  deepEqual([parse(list), parse(list), parse('x'), parse('x')], [undefined, undefined, undefined, undefined])
  equal(parsed, 2)
})
