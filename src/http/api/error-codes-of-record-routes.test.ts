import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FAILURES } from '../../core/errors.ts'
import { NATIVE, TEC } from '../../core/faces.ts'
import { isPostKind, KINDS } from '../../core/kinds.ts'
import {
  errorCodesOfReadingRecord,
  errorCodesOfTrashedRecord,
  errorCodesOfUnknownRecord,
  errorCodesOfWritingTerm,
} from './error-codes-of-record-routes.ts'

for (const kind of KINDS) {
  test(`the failures of a ${kind} are those of ${isPostKind(kind) ? 'posts' : 'terms'}, and have a status`, () => {
    const failures = [NATIVE, TEC].flatMap((face) => [
      ...errorCodesOfUnknownRecord(kind, face),
      ...errorCodesOfReadingRecord(kind, 'id', face),
      ...errorCodesOfTrashedRecord(kind),
      ...errorCodesOfWritingTerm(kind),
    ])
    for (const code of failures) assert.ok(code in FAILURES, code)
    assert.ok(failures.includes(`${kind}-not-found`))
    assert.equal(errorCodesOfTrashedRecord(kind).length, isPostKind(kind) ? 1 : 0)
    assert.equal(failures.includes('term_exists'), !isPostKind(kind))
  })
}
