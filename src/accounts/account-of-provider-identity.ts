import { type AuditActor, buildAuditEntryInsert } from '../audit/audit-entry.ts'
import { type Reader, sql, type Transaction } from '../db/database.ts'
import {
  ACCOUNT_COLUMNS,
  type Account,
  AccountError,
  type AccountRole,
  changeAccountRole,
  createAccount,
} from './account-store.ts'

/** A user of the identity provider, as its verified ID token describes them. */
export interface Identity {
  issuer: string
  /** Id of the user at the provider. */
  subject: string
  /** E-mail address in lower case; empty unless the provider has verified it. */
  email: string
  /** Display name; may be empty. */
  name: string
  /** Login names that a new account may get, the best first. */
  logins: readonly string[]
  /** Role that the provider assigns; undefined if it assigns none. */
  role: AccountRole | undefined
}

/**
 * Why a user of the provider cannot sign in. `unverified`: the provider has not verified the user's e-mail address, so
 * no account is looked up by it; `unknown`: there is no account, and none may be created; `connected`: the account with
 * the e-mail address belongs to another user of the provider; `disabled`: an administrator has disabled the account.
 */
export type IdentityRefusal = 'unverified' | 'unknown' | 'connected' | 'disabled'

/**
 * Finds the account of a user of the identity provider, by the id at the provider (`subject`) or, at the first sign-in,
 * by the verified e-mail address. If there is no account and the user gets a role, creates one.
 * @param newRole role of a new account whose user gets no role from the provider; undefined: no accounts are created
 *   for such users
 * @param actor time and request for the audit entries; without an account, because the user has not signed in yet
 */
export async function findOrCreateAccountOfIdentity(
  tx: Transaction,
  identity: Identity,
  newRole: AccountRole | undefined,
  actor: AuditActor,
): Promise<{ accountId: number } | { refusal: IdentityRefusal }> {
  const found = await findOrConnectAccount(tx, identity, newRole, actor)
  if ('refusal' in found) return found
  const { account } = found
  if (account.disabled_at !== null) return { refusal: 'disabled' }
  if (identity.role !== undefined && identity.role !== account.role) {
    await assignRole(tx, account, identity.role, actor)
  }
  return { accountId: account.id }
}

type Found = { account: Account } | { refusal: IdentityRefusal }

async function findOrConnectAccount(
  tx: Transaction,
  identity: Identity,
  newRole: AccountRole | undefined,
  actor: AuditActor,
): Promise<Found> {
  const { issuer, subject, email } = identity
  const linked = await tx.get<Account>(sql`SELECT ${ACCOUNT_COLUMNS} FROM account
    WHERE id = (SELECT account_id FROM identity WHERE issuer = ${issuer} AND subject = ${subject})`)
  if (linked) return { account: linked }
  if (email === '') return { refusal: 'unverified' }
  const named = await tx.get<Account>(sql`SELECT ${ACCOUNT_COLUMNS} FROM account WHERE email = ${email}`)
  if (named && (await isAccountLinkedToIdentityProvider(tx, issuer, named.id))) return { refusal: 'connected' }
  if (named && named.disabled_at !== null) return { refusal: 'disabled' }
  const role = identity.role ?? newRole
  if (!named && role === undefined) return { refusal: 'unknown' }
  const account = named ?? (await createAccountFor(tx, identity, role as AccountRole, actor.now))
  await tx.run(sql`INSERT INTO identity (issuer, subject, account_id, created_at)
    VALUES (${issuer}, ${subject}, ${account.id}, ${actor.now})`)
  await insertAudit(tx, account, actor, named ? { action: 'updated', fields: ['identity'] } : { action: 'created' })
  return { account }
}

export const isAccountLinkedToIdentityProvider = async (
  db: Reader,
  issuer: string,
  accountId: number,
): Promise<boolean> =>
  (await db.get(sql`SELECT 1 AS found FROM identity WHERE account_id = ${accountId} AND issuer = ${issuer}`)) !==
  undefined

/**
 * Creates an account for a user of the provider. Its login is the first of the suggested ones that is valid and not in
 * use.
 */
async function createAccountFor(
  tx: Transaction,
  { logins, email, name, subject }: Identity,
  role: AccountRole,
  now: number,
): Promise<Account> {
  for (const login of logins) {
    try {
      return await createAccount(tx, { login, email, role, ...(name !== '' && { displayName: name }) }, now)
    } catch (error) {
      // This login is malformed or in use. Nothing has been written yet, so the next login can be tried.
      if (!(error instanceof AccountError)) throw error
    }
  }
  return createAccount(tx, { login: loginFrom(subject), email, role }, now)
}

const LOGIN_LENGTH_MAX = 60

/** Derives a login from the id at the provider (`subject`). It is unlikely that an account has it already. */
const loginFrom = (subject: string) =>
  `user-${Buffer.from(subject).toString('hex')}`.slice(0, LOGIN_LENGTH_MAX).toLowerCase()

/** Gives an account the role that the provider assigns to the user, unless the account is the last administrator. */
async function assignRole(tx: Transaction, account: Account, role: AccountRole, actor: AuditActor): Promise<void> {
  try {
    await changeAccountRole(tx, account.login, role)
  } catch (error) {
    if (error instanceof AccountError) return
    throw error
  }
  await insertAudit(tx, account, actor, { action: 'updated', fields: ['role'] })
}

async function insertAudit(
  tx: Transaction,
  { id, login }: Account,
  actor: AuditActor,
  write: { action: 'created' | 'updated'; fields?: readonly string[] },
): Promise<void> {
  const deed = { ...write, collection: 'users', id, title: login } as const
  await tx.runAll([buildAuditEntryInsert({ ...actor, accountId: id, login }, deed)])
}
