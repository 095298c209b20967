import { buildAuditEntryInsert } from '../audit/audit-entry.ts'
import { type Database, type Reader, sql } from '../db/database.ts'
import { ACCOUNTS_LOCK, createAccount } from './account-store.ts'
import { addApplicationPassword } from './application-passwords.ts'
import { createPasswordLinkReplacingEarlierLinks } from './password-links.ts'

const LOGIN = 'admin'

/**
 * Creates the administrator `admin`, unless an administrator or an account named `admin` exists. If two processes start
 * at once, only one creates it.
 * @param givenPassword application password of the new account; if undefined, one is generated
 * @param now UTC seconds
 * @param startedBy name for the audit log: the user who started the server
 * @returns login, application password and the token of a link for setting the password for `/admin`, which the caller
 *   shows once; undefined when no account was created
 */
export async function createAdministratorIfMissing(
  db: Database,
  givenPassword: string | undefined,
  now: number,
  startedBy = '',
): Promise<{ login: string; password: string; linkToken: string } | undefined> {
  if (await hasAdministrator(db)) return undefined
  return db.transaction(async (tx) => {
    await tx.lock(ACCOUNTS_LOCK)
    if (await hasAdministrator(tx)) return undefined
    const account = await createAccount(tx, { login: LOGIN, role: 'administrator' }, now)
    const actor = { accountId: null, login: startedBy, requestId: '', face: 'cli', now } as const
    await tx.runAll([
      buildAuditEntryInsert(actor, { action: 'created', collection: 'users', id: account.id, title: LOGIN }),
    ])
    const password = await addApplicationPassword(tx, account.id, 'first start', givenPassword, now)
    return { login: LOGIN, password, linkToken: await createPasswordLinkReplacingEarlierLinks(tx, account.id, now) }
  })
}

const hasAdministrator = async (db: Reader) =>
  (await db.get(sql`SELECT id FROM account WHERE role = 'administrator' OR login = ${LOGIN} LIMIT 1`)) !== undefined
