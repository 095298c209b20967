import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prefersStrictHandling } from './prefer-header.ts'

for (const [prefer, expected] of [
  ['handling=strict', true],
  ['Handling = "strict"', true],
  ['respond-async, handling=strict; why=test', true],
  ['handling=strict, handling=lenient', true],
  ['handling=lenient, handling=strict', false],
  ['handling=lenient', false],
  ['handling=stricter', false],
  ['strict', false],
  ['mishandling=strict', false],
  ['', false],
  [undefined, false],
] as const) {
  test(`Prefer: ${prefer} is ${expected ? '' : 'not '}strict`, () =>
    assert.equal(prefersStrictHandling(prefer === undefined ? {} : { prefer }), expected))
}
