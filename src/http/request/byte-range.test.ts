import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { parseByteRange } from './byte-range.ts'

for (const [header, expected] of [
  [undefined, undefined],
  ['bytes=0-99', { first: 0, last: 99 }],
  ['bytes=100-', { first: 100, last: 999 }],
  ['bytes=990-2000', { first: 990, last: 999 }],
  ['bytes=-10', { first: 990, last: 999 }],
  ['bytes=-5000', { first: 0, last: 999 }],
  ['bytes=999-999', { first: 999, last: 999 }],
  ['bytes=1000-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=-000', 'unsatisfiable'],
  ['bytes=9-3', undefined],
  ['bytes=-', undefined],
  ['bytes=0-9,20-29', undefined],
  ['lines=0-9', undefined],
  ['bytes=a-b', undefined],
] as const) {
  test(`Range: ${header} of 1000 bytes`, () => deepEqual(parseByteRange(header, 1000), expected))
}
