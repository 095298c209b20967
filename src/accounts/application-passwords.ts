import { randomInt } from 'node:crypto'
import { type Reader, sql, type Transaction } from '../db/database.ts'
import { AccountError, requireValidAccountName } from './account-store.ts'
import { hashPassword } from './password-hash.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const LENGTH = 24
const RECOMMENDED_LENGTH_MIN = 12

export interface ApplicationPassword {
  id: number
  name: string
  created_at: number
}

/**
 * Normalizes a password: removes spaces, which only make the password easier to read, and converts it to Unicode NFC,
 * because accented letters have two encodings.
 */
export const normalizeApplicationPassword = (value: string) => value.replace(/\s/g, '').normalize('NFC')

/** Whether to warn that a password is short. Short passwords are accepted anyway, because tests and demos use them. */
export const isApplicationPasswordShorterThanRecommended = (value: string) =>
  normalizeApplicationPassword(value).length < RECOMMENDED_LENGTH_MIN

/**
 * Adds an application password to an account, which can have several.
 * @param value the password; if undefined, one of 24 random letters and digits is generated
 * @returns the password in plain text; only its hash is stored
 * @throws {AccountError} when the value is empty or the name of the password is not valid
 */
export async function addApplicationPassword(
  tx: Transaction,
  accountId: number,
  name: string,
  value: string | undefined,
  now: number,
): Promise<string> {
  requireValidAccountName(name)
  const secret = value ?? generateSecret()
  if (normalizeApplicationPassword(secret) === '') throw new AccountError('an application password cannot be empty')
  const hash = await hashPassword(normalizeApplicationPassword(secret))
  await tx.run(sql`INSERT INTO application_password (account_id, name, hash, created_at)
    VALUES (${accountId}, ${name}, ${hash}, ${now})`)
  return secret
}

export function listApplicationPasswords(db: Reader, accountId: number): Promise<ApplicationPassword[]> {
  return db.all<ApplicationPassword>(
    sql`SELECT id, name, created_at FROM application_password WHERE account_id = ${accountId} ORDER BY id`,
  )
}

/**
 * Revokes an application password of an account, so that it is no longer accepted.
 * @returns false when the account has no application password with this id
 */
export async function revokeApplicationPassword(tx: Transaction, accountId: number, id: number): Promise<boolean> {
  return (await tx.run(sql`DELETE FROM application_password WHERE account_id = ${accountId} AND id = ${id}`)) > 0
}

/** Generates a password of letters and digits in groups of four, like WordPress. */
function generateSecret(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)])
  return letters.join('').replace(/.{4}(?=.)/g, '$& ')
}
