import { type Database, type Reader, sql, type Transaction } from '../../db/database.ts'
import { findImportRunWithSourceName, type NamedRunRow } from './import-run-store.ts'

/**
 * The functions of this file let servers share the runs that are due. A server claims a run by moving its time
 * `due_at`, so that no other server performs it.
 */

/**
 * Number of seconds after which a claim ends if the run makes no progress, e.g. because its process was killed. Then
 * another process continues the run.
 */
const CLAIM_SECONDS = 120

export const isImportRunDue = async (db: Reader, now: number): Promise<boolean> =>
  (await db.get(sql`SELECT id FROM import_run WHERE due_at <= ${now} LIMIT 1`)) !== undefined

/** Claims the run that has been due for the longest time. No other process performs it until the claim ends. */
export async function claimDueImportRun(db: Database, now: number): Promise<NamedRunRow | undefined> {
  const claimed = await db.transaction((tx) =>
    // The condition is repeated because another process may have claimed the run while this statement waited for it.
    tx.get<{ id: number }>(sql`UPDATE import_run SET due_at = ${now + CLAIM_SECONDS}
      WHERE id = (SELECT id FROM import_run WHERE due_at <= ${now} ORDER BY due_at, id LIMIT 1) AND due_at <= ${now}
      RETURNING id`),
  )
  return claimed && findImportRunWithSourceName(db, claimed.id)
}

/** Extends the claim of a run that makes progress. A run that a command performs has no claim and is not changed. */
export const extendClaimOfImportRun = (tx: Transaction, id: number, now: number): Promise<number> =>
  tx.run(sql`UPDATE import_run SET due_at = ${now + CLAIM_SECONDS} WHERE id = ${id} AND due_at IS NOT NULL`)

/** Ends the claim of a run that was stopped, so that another process can continue it at once. */
export const releaseClaimOfImportRun = (tx: Transaction, id: number, now: number): Promise<number> =>
  tx.run(sql`UPDATE import_run SET due_at = ${now} WHERE id = ${id} AND due_at IS NOT NULL`)
