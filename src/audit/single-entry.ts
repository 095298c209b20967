import type { Database } from '../db/database.ts'
import { type AuditActor, type AuditedWrite, insertAuditEntry } from './entry.ts'

/**
 * The database for a run of many writes of which the audit log tells once: in the first transaction that is committed.
 * One transaction after the other.
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
