import type { Kind } from '../../core/kinds.ts'
import type { Sequence, Transaction } from '../../db/database.ts'

/** Highest id of a source that a record keeps: half of the largest possible id, so that ids above it stay free for new records. */
export const KEPT_ID_MAX = 1_073_741_823

/** Raises a sequence, so that new ids are not those that a run keeps, now or later. Ids above `KEPT_ID_MAX` do not count. */
export async function raiseSequenceAbove(
  tx: Transaction,
  sequence: Sequence,
  ids: readonly (number | undefined)[],
): Promise<void> {
  const highest = Math.max(0, ...ids.filter((id) => id !== undefined && id <= KEPT_ID_MAX).map(Number))
  if (highest > 0) await tx.raiseSequence(sequence, highest)
}

/**
 * Wraps a transaction so that the next id that it takes for a record of this kind is `id`. Venues and organizers that are created with
 * an event get others.
 */
export function insertWithId(tx: Transaction, kind: Kind | 'picture', id: number): Transaction {
  let isUsed = false
  return {
    ...tx,
    async nextId(sequence, of) {
      if (of !== kind || isUsed) return tx.nextId(sequence, of)
      isUsed = true
      await tx.raiseSequence(sequence, id)
      return id
    },
  }
}
