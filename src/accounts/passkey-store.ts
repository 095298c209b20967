import { type Reader, sql, type Transaction } from '../db/database.ts'
import { createRandomToken } from './random-token.ts'

const CHALLENGE_SECONDS = 300
/** Maximum number of passkeys of one account. */
const PASSKEYS_MAX = 20

export interface Passkey {
  id: number
  account_id: number
  /** Identifies the passkey. Base64url, like all byte strings of passkeys. */
  credential_id: string
  public_key: string
  counter: number
  /**
   * How browsers can connect to the authenticator that has the passkey (WebAuthn `AuthenticatorTransport`, such as
   * `usb`), separated by commas.
   */
  transports: string
  name: string
  created_at: number
  /** Time of the last use in UTC seconds since 1970; null if the passkey has never been used. */
  used_at: number | null
}

export type NewPasskey = Pick<
  Passkey,
  'account_id' | 'credential_id' | 'public_key' | 'counter' | 'transports' | 'name'
>

const COLUMNS = sql`id, account_id, credential_id, public_key, counter, transports, name, created_at, used_at`

/** Creates a challenge that a passkey has to sign, and deletes expired ones. */
export async function createPasskeyChallenge(tx: Transaction, now: number): Promise<string> {
  const challenge = createRandomToken()
  await tx.run(sql`DELETE FROM passkey_challenge WHERE expires_at <= ${now}`)
  await tx.run(
    sql`INSERT INTO passkey_challenge (challenge, expires_at) VALUES (${challenge}, ${now + CHALLENGE_SECONDS})`,
  )
  return challenge
}

/** Deletes a challenge, so that it can be used only once. @returns whether the challenge existed and had not expired */
export const consumePasskeyChallenge = async (tx: Transaction, challenge: string, now: number): Promise<boolean> =>
  (await tx.run(sql`DELETE FROM passkey_challenge WHERE challenge = ${challenge} AND expires_at > ${now}`)) > 0

export const listPasskeys = (db: Reader, accountId: number): Promise<Passkey[]> =>
  db.all<Passkey>(sql`SELECT ${COLUMNS} FROM passkey WHERE account_id = ${accountId} ORDER BY id`)

/** The passkey with a credential id, unless its account is disabled. */
export const findPasskey = (db: Reader, credentialId: string): Promise<Passkey | undefined> =>
  db.get<Passkey>(sql`SELECT ${COLUMNS} FROM passkey WHERE credential_id = ${credentialId}
    AND account_id IN (SELECT id FROM account WHERE disabled_at IS NULL)`)

/**
 * Stores a new passkey of an account.
 * @returns false when the account has as many passkeys as it may have, or the passkey is stored already
 */
export async function addPasskey(tx: Transaction, passkey: NewPasskey, now: number): Promise<boolean> {
  const { account_id, credential_id, public_key, counter, transports, name } = passkey
  if ((await listPasskeys(tx, account_id)).length >= PASSKEYS_MAX) return false
  const inserted = await tx.run(sql`INSERT INTO passkey
      (account_id, credential_id, public_key, counter, transports, name, created_at)
    VALUES (${account_id}, ${credential_id}, ${public_key}, ${counter}, ${transports}, ${name}, ${now})
    ON CONFLICT (credential_id) DO NOTHING`)
  return inserted > 0
}

export const recordPasskeyUse = (tx: Transaction, id: number, counter: number, now: number): Promise<number> =>
  tx.run(sql`UPDATE passkey SET counter = ${counter}, used_at = ${now} WHERE id = ${id}`)

/** Removes a passkey of an account. @returns false when the account has no passkey with this id */
export const removePasskey = async (tx: Transaction, accountId: number, id: number): Promise<boolean> =>
  (await tx.run(sql`DELETE FROM passkey WHERE account_id = ${accountId} AND id = ${id}`)) > 0
