import type { Database } from '../db/database.ts'
import { type AuditActor, type AuditedWrite, buildAuditEntryInsert } from './audit-entry.ts'

/**
 * Wraps a database for many writes that share one audit entry, such as an import. The first transaction that commits
 * inserts the entry. Transactions must run one after the other.
 */
export function writeWithOneAuditEntry(db: Database, actor: AuditActor, write: AuditedWrite): Database {
  let isTold = false
  return {
    ...db,
    async transaction(work, read) {
      if (isTold) return db.transaction(work, read)
      const result = await db.transaction(async (tx) => {
        await tx.runAll([buildAuditEntryInsert(actor, write)])
        return work(tx)
      }, read)
      isTold = true
      return result
    },
  }
}
