import { randomInt } from 'node:crypto'
import { type Reader, sql, type Transaction } from '../db/database.ts'
import { AccountError, requireValidName } from './accounts.ts'
import { hashPassword } from './password-hash.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const LENGTH = 24
const SHORT_BELOW = 12

export interface ApplicationPassword {
  id: number
  name: string
  created_at: number
}

/** The part of a password that counts: spaces only group it for reading, and an accent may be spelled in two ways. */
export const normalizeSecret = (value: string) => value.replace(/\s/g, '').normalize('NFC')

/** Whether a chosen password is worth a warning. It is accepted all the same: tests and trials use short ones. */
export const isShortPassword = (value: string) => normalizeSecret(value).length < SHORT_BELOW

/**
 * Adds one more password to an account.
 * @param value what it shall be; undefined makes one of 24 random letters and digits
 * @returns it as plain text, which nobody can ask for again
 * @throws {AccountError} when the value is empty or the name is no line of text
 */
export async function addApplicationPassword(
  tx: Transaction,
  accountId: number,
  name: string,
  value: string | undefined,
  now: number,
): Promise<string> {
  requireValidName(name)
  const secret = value ?? makeSecret()
  if (normalizeSecret(secret) === '') throw new AccountError('an application password cannot be empty')
  const hash = await hashPassword(normalizeSecret(secret))
  await tx.run(sql`INSERT INTO application_password (account_id, name, hash, created_at)
    VALUES (${accountId}, ${name}, ${hash}, ${now})`)
  return secret
}

export function listApplicationPasswords(db: Reader, accountId: number): Promise<ApplicationPassword[]> {
  return db.all<ApplicationPassword>(
    sql`SELECT id, name, created_at FROM application_password WHERE account_id = ${accountId} ORDER BY id`,
  )
}

/** @returns whether the account had it */
export async function revokeApplicationPassword(tx: Transaction, accountId: number, id: number): Promise<boolean> {
  return (await tx.run(sql`DELETE FROM application_password WHERE account_id = ${accountId} AND id = ${id}`)) > 0
}

/** Letters and digits in groups of four, as WordPress shows them. */
function makeSecret(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)])
  return letters.join('').replace(/.{4}(?=.)/g, '$& ')
}
