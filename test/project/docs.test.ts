import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DOC_NAMES, docOf } from '../kit/docs/generated-tables.ts'

for (const name of DOC_NAMES) {
  test(`docs/${name} says what the code says (npm run docs)`, () => {
    const { present, wanted } = docOf(name)
    assert.equal(present, wanted)
  })
}
