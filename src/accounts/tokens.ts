import { createHash, randomBytes } from 'node:crypto'
import { type Reader, sql, type Transaction } from '../db/database.ts'
import { requireValidName } from './accounts.ts'

const TOKEN_BYTES = 32

/** Tells our tokens from anything else that is presented as one. */
export const TOKEN_PREFIX = 'alm_'

export interface Token {
  id: number
  name: string
  created_at: number
  /** Null: never. */
  expires_at: number | null
}

/** A token is random enough that a fast hash of it gives nothing away. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

/**
 * Adds one more token to an account.
 * @param expiresAt first second at which it is refused; undefined: never
 * @returns it as plain text, which nobody can ask for again
 * @throws {AccountError} when the name is no line of text
 */
export async function addToken(
  tx: Transaction,
  accountId: number,
  name: string,
  expiresAt: number | undefined,
  now: number,
): Promise<string> {
  requireValidName(name)
  const token = TOKEN_PREFIX + randomBytes(TOKEN_BYTES).toString('base64url')
  await tx.run(sql`INSERT INTO token (account_id, name, hash, created_at, expires_at)
    VALUES (${accountId}, ${name}, ${hashToken(token)}, ${now}, ${expiresAt ?? null})`)
  return token
}

export function listTokens(db: Reader, accountId: number): Promise<Token[]> {
  return db.all<Token>(
    sql`SELECT id, name, created_at, expires_at FROM token WHERE account_id = ${accountId} ORDER BY id`,
  )
}

/** @returns whether the account had it */
export async function revokeToken(tx: Transaction, accountId: number, id: number): Promise<boolean> {
  return (await tx.run(sql`DELETE FROM token WHERE account_id = ${accountId} AND id = ${id}`)) > 0
}
