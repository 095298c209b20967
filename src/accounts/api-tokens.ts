import { type Reader, sql, type Transaction } from '../db/database.ts'
import { requireValidAccountName } from './account-store.ts'
import { createRandomToken, hashToken } from './random-token.ts'

/** All tokens begin with this prefix, which distinguishes them from bearer tokens of other systems. */
export const TOKEN_PREFIX = 'alm_'

export interface Token {
  id: number
  name: string
  created_at: number
  /** UTC seconds; null if the token does not expire. */
  expires_at: number | null
}

/**
 * Adds a token to an account, which can have several.
 * @param expiresAt time in UTC seconds from which the token is refused; undefined if the token does not expire
 * @returns the token in plain text; only its hash is stored
 * @throws {AccountError} when the name of the token is not valid
 */
export async function addApiToken(
  tx: Transaction,
  accountId: number,
  name: string,
  expiresAt: number | undefined,
  now: number,
): Promise<string> {
  requireValidAccountName(name)
  const token = TOKEN_PREFIX + createRandomToken()
  await tx.run(sql`INSERT INTO token (account_id, name, hash, created_at, expires_at)
    VALUES (${accountId}, ${name}, ${hashToken(token)}, ${now}, ${expiresAt ?? null})`)
  return token
}

export function listApiTokens(db: Reader, accountId: number): Promise<Token[]> {
  return db.all<Token>(
    sql`SELECT id, name, created_at, expires_at FROM token WHERE account_id = ${accountId} ORDER BY id`,
  )
}

/**
 * Revokes a token of an account, so that it is no longer accepted.
 * @returns false when the account has no token with this id
 */
export async function revokeApiToken(tx: Transaction, accountId: number, id: number): Promise<boolean> {
  return (await tx.run(sql`DELETE FROM token WHERE account_id = ${accountId} AND id = ${id}`)) > 0
}
