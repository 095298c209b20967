import type { Language } from '../core/language.ts'
import { type Reader, sql, type Transaction } from '../db/database.ts'
import {
  ACCOUNT_COLUMNS,
  ACCOUNTS_LOCK,
  type Account,
  refuseLosingLastAdministrator,
  refuseTakenLoginOrEmail,
  requireAccount,
  requireValidAccountName,
} from './account-store.ts'
import { endSessionsOfAccount } from './session-store.ts'

/** An account with the values that only administrators see, such as whether it can sign in. */
export interface AccountState extends Account {
  /** Whether the account has a password for signing in to `/admin`; 0 or 1 on SQLite. */
  has_password: boolean | number
}

/** Lists all accounts, or the one with an id, in the order of their logins. */
export const listAccountsForAdministrators = (db: Reader, id?: number): Promise<AccountState[]> =>
  db.all<AccountState>(sql`SELECT ${ACCOUNT_COLUMNS}, password_hash IS NOT NULL AS has_password FROM account
    WHERE ${id === undefined ? sql`1 = 1` : sql`id = ${id}`} ORDER BY ${db.dialect.binaryOrder(sql`login`)}`)

/** Stores the language of the admin pages for an account. */
export const storeAccountLanguage = (tx: Transaction, id: number, language: Language): Promise<number> =>
  tx.run(sql`UPDATE account SET language = ${language} WHERE id = ${id}`)

/**
 * Changes the display name and the e-mail address of an account.
 * @throws {AccountError} when the name is malformed, or the e-mail address belongs to another account
 */
export async function changeAccountProfile(
  tx: Transaction,
  { id, login }: Pick<Account, 'id' | 'login'>,
  { name, email }: { name: string; email: string },
): Promise<void> {
  requireValidAccountName(name)
  await tx.lock(ACCOUNTS_LOCK)
  await refuseTakenLoginOrEmail(tx, login, email.toLowerCase(), id)
  await tx.run(sql`UPDATE account SET display_name = ${name}, email = ${email.toLowerCase()} WHERE id = ${id}`)
}

/**
 * Disables an account, so that it can neither sign in nor use the API, and ends its sessions; or enables it again.
 * @throws {AccountError} when the change would leave no administrator
 */
export async function setAccountDisabled(
  tx: Transaction,
  login: string,
  isDisabled: boolean,
  now: number,
): Promise<void> {
  await tx.lock(ACCOUNTS_LOCK)
  const account = await requireAccount(tx, login)
  if (isDisabled) await refuseLosingLastAdministrator(tx, account)
  await tx.run(sql`UPDATE account SET disabled_at = ${isDisabled ? now : null} WHERE id = ${account.id}`)
  await endSessionsOfAccount(tx, account.id)
}
