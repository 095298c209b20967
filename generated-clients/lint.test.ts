import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConfig, lint } from '@redocly/openapi-core'
import { DOCUMENT_NAMES, documentFile } from './documents.ts'

const config = await createConfig({
  extends: ['recommended-strict'],
  rules: {
    // The document describes the calendar of a site, which has no licence.
    'info-license': 'off',
    // `/events/by-slug/{slug}` and `/events/{id}/translations` are distinct, because ids are numbers.
    'no-ambiguous-paths': 'off',
  },
})

for (const name of DOCUMENT_NAMES) {
  test(`the linter reports no problems of the document ${name}`, async () => {
    const problems = await lint({ ref: documentFile(name), config })
    assert.deepEqual(
      problems.map(({ ruleId, message, location: [first] }) => `${ruleId} at ${first?.pointer}: ${message}`),
      [],
    )
  })
}
