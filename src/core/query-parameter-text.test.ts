import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joinValuesOfQueryParameter } from './join-values-of-query-parameter.ts'

for (const [value, text] of [
  ['a', 'a'],
  [['a', 'b'], 'a,b'],
  [5, '5'],
  [Object.assign(Object.create(null), { id: '3' }), ''],
  [['a', Object.create(null)], 'a'],
  [undefined, ''],
] as const) {
  test(`the text of ${JSON.stringify(value)} is '${text}'`, () => assert.equal(joinValuesOfQueryParameter(value), text))
}
