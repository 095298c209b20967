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

/** Wraps a transaction so that the next id that it takes from a sequence is `id`. */
export function insertWithId(tx: Transaction, sequence: Sequence, id: number): Transaction {
  let isUsed = false
  return {
    ...tx,
    async nextId(of) {
      if (of !== sequence || isUsed) return tx.nextId(of)
      isUsed = true
      await tx.raiseSequence(sequence, id)
      return id
    },
  }
}
