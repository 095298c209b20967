import { type Database, type Reader, sql, type Transaction } from '../../db/database.ts'
import { findRunWithSourceName, type NamedRunRow } from './import-run-store.ts'

/** Runs with `due_at` are performed in the background by a server, which claims them by moving this time. */

/**
 * Seconds for which a claim is valid. A run that has no progress for so long, because its process was killed, goes on in
 * another process.
 */
const CLAIM_SECONDS = 120

export const isRunDue = async (db: Reader, now: number): Promise<boolean> =>
  (await db.get(sql`SELECT id FROM import_run WHERE due_at <= ${now} LIMIT 1`)) !== undefined

/** Claims the run that has been due for the longest time. No other process performs it until the claim ends. */
export async function claimDueRun(db: Database, now: number): Promise<NamedRunRow | undefined> {
  const claimed = await db.transaction((tx) =>
    // The condition is repeated because another process may have claimed the run while this statement waited for it.
    tx.get<{ id: number }>(sql`UPDATE import_run SET due_at = ${now + CLAIM_SECONDS}
      WHERE id = (SELECT id FROM import_run WHERE due_at <= ${now} ORDER BY due_at, id LIMIT 1) AND due_at <= ${now}
      RETURNING id`),
  )
  return claimed && findRunWithSourceName(db, claimed.id)
}

/** Extends the claim of a run that has progress. Nothing happens to a run that a command performs. */
export const extendClaim = (tx: Transaction, id: number, now: number): Promise<number> =>
  tx.run(sql`UPDATE import_run SET due_at = ${now + CLAIM_SECONDS} WHERE id = ${id} AND due_at IS NOT NULL`)

/** Makes a run due that was stopped, so that the next process goes on with it at once. */
export const releaseClaim = (tx: Transaction, id: number, now: number): Promise<number> =>
  tx.run(sql`UPDATE import_run SET due_at = ${now} WHERE id = ${id} AND due_at IS NOT NULL`)
