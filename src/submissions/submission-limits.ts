import { type Reader, sql } from '../db/database.ts'

/**
 * Maximum number of submissions from one network in an hour. `NETWORK_HOUR_MAX` applies if the browser has found the
 * proof of work or the sender is signed in, otherwise `NETWORK_HOUR_MAX_UNPROVED` does.
 */
export const NETWORK_HOUR_MAX = 5
export const NETWORK_HOUR_MAX_UNPROVED = 1
/** Maximum number of submissions in an hour with one key of a form on another site. */
export const KEY_HOUR_MAX = 60
/** Number of submissions of all senders in an hour above which every sender must confirm the e-mail address. */
export const SITE_HOUR_MAX = 200
/**
 * Maximum number of mails to one address in an hour. Mails are limited, because a sender can type the address of
 * another person.
 */
const MAILS_HOUR_MAX = 3
const HOUR_SECONDS = 3600

export interface RecentSubmissions {
  fromNetwork: number
  fromAll: number
  /** Number of submissions with the same key of a form on another site. */
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
 * Whether another submission of the same event waits for an editor.
 * @param exceptId id of the submission that is being changed
 */
export const isDuplicateSubmission = async (
  db: Reader,
  hashForDuplicateSearch: string,
  exceptId = 0,
): Promise<boolean> =>
  (await db.get(sql`SELECT id FROM submission WHERE state IN ('waiting', 'question') AND content_hash = ${hashForDuplicateSearch}
    AND id <> ${exceptId} LIMIT 1`)) !== undefined

/** Whether the form with this random text was sent before. */
export const isFormNonceUsed = async (db: Reader, nonce: string): Promise<boolean> =>
  (await db.get(sql`SELECT id FROM submission WHERE form_nonce = ${nonce}`)) !== undefined
