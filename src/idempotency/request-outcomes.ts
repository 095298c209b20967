import { type Database, type Queryable, type Sql, sql, type Transaction } from '../db/database.ts'
import { joinWithOr } from '../db/sql-fragments.ts'

/** The time during which a client may repeat a request; in seconds. */
const RETENTION_SECONDS = 24 * 60 * 60

/** The longest stored body of a response, in bytes. */
export const OUTCOME_BODY_BYTES_MAX = 64 * 1024

/** How many outcomes are deleted in one transaction. Limited, so that writers wait only briefly. */
const OUTCOMES_A_TRANSACTION = 1000

/** The sender of a request: an account, or a form on another site with a submission key. */
export interface OutcomeOwner {
  kind: 'account' | 'submission-key'
  id: number
}

const COLUMNS: Record<OutcomeOwner['kind'], Sql> = {
  account: sql`account_id`,
  'submission-key': sql`submission_key_id`,
}

/**
 * A write request with an `Idempotency-Key`, which its client may repeat. Keys of different owners are independent of
 * each other.
 */
export interface IdempotentRequest {
  owner: OutcomeOwner
  /** Value of the header `Idempotency-Key`. */
  key: string
  /**
   * A hash of method, URL and body. A request with the same key but another fingerprint is refused, because it does not
   * repeat the first one.
   */
  fingerprint: string
}

/** The response to a write or, with a status from 400 on, its error. */
export interface Outcome {
  /** HTTP status of the response. */
  status: number
  headers: Record<string, string>
  /** Body of the response, or of the error, as JSON text. */
  body: string
}

interface OutcomeRow {
  fingerprint: string
  status: number
  headers: string
  body: string
}

/**
 * Finds the outcome of the first request with the same owner and key.
 * @param now Unix time in seconds
 */
export async function findStoredOutcomeOfRequest(
  db: Queryable,
  { owner, key }: IdempotentRequest,
  now: number,
): Promise<(Outcome & Pick<IdempotentRequest, 'fingerprint'>) | undefined> {
  const row = await db.get<OutcomeRow>(sql`SELECT fingerprint, status, headers, body FROM idempotency
    WHERE ${COLUMNS[owner.kind]} = ${owner.id} AND key = ${key} AND at > ${now - RETENTION_SECONDS}`)
  return row && { ...row, headers: JSON.parse(row.headers) as Outcome['headers'] }
}

/**
 * Stores the outcome of a request. If another transaction is storing an outcome for the same key, waits until that
 * transaction ends.
 * @returns false if an outcome is stored already; the transaction must then be rolled back
 */
export async function storeRequestOutcome(
  tx: Transaction,
  { owner, key, fingerprint }: IdempotentRequest,
  { status, headers, body }: Outcome,
  now: number,
): Promise<boolean> {
  const stored = Buffer.byteLength(body) <= OUTCOME_BODY_BYTES_MAX ? body : shortened(body)
  const column = COLUMNS[owner.kind]
  const count = await tx.run(sql`
    INSERT INTO idempotency (${column}, key, fingerprint, status, headers, body, at)
    VALUES (${owner.id}, ${key}, ${fingerprint}, ${status}, ${JSON.stringify(headers)}, ${stored}, ${now})
    ON CONFLICT (${column}, key) DO UPDATE SET fingerprint = excluded.fingerprint, status = excluded.status,
      headers = excluded.headers, body = excluded.body, at = excluded.at
    WHERE idempotency.at <= ${now - RETENTION_SECONDS}`)
  return count > 0
}

/** Shortens a long body to the members that identify the record or the error. */
function shortened(body: string): string {
  const { id, version, code } = JSON.parse(body) as Record<string, unknown>
  return JSON.stringify({ id, version, code })
}

/**
 * Shortens the outcomes whose body contains one of these texts, which were erased from the calendar, so that repeated
 * requests do not return them.
 */
export async function shortenOutcomesContainingErasedTexts(tx: Transaction, texts: readonly string[]): Promise<void> {
  const isContained = texts.map((text) => tx.dialect.contains(sql`body`, JSON.stringify(text).slice(1, -1)))
  const rows = await tx.all<{ id: number; body: string }>(
    sql`SELECT id, body FROM idempotency WHERE ${joinWithOr(isContained)}`,
  )
  for (const { id, body } of rows) await tx.run(sql`UPDATE idempotency SET body = ${shortened(body)} WHERE id = ${id}`)
}

/** Deletes the outcomes of requests that are too old to be repeated. @param now Unix time in seconds */
export async function deleteExpiredRequestOutcomes(db: Database, now: number): Promise<void> {
  const expired = sql`at <= ${now - RETENTION_SECONDS}`
  // Looks for an expired outcome before each deletion, so that no write lock is taken when there is nothing to delete.
  while (await db.get(sql`SELECT 1 AS found FROM idempotency WHERE ${expired} LIMIT 1`)) {
    await db.transaction((tx) =>
      tx.run(sql`DELETE FROM idempotency WHERE id IN (
        SELECT id FROM idempotency WHERE ${expired} LIMIT ${OUTCOMES_A_TRANSACTION})`),
    )
  }
}
