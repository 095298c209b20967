import { type Reader, sql, type Transaction } from '../db/database.ts'
import { createRandomToken, hashToken } from './random-token.ts'

/** How long a link for setting a password is valid, in seconds. */
export const LINK_SECONDS = 86_400

/**
 * Creates a link with which the owner of an account sets a password. Earlier links of the account become invalid.
 * @returns the token for the address; only its hash is stored
 */
export async function createPasswordLinkReplacingEarlierLinks(
  tx: Transaction,
  accountId: number,
  now: number,
): Promise<string> {
  await tx.run(sql`DELETE FROM sign_in_link WHERE account_id = ${accountId} OR expires_at <= ${now}`)
  return insertLink(tx, accountId, now)
}

/** Maximum number of valid links of one account that were requested on the sign-in page. */
const REQUESTED_LINKS_MAX = 3

/**
 * Creates the link of an anonymous request for a new password. Earlier links stay valid, because the request may not
 * come from the owner of the account.
 * @returns undefined if the account has enough valid links, so that requests cannot fill a mailbox
 */
export async function createPasswordLinkUnlessEnoughExist(
  tx: Transaction,
  accountId: number,
  now: number,
): Promise<string | undefined> {
  const valid = await tx.all(
    sql`SELECT hash FROM sign_in_link WHERE account_id = ${accountId} AND expires_at > ${now} ${tx.dialect.forUpdate}`,
  )
  return valid.length >= REQUESTED_LINKS_MAX ? undefined : insertLink(tx, accountId, now)
}

async function insertLink(tx: Transaction, accountId: number, now: number): Promise<string> {
  const token = createRandomToken()
  await tx.run(sql`INSERT INTO sign_in_link (hash, account_id, expires_at)
    VALUES (${hashToken(token)}, ${accountId}, ${now + LINK_SECONDS})`)
  return token
}

/** The account that may set its password with a link; undefined when the link has been used or has expired. */
export const findAccountOfPasswordLink = (db: Reader, token: string, now: number) =>
  db.get<{ id: number; login: string; email: string; language: string }>(
    sql`SELECT a.id, a.login, a.email, a.language FROM sign_in_link l JOIN account a ON a.id = l.account_id
      WHERE l.hash = ${hashToken(token)} AND l.expires_at > ${now} AND a.disabled_at IS NULL`,
  )

/**
 * Makes a link and all others of its account invalid.
 * @returns false when another request has used it in the meantime
 */
export async function deletePasswordLink(tx: Transaction, token: string): Promise<boolean> {
  const used = await tx.get<{ account_id: number }>(
    sql`DELETE FROM sign_in_link WHERE hash = ${hashToken(token)} RETURNING account_id`,
  )
  if (used) await tx.run(sql`DELETE FROM sign_in_link WHERE account_id = ${used.account_id}`)
  return used !== undefined
}

/** The path of the page that a password link opens, on which the owner of the account sets the password. */
export const passwordLinkPath = (token: string) => `/admin/sign-in/link/${token}`
