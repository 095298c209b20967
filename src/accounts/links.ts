import { type Reader, sql, type Transaction } from '../db/database.ts'
import { createRandomToken, hashToken } from './random-token.ts'

/** How long a link for setting a password is valid, in seconds. */
const LINK_SECONDS = 86_400

/**
 * Creates a link with which the owner of an account sets a password. Earlier links of the account become invalid.
 * @returns the token for the address; only its hash is stored
 */
export async function createLink(tx: Transaction, accountId: number, now: number): Promise<string> {
  const token = createRandomToken()
  await tx.run(sql`DELETE FROM sign_in_link WHERE account_id = ${accountId} OR expires_at <= ${now}`)
  await tx.run(sql`INSERT INTO sign_in_link (hash, account_id, expires_at)
    VALUES (${hashToken(token)}, ${accountId}, ${now + LINK_SECONDS})`)
  return token
}

/** The account that may set its password with a link; undefined when the link has been used or has expired. */
export const findLinkedAccount = (db: Reader, token: string, now: number) =>
  db.get<{ id: number; login: string; email: string; language: string }>(
    sql`SELECT a.id, a.login, a.email, a.language FROM sign_in_link l JOIN account a ON a.id = l.account_id
      WHERE l.hash = ${hashToken(token)} AND l.expires_at > ${now} AND a.disabled_at IS NULL`,
  )

/** Makes a link invalid. @returns false when another request has used it in the meantime */
export const useLink = async (tx: Transaction, token: string): Promise<boolean> =>
  (await tx.run(sql`DELETE FROM sign_in_link WHERE hash = ${hashToken(token)}`)) > 0

/** Path of the page on which a link is used. */
export const linkPath = (token: string) => `/admin/sign-in/link/${token}`
