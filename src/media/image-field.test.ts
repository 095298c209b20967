import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseImageReference } from './image-field.ts'

for (const [value, expected] of [
  [5, { id: 5 }],
  ['5', { id: 5 }],
  ['https://example.org/a.png#x', { url: 'https://example.org/a.png' }],
  [' http://example.org ', { url: 'http://example.org/' }],
  [false, 'none'],
  [true, undefined],
  [null, undefined],
  ['', undefined],
  [0, undefined],
  [-1, undefined],
  [1.5, undefined],
  [2 ** 31, undefined],
  ['x', undefined],
  ['ftp://example.org/a.png', undefined],
  ['https://a:b@example.org/a.png', undefined],
  [[5], undefined],
  [{ id: 5 }, undefined],
] as const) {
  test(`parses the image ${JSON.stringify(value)}`, () => assert.deepEqual(parseImageReference(value), expected))
}
