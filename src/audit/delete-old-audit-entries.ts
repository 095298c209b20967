import { type Database, sql } from '../db/database.ts'

/** How many audit entries are deleted in one transaction. Limited, so that other writers wait only briefly. */
const ENTRIES_A_TRANSACTION = 1000

/**
 * Deletes audit entries older than a time, beginning with the oldest, and stops at the first that is not older.
 * @param before Unix time in seconds; entries of this time or later are not deleted
 * @returns the number of deleted entries
 */
export async function deleteAuditEntriesBefore(db: Database, before: number): Promise<number> {
  let removed = 0
  // Reads the oldest audit entry before each deletion, so that no write lock is taken when there is nothing to delete.
  while (await isOldestBefore(db, before)) removed += await removeOldest(db, before)
  return removed
}

async function isOldestBefore(db: Database, before: number): Promise<boolean> {
  const oldest = await db.get<{ at: number }>(sql`SELECT at FROM audit ORDER BY id LIMIT 1`)
  return oldest !== undefined && oldest.at < before
}

function removeOldest(db: Database, before: number): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.lock('audit_ended')
    await tx.run(sql`INSERT INTO audit_ended (before) VALUES (${before})`)
    const removed = await tx.run(sql`DELETE FROM audit
      WHERE id IN (SELECT id FROM audit ORDER BY id LIMIT ${ENTRIES_A_TRANSACTION}) AND at < ${before}`)
    await tx.run(sql`DELETE FROM audit_ended`)
    return removed
  })
}
