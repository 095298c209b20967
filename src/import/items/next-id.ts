import type { Sequence, Transaction } from '../../db/database.ts'

/** A transaction whose next id of a sequence is `id`. */
export function withNextId(tx: Transaction, sequence: Sequence, id: number): Transaction {
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
