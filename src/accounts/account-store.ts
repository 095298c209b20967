import { ROLES, type Role } from '../core/caller.ts'
import { POST_KINDS } from '../core/kinds.ts'
import type { MessageKey } from '../core/messages/index.ts'
import { isStorableText } from '../core/schema/field-types.ts'
import { join, type Reader, raw, sql, type Transaction } from '../db/database.ts'
import { RAISED_VERSION } from '../db/sql-fragments.ts'
import { endSessionsOfAccount } from './session-store.ts'

export type AccountRole = Exclude<Role, 'guest'>

/** The roles of accounts, from the fewest permissions to the most. */
export const ACCOUNT_ROLES = ROLES.filter((role): role is AccountRole => role !== 'guest')

export interface Account {
  id: number
  /** The login in lower case. */
  login: string
  /** The e-mail address in lower case; empty when unknown. */
  email: string
  display_name: string
  role: AccountRole
  created_at: number
  /** When the account was disabled; null if it is in use. UTC seconds since 1970. */
  disabled_at: number | null
}

export interface NewAccount {
  login: string
  role: string
  email?: string | undefined
  /** The name that pages and API responses show. Defaults to the login. */
  displayName?: string | undefined
}

/**
 * Thrown when an operation on an account is refused. Commands print the message; pages show the text of `reason` in
 * their own language.
 */
export class AccountError extends Error {
  override name = 'AccountError'
  readonly reason: MessageKey | undefined

  constructor(message: string, reason?: MessageKey) {
    super(message)
    this.reason = reason
  }
}

/**
 * Name of the lock for transactions that read all accounts before they change one, for example to make sure that one
 * administrator remains.
 */
export const ACCOUNTS_LOCK = 'almanac_accounts'

export const ACCOUNT_COLUMNS = sql`id, login, email, display_name, role, created_at, disabled_at`

/** Tables with a column `author_id`, the id of the account that owns the record. */
const OWNED_TABLES = [...POST_KINDS, 'picture']

/**
 * Creates an account.
 * @throws {AccountError} when a value is malformed, or the login or e-mail address is already in use
 */
export async function createAccount(tx: Transaction, wanted: NewAccount, now: number): Promise<Account> {
  const login = wanted.login.toLowerCase()
  const email = (wanted.email ?? '').toLowerCase()
  const displayName = wanted.displayName ?? login
  refuseMalformed(login, email, displayName)
  const role = parseRole(wanted.role)
  await tx.lock(ACCOUNTS_LOCK)
  await refuseTakenLoginOrEmail(tx, login, email)
  const account = await tx.get<Account>(sql`INSERT INTO account (login, email, display_name, role, created_at)
    VALUES (${login}, ${email}, ${displayName}, ${role}, ${now}) RETURNING ${ACCOUNT_COLUMNS}`)
  return account as Account
}

/**
 * Throws an error if the login or e-mail address is the login or e-mail address of another account, because users sign
 * in with either.
 * @param ownId id of the account that is changed and may have both already; 0 for a new account
 */
export async function refuseTakenLoginOrEmail(tx: Transaction, login: string, email: string, ownId = 0): Promise<void> {
  const names = tx.dialect.inList(sql`login`, [login, email])
  const addresses = tx.dialect.inList(sql`email`, [login, email])
  const taken = await tx.get<{ login: string }>(
    sql`SELECT login FROM account WHERE (${names} OR (${addresses} AND email <> '')) AND id <> ${ownId}`,
  )
  if (taken) throw new AccountError(`the login or e-mail address is taken by the user "${taken.login}"`, 'reason.taken')
}

function refuseMalformed(login: string, email: string, displayName: string): void {
  if (!/^[a-z0-9._@-]{1,60}$/.test(login)) {
    throw new AccountError(
      'a login has 1 to 60 characters out of a-z, 0-9, dot, underscore, hyphen and @',
      'reason.login',
    )
  }
  if (email !== '' && !/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email)) {
    throw new AccountError(`"${email}" is not an e-mail address`)
  }
  requireValidAccountName(displayName)
}

/**
 * Checks the display name of an account, or the name of an application password or token.
 * @throws {AccountError} when the name is empty, too long or has line breaks
 */
export function requireValidAccountName(name: string): void {
  if (name.trim() === '' || name.length > 200 || /\p{Cc}/u.test(name) || !isStorableText(name)) {
    throw new AccountError('a name has 1 to 200 characters on one line')
  }
}

function parseRole(text: string): AccountRole {
  const role = ACCOUNT_ROLES.find((name) => name === text)
  if (!role) throw new AccountError(`there is no role "${text}", only ${ACCOUNT_ROLES.join(', ')}`)
  return role
}

export function findAccountByLogin(db: Reader, login: string): Promise<Account | undefined> {
  return db.get<Account>(sql`SELECT ${ACCOUNT_COLUMNS} FROM account WHERE login = ${login.toLowerCase()}`)
}

export const findAccountById = (db: Reader, id: number): Promise<Account | undefined> =>
  db.get<Account>(sql`SELECT ${ACCOUNT_COLUMNS} FROM account WHERE id = ${id}`)

/** Finds the account with a login. @throws {AccountError} when there is no account with this login */
export async function requireAccount(db: Reader, login: string): Promise<Account> {
  const account = await findAccountByLogin(db, login)
  if (!account) throw new AccountError(`there is no user "${login}"`)
  return account
}

export function listAccounts(db: Reader): Promise<Account[]> {
  return db.all<Account>(sql`SELECT ${ACCOUNT_COLUMNS} FROM account ORDER BY ${db.dialect.binaryOrder(sql`login`)}`)
}

/**
 * Changes the role of an account and ends its sessions.
 * @throws {AccountError} when the change would leave no administrator
 */
export async function changeAccountRole(tx: Transaction, login: string, role: string): Promise<void> {
  const wanted = parseRole(role)
  await tx.lock(ACCOUNTS_LOCK)
  const account = await requireAccount(tx, login)
  if (wanted !== 'administrator') await refuseLosingLastAdministrator(tx, account)
  await tx.run(sql`UPDATE account SET role = ${wanted} WHERE id = ${account.id}`)
  await endSessionsOfAccount(tx, account.id)
}

/**
 * Removes an account and its credentials.
 * @param heirLogin login of the account that becomes the author of the removed account's records
 * @returns the number of records that got this new author
 * @throws {AccountError} when the account owns records but `heirLogin` is missing, or when no administrator would be
 * left
 */
export async function removeAccount(tx: Transaction, login: string, heirLogin?: string): Promise<number> {
  await tx.lock(ACCOUNTS_LOCK)
  const account = await requireAccount(tx, login)
  await refuseLosingLastAdministrator(tx, account)
  const heir = heirLogin === undefined ? undefined : await requireAccount(tx, heirLogin)
  if (heir?.id === account.id) throw new AccountError(`"${account.login}" cannot inherit from itself`)
  // Locks the account until the transaction ends, so that no other transaction can insert a record of this author.
  await tx.all(sql`SELECT id FROM account WHERE id = ${account.id} ${tx.dialect.forUpdate}`)
  const owned = heir ? await reassign(tx, account, heir) : await countOwned(tx, account)
  if (owned > 0 && !heir) {
    throw new AccountError(`"${account.login}" owns records (${owned}): name the user who gets them (--reassign-to)`)
  }
  await tx.run(sql`DELETE FROM account WHERE id = ${account.id}`)
  return owned
}

/**
 * Throws an error if this account is the only administrator who can sign in. Call it before an account is removed,
 * disabled or given another role, so that the site always has an administrator.
 * @throws {AccountError} when no other administrator can sign in
 */
export async function refuseLosingLastAdministrator(tx: Transaction, account: Account): Promise<void> {
  if (account.role !== 'administrator') return
  const other = await tx.get(
    sql`SELECT id FROM account WHERE role = 'administrator' AND disabled_at IS NULL AND id <> ${account.id} LIMIT 1`,
  )
  if (!other) {
    const message = `"${account.login}" is the last administrator; add another one first`
    throw new AccountError(message, 'reason.last-administrator')
  }
}

async function reassign(tx: Transaction, from: Account, to: Account): Promise<number> {
  let count = 0
  for (const table of OWNED_TABLES) {
    count += await tx.run(
      sql`UPDATE ${raw(table)} SET author_id = ${to.id}, ${RAISED_VERSION} WHERE author_id = ${from.id}`,
    )
  }
  return count
}

async function countOwned(tx: Transaction, { id }: Account): Promise<number> {
  const counts = OWNED_TABLES.map((table) => sql`(SELECT COUNT(*) FROM ${raw(table)} WHERE author_id = ${id})`)
  const row = await tx.get<{ count: number }>(sql`SELECT ${join(counts, ' + ')} AS count`)
  return (row as { count: number }).count
}
