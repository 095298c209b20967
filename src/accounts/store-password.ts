import { sql, type Transaction } from '../db/database.ts'
import { hashPassword } from './password-hash.ts'
import { normalizePassword } from './password-rules.ts'
import { endSessionsOfAccount } from './session-store.ts'

/** Hashes a password for `replacePasswordAndEndSessions`. It takes about 150 ms, so call it before the transaction. */
export const hashNewPassword = (password: string) => hashPassword(normalizePassword(password))

/**
 * Replaces the password with which an account signs in to `/admin`, and ends its sessions.
 * @param sessionId the session that changes the password, which remains
 */
export async function replacePasswordAndEndSessions(
  tx: Transaction,
  accountId: number,
  hash: string,
  sessionId?: number,
): Promise<void> {
  await tx.run(sql`UPDATE account SET password_hash = ${hash} WHERE id = ${accountId}`)
  await endSessionsOfAccount(tx, accountId, sessionId)
}
