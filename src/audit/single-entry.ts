import type { Database } from '../db/database.ts'
import { type AuditActor, type AuditedWrite, insertAuditEntry } from './entry.ts'

/**
 * A database for a run of many writes that share one audit entry. The entry is inserted by the first transaction that
 * commits. Transactions must run one after the other.
 */
export function withSingleAuditEntry(db: Database, actor: AuditActor, deed: AuditedWrite): Database {
  let isTold = false
  return {
    ...db,
    async transaction(work, read) {
      if (isTold) return db.transaction(work, read)
      const answer = await db.transaction(async (tx) => {
        await tx.runAll([insertAuditEntry(actor, deed)])
        return work(tx)
      }, read)
      isTold = true
      return answer
    },
  }
}
