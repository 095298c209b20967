import { type Reader, sql } from '../db/database.ts'

/**
 * Largest number of submissions from one network in an hour. `NETWORK_HOUR_MAX` applies if the browser has done the
 * proof of work or the sender is signed in, `NETWORK_HOUR_MAX_UNPROVED` to all others.
 */
export const NETWORK_HOUR_MAX = 5
export const NETWORK_HOUR_MAX_UNPROVED = 1
/** Largest number of submissions in an hour with one key of a form on another site. */
export const KEY_HOUR_MAX = 60
/** Number of submissions of all senders in an hour above which senders have to confirm their address by mail. */
export const SITE_HOUR_MAX = 200
/**
 * Largest number of mails in an hour to one address. Limited, because anybody can type the address of somebody else.
 */
const MAILS_HOUR_MAX = 3
const HOUR_SECONDS = 3600

export interface RecentSubmissions {
  fromNetwork: number
  fromAll: number
  /** Submissions with the same key of a form on another site. */
  ofKey: number
  /** Whether another mail may be sent to the address of the sender, by `MAILS_HOUR_MAX`. */
  mayGetMail: boolean
}

/**
 * Counts the submissions of the last hour by sender and in total. They are counted in the database, so that all
 * processes share the limits.
 */
export async function countRecentSubmissions(
  db: Reader,
  { networkHash, email, keyId }: { networkHash: string; email: string; keyId?: number | undefined },
  now: number,
): Promise<RecentSubmissions> {
  const row = await db.get<{ network: number; site: number; address: number; key: number }>(
    sql`SELECT COUNT(*) AS site, COUNT(CASE WHEN network_hash = ${networkHash} THEN 1 END) AS network,
        COUNT(CASE WHEN sender_email = ${email} THEN 1 END) AS address,
        COUNT(CASE WHEN submission_key_id = ${keyId ?? null} THEN 1 END) AS key
      FROM submission WHERE sent_at > ${now - HOUR_SECONDS}`,
  )
  return {
    fromNetwork: row?.network ?? 0,
    fromAll: row?.site ?? 0,
    ofKey: row?.key ?? 0,
    mayGetMail: (row?.address ?? 0) < MAILS_HOUR_MAX,
  }
}

/**
 * Whether a submission of the same event already waits for an editor.
 * @param exceptId a submission that is being changed
 */
export const isDuplicateSubmission = async (
  db: Reader,
  hashForDuplicateSearch: string,
  exceptId = 0,
): Promise<boolean> =>
  (await db.get(sql`SELECT id FROM submission WHERE state IN ('waiting', 'question') AND content_hash = ${hashForDuplicateSearch}
    AND id <> ${exceptId} LIMIT 1`)) !== undefined

/** Whether a form has been sent before. */
export const isFormNonceUsed = async (db: Reader, nonce: string): Promise<boolean> =>
  (await db.get(sql`SELECT id FROM submission WHERE form_nonce = ${nonce}`)) !== undefined
