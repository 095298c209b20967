import { ROLES, type Role } from '../core/caller.ts'
import { POST_KINDS } from '../core/kinds.ts'
import { isStorable } from '../core/schema/schema.ts'
import { join, type Reader, raw, sql, type Transaction } from '../db/database.ts'

export type AccountRole = Exclude<Role, 'guest'>

/** Roles an account can have, from least to most. */
export const ACCOUNT_ROLES = ROLES.filter((role): role is AccountRole => role !== 'guest')

export interface Account {
  id: number
  /** Lower case. */
  login: string
  /** Lower case; empty when unknown. */
  email: string
  display_name: string
  role: AccountRole
  created_at: number
}

export interface NewAccount {
  login: string
  role: string
  email?: string | undefined
  /** The login when left out. */
  displayName?: string | undefined
}

/** What was asked of the accounts cannot be; the message says why, to a person. */
export class AccountError extends Error {
  override name = 'AccountError'
}

/** Held while accounts are counted and then changed, so that two such changes see each other. */
export const ACCOUNTS_LOCK = 'almanac_accounts'

const COLUMNS = sql`id, login, email, display_name, role, created_at`

/** Everything a person owns has their id in the column `author_id`. */
const OWNED_TABLES = [...POST_KINDS, 'picture']

/** @throws {AccountError} when something is malformed or taken */
export async function createAccount(tx: Transaction, wanted: NewAccount, now: number): Promise<Account> {
  const login = wanted.login.toLowerCase()
  const email = (wanted.email ?? '').toLowerCase()
  const displayName = wanted.displayName ?? login
  refuseMalformed(login, email, displayName)
  const role = roleIn(wanted.role)
  await tx.lock(ACCOUNTS_LOCK)
  // People sign in with either, so neither may be somebody's other one.
  const names = tx.dialect.inList(sql`login`, [login, email])
  const addresses = tx.dialect.inList(sql`email`, [login, email])
  const taken = await tx.get<{ login: string }>(
    sql`SELECT login FROM account WHERE ${names} OR (${addresses} AND email <> '')`,
  )
  if (taken) throw new AccountError(`the login or e-mail address is taken by the user "${taken.login}"`)
  const account = await tx.get<Account>(sql`INSERT INTO account (login, email, display_name, role, created_at)
    VALUES (${login}, ${email}, ${displayName}, ${role}, ${now}) RETURNING ${COLUMNS}`)
  return account as Account
}

function refuseMalformed(login: string, email: string, displayName: string): void {
  if (!/^[a-z0-9._@-]{1,60}$/.test(login)) {
    throw new AccountError('a login has 1 to 60 characters out of a-z, 0-9, dot, underscore, hyphen and @')
  }
  if (email !== '' && !/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email)) {
    throw new AccountError(`"${email}" is not an e-mail address`)
  }
  requireValidName(displayName)
}

/** @throws {AccountError} when a name, of a person or a credential, is no line of text */
export function requireValidName(name: string): void {
  if (name.trim() === '' || name.length > 200 || /\p{Cc}/u.test(name) || !isStorable(name)) {
    throw new AccountError('a name has 1 to 200 characters on one line')
  }
}

function roleIn(text: string): AccountRole {
  const role = ACCOUNT_ROLES.find((known) => known === text)
  if (!role) throw new AccountError(`there is no role "${text}", only ${ACCOUNT_ROLES.join(', ')}`)
  return role
}

export function findAccount(db: Reader, login: string): Promise<Account | undefined> {
  return db.get<Account>(sql`SELECT ${COLUMNS} FROM account WHERE login = ${login.toLowerCase()}`)
}

/** @throws {AccountError} when nobody has this login */
export async function getAccount(db: Reader, login: string): Promise<Account> {
  const account = await findAccount(db, login)
  if (!account) throw new AccountError(`there is no user "${login}"`)
  return account
}

export function listAccounts(db: Reader): Promise<Account[]> {
  return db.all<Account>(sql`SELECT ${COLUMNS} FROM account ORDER BY ${db.dialect.binaryOrder(sql`login`)}`)
}

/** @throws {AccountError} when it would leave no administrator */
export async function changeRole(tx: Transaction, login: string, role: string): Promise<void> {
  const wanted = roleIn(role)
  await tx.lock(ACCOUNTS_LOCK)
  const account = await getAccount(tx, login)
  if (wanted !== 'administrator') await refuseLastAdministrator(tx, account)
  await tx.run(sql`UPDATE account SET role = ${wanted} WHERE id = ${account.id}`)
}

/**
 * Removes an account with all its credentials.
 * @param heirLogin who becomes the author of everything the account owns
 * @returns how many records went to the heir
 * @throws {AccountError} when it owns something and nobody inherits, or when it would leave no administrator
 */
export async function removeAccount(tx: Transaction, login: string, heirLogin?: string): Promise<number> {
  await tx.lock(ACCOUNTS_LOCK)
  const account = await getAccount(tx, login)
  await refuseLastAdministrator(tx, account)
  const heir = heirLogin === undefined ? undefined : await getAccount(tx, heirLogin)
  if (heir?.id === account.id) throw new AccountError(`"${account.login}" cannot inherit from itself`)
  // Until this ends nobody can make something that would belong to the account.
  await tx.all(sql`SELECT id FROM account WHERE id = ${account.id} ${tx.dialect.forUpdate}`)
  const owned = heir ? await reassign(tx, account, heir) : await countOwned(tx, account)
  if (owned > 0 && !heir) {
    throw new AccountError(`"${account.login}" owns records (${owned}): name the user who gets them (--reassign-to)`)
  }
  await tx.run(sql`DELETE FROM account WHERE id = ${account.id}`)
  return owned
}

async function refuseLastAdministrator(tx: Transaction, account: Account): Promise<void> {
  if (account.role !== 'administrator') return
  const other = await tx.get(sql`SELECT id FROM account WHERE role = 'administrator' AND id <> ${account.id} LIMIT 1`)
  if (!other) throw new AccountError(`"${account.login}" is the last administrator; add another one first`)
}

async function reassign(tx: Transaction, from: Account, to: Account): Promise<number> {
  let count = 0
  for (const table of OWNED_TABLES) {
    count += await tx.run(sql`UPDATE ${raw(table)} SET author_id = ${to.id} WHERE author_id = ${from.id}`)
  }
  return count
}

async function countOwned(tx: Transaction, { id }: Account): Promise<number> {
  const counts = OWNED_TABLES.map((table) => sql`(SELECT COUNT(*) FROM ${raw(table)} WHERE author_id = ${id})`)
  const row = await tx.get<{ count: number }>(sql`SELECT ${join(counts, ' + ')} AS count`)
  return (row as { count: number }).count
}
