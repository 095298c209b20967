import type { Database } from '../db/database.ts'
import { type AuditActor, type AuditedWrite, buildAuditEntryInsert } from './audit-entry.ts'

/**
 * Returns a database object whose transactions share one audit entry, for example all transactions of an import. The
 * first transaction that commits inserts the entry. Transactions must run one after the other.
 */
export function createDatabaseThatAddsOneAuditEntry(db: Database, actor: AuditActor, write: AuditedWrite): Database {
  let isInserted = false
  return {
    ...db,
    async transaction(work, read) {
      if (isInserted) return db.transaction(work, read)
      const result = await db.transaction(async (tx) => {
        await tx.runAll([buildAuditEntryInsert(actor, write)])
        return work(tx)
      }, read)
      isInserted = true
      return result
    },
  }
}
