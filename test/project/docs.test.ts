import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DOC_NAMES, docOf } from '../kit/docs/generated-tables.ts'

for (const name of DOC_NAMES) {
  test(`the generated table in docs/${name} is up to date (npm run docs)`, () => {
    const { present, wanted } = docOf(name)
    assert.equal(present, wanted)
  })
}
