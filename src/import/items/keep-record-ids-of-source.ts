import type { Kind } from '../../core/kinds.ts'
import type { Sequence, Transaction } from '../../db/database.ts'

/**
 * The highest id of a source that an imported record may keep: half of the largest possible id, so that larger ids stay
 * free for new records.
 */
export const KEPT_ID_MAX = 1_073_741_823

/** Whether an imported record may keep an id of its source. Damaged files contain ids that are fractions or negative. */
export const canIdBeKept = (id: number | undefined): id is number =>
  Number.isInteger(id) && Number(id) >= 1 && Number(id) <= KEPT_ID_MAX

/**
 * Raises an id sequence above the ids of a source, so that new records do not take ids that records of the source keep
 * in this or a later run. Ids that cannot be kept do not count.
 */
export async function raiseIdSequenceAbove(
  tx: Transaction,
  sequence: Sequence,
  ids: readonly (number | undefined)[],
): Promise<void> {
  const highest = Math.max(0, ...ids.filter(canIdBeKept))
  if (highest > 0) await tx.raiseSequence(sequence, highest)
}

/**
 * Wraps a transaction so that the next inserted record of this kind gets the id `id`. Other records, such as a venue
 * that is created with an event, get new ids.
 */
export function keepIdForNextNewRecord(tx: Transaction, kind: Kind | 'picture', id: number): Transaction {
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
