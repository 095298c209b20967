import assert from 'node:assert/strict'
import { checkInvariantsOnSnapshot } from '../../../src/check/check-database.ts'
import { denormalizedLinks, denormalizedTexts } from '../../../src/check/check-denormalized-columns.ts'
import type { Invariant } from '../../../src/check/invariant-type.ts'
import type { Database } from '../../../src/db/database.ts'

/** Asserts that a database violates none of these invariants of `almanac check`. Nothing may write to it meanwhile. */
export async function assertHolds(db: Database, invariants: readonly Invariant[]): Promise<void> {
  const snapshot = { ...db, attempt: <T>(work: () => Promise<T>) => work(), script: async () => {} }
  const findings = await checkInvariantsOnSnapshot(snapshot, invariants)
  assert.deepEqual(
    findings.filter(({ broken }) => broken.length > 0),
    [],
  )
}

/** Asserts that the copies of texts and links in event rows equal the originals, in the same order. */
export const checkRepeated = (db: Database): Promise<void> => assertHolds(db, [denormalizedTexts, denormalizedLinks])
