import { type Database, sql } from '../db/database.ts'

/** So many a transaction, so that writers wait for a moment only. */
const ENTRIES_A_TRANSACTION = 1000

/**
 * Removes the entries that were made before a moment: the oldest ones, as far as they are older in a row.
 * @param before seconds since 1970-01-01 UTC
 * @returns how many there were
 */
export async function deleteAuditEntriesBefore(db: Database, before: number): Promise<number> {
  let removed = 0
  // Asked first: where nothing has to go nobody waits for a lock.
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
