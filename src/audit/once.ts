import type { Database } from '../db/database.ts'
import { type Actor, auditEntry, type Deed } from './entry.ts'

/**
 * The database for a run of many writes of which the audit log tells once: in the first transaction that is committed.
 * One transaction after the other.
 */
export function auditedOnce(db: Database, actor: Actor, deed: Deed): Database {
  let isTold = false
  return {
    ...db,
    async transaction(work, read) {
      if (isTold) return db.transaction(work, read)
      const answer = await db.transaction(async (tx) => {
        await tx.runAll([auditEntry(actor, deed)])
        return work(tx)
      }, read)
      isTold = true
      return answer
    },
  }
}
