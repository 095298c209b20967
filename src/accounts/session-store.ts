import { createHash } from 'node:crypto'
import type { Role } from '../core/caller.ts'
import { type Reader, sql, type Transaction } from '../db/database.ts'
import { createRandomToken, hashToken } from './random-token.ts'

/** How long a session lasts after the last request, in seconds. */
export const SESSION_SECONDS = 14 * 86_400
/**
 * Minimum number of seconds between two writes of the columns `seen_at` and `expires_at` of a session, so that most
 * requests write nothing.
 */
const RENEWAL_SECONDS = 3600
/** Maximum number of sessions of one account; a new session ends the oldest. */
export const SESSIONS_MAX = 50
/** How long after giving a password a user may change credentials without giving it again, in seconds. */
const PROOF_SECONDS = 600
const AGENT_LENGTH_MAX = 200

/** A session, and the account that it belongs to as it is at the time of the request. */
export interface Session {
  id: number
  account_id: number
  login: string
  display_name: string
  email: string
  role: Exclude<Role, 'guest'>
  /** Language of the admin pages for this account; empty for the default language of the site. */
  language: string
  seen_at: number
  proved_at: number
}

export interface ListedSession {
  id: number
  created_at: number
  seen_at: number
  agent: string
}

/**
 * Starts a session. The oldest sessions above `SESSIONS_MAX` end.
 * @param agent `User-Agent` header of the browser
 * @returns the token for the cookie; only its hash is stored
 */
export async function startSession(tx: Transaction, accountId: number, agent: string, now: number): Promise<string> {
  const token = createRandomToken()
  const expiresAt = now + SESSION_SECONDS
  await tx.run(sql`INSERT INTO session (hash, account_id, created_at, seen_at, proved_at, expires_at, agent)
    VALUES (${hashToken(token)}, ${accountId}, ${now}, ${now}, ${now}, ${expiresAt}, ${shortened(agent)})`)
  await tx.run(sql`DELETE FROM session WHERE account_id = ${accountId} AND (expires_at <= ${now} OR id NOT IN
    (SELECT id FROM session WHERE account_id = ${accountId} ORDER BY seen_at DESC, id DESC LIMIT ${SESSIONS_MAX}))`)
  return token
}

const shortened = (agent: string) => agent.replaceAll('\0', '').toWellFormed().slice(0, AGENT_LENGTH_MAX).toWellFormed()

/** Finds a session that has not ended. Account and role are read anew, so that changes take effect at once. */
export const findSession = (db: Reader, token: string, now: number): Promise<Session | undefined> =>
  db.get<Session>(sql`SELECT s.id, s.account_id, a.login, a.display_name, a.email, a.role, a.language, s.seen_at, s.proved_at
    FROM session s JOIN account a ON a.id = s.account_id
    WHERE s.hash = ${hashToken(token)} AND s.expires_at > ${now} AND a.disabled_at IS NULL`)

/** Whether the expiry of a session should be extended now, by `renewSession` and a new cookie. */
export const isSessionRenewalDue = ({ seen_at }: Session, now: number) => now - seen_at >= RENEWAL_SECONDS

export const renewSession = (tx: Transaction, id: number, now: number): Promise<number> =>
  tx.run(sql`UPDATE session SET seen_at = ${now}, expires_at = ${now + SESSION_SECONDS} WHERE id = ${id}`)

/** Whether the user gave a password so recently that credentials may be changed without giving it again. */
export const isReauthenticationRecent = ({ proved_at }: Session, now: number) => now - proved_at <= PROOF_SECONDS

export const recordReauthentication = (tx: Transaction, id: number, now: number): Promise<number> =>
  tx.run(sql`UPDATE session SET proved_at = ${now} WHERE id = ${id}`)

/** Lists the sessions of an account that have not ended, the last used first. */
export const listSessions = (db: Reader, accountId: number, now: number): Promise<ListedSession[]> =>
  db.all<ListedSession>(sql`SELECT id, created_at, seen_at, agent FROM session
    WHERE account_id = ${accountId} AND expires_at > ${now} ORDER BY seen_at DESC, id DESC`)

/** Ends one session of an account. @returns false when the account has no session with this id */
export const endSession = async (tx: Transaction, accountId: number, id: number): Promise<boolean> =>
  (await tx.run(sql`DELETE FROM session WHERE account_id = ${accountId} AND id = ${id}`)) > 0

/** Ends all sessions of an account. @param exceptId a session that remains */
export const endSessionsOfAccount = (tx: Transaction, accountId: number, exceptId = 0): Promise<number> =>
  tx.run(sql`DELETE FROM session WHERE account_id = ${accountId} AND id <> ${exceptId}`)

/**
 * The token that every form of a session contains, so that no other site can send one. Derived from the token in the
 * cookie, so that it need not be stored.
 */
export const deriveFormTokenOfSession = (token: string) =>
  createHash('sha256').update(`form\0${token}`).digest('base64url')
