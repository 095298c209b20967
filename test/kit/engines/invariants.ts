import assert from 'node:assert/strict'
import { checkSnapshot } from '../../../src/check/check.ts'
import { denormalizedLinks, denormalizedTexts } from '../../../src/check/denormalized-columns.ts'
import type { Invariant } from '../../../src/check/invariant.ts'
import type { Database } from '../../../src/db/database.ts'

/** Some of what `almanac check` looks at, in a database that nobody writes meanwhile. */
export async function assertHolds(db: Database, invariants: readonly Invariant[]): Promise<void> {
  const snapshot = { ...db, attempt: <T>(work: () => Promise<T>) => work(), script: async () => {} }
  const findings = await checkSnapshot(snapshot, invariants)
  assert.deepEqual(
    findings.filter(({ broken }) => broken.length > 0),
    [],
  )
}

/** Rows of events repeat their links and texts: the same, in the same order. */
export const checkRepeated = (db: Database): Promise<void> => assertHolds(db, [denormalizedTexts, denormalizedLinks])
