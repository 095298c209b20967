import { randomUUID } from 'node:crypto'
import { type Database, type Reader, sql, type Transaction } from '../db/database.ts'

/** A mail in plain text. */
export interface Mail {
  /** E-mail address; it is not parsed, so it cannot be a list of addresses. */
  recipient: string
  subject: string
  text: string
}

/** A mail whose delivery this process may attempt. */
export interface ClaimedMail {
  id: number
  message_id: string
  recipient: string
  subject: string
  body: string
  attempts: number
  expires_at: number
}

/** Numbers of mails in the outbox. */
export interface OutboxState {
  waiting: number
  failed: number
  /** When the oldest waiting mail was or is due, UTC seconds since 1970; undefined if none waits. */
  oldestDueAt: number | undefined
}

/** Time after which the delivery of a mail is given up, in seconds. */
const MAIL_SECONDS = 3 * 86_400
/** How long a failed mail is shown to administrators, in seconds. */
const FAILED_SECONDS = 7 * 86_400
/**
 * Time in which no other process attempts the delivery of a claimed mail, in seconds: longer than an attempt takes.
 * After a crash in the middle of an attempt, the mail waits this long.
 */
const CLAIM_SECONDS = 300
/** Seconds until the next attempt, by the number of failed attempts; the last value repeats. */
const PAUSES = [60, 300, 900, 3600] as const

/**
 * Puts a mail into the outbox. Call it in the transaction of the write that causes the mail.
 * @param lastsSeconds time after which the mail is useless and no longer delivered, in seconds
 */
export const queueMail = (
  tx: Transaction,
  { recipient, subject, text }: Mail,
  now: number,
  lastsSeconds: number = MAIL_SECONDS,
): Promise<void> =>
  tx.runAll([
    sql`INSERT INTO mail (message_id, recipient, subject, body, due_at, expires_at)
      VALUES (${randomUUID()}, ${recipient}, ${oneLine(subject)}, ${text}, ${now}, ${now + lastsSeconds})`,
  ])

const oneLine = (subject: string) => subject.replace(/\s+/g, ' ').trim()

/** Claims the mail that has been due for the longest time; undefined if none is due. */
export const claimNextDueMail = (db: Database, now: number): Promise<ClaimedMail | undefined> =>
  db.transaction((tx) =>
    // The condition is repeated because another process may have claimed the mail while this statement waited for it.
    tx.get<ClaimedMail>(sql`UPDATE mail SET due_at = ${now + CLAIM_SECONDS}, attempts = attempts + 1
      WHERE id = (SELECT id FROM mail WHERE failed_at IS NULL AND due_at <= ${now} ORDER BY due_at, id LIMIT 1)
        AND failed_at IS NULL AND due_at <= ${now}
      RETURNING id, message_id, recipient, subject, body, attempts, expires_at`),
  )

/**
 * Whether any mail is due. Checked before each transaction, so that no transaction is started when there are no mails
 * to deliver.
 */
export const isMailDue = async (db: Reader, now: number): Promise<boolean> =>
  (await db.get(sql`SELECT id FROM mail WHERE failed_at IS NULL AND due_at <= ${now} LIMIT 1`)) !== undefined

/** Removes a mail that the mail server has accepted. */
export const removeMailFromOutbox = (db: Database, { id }: ClaimedMail): Promise<number> =>
  db.transaction((tx) => tx.run(sql`DELETE FROM mail WHERE id = ${id}`))

/**
 * Schedules the next attempt to deliver a mail, or gives up if the mail would expire before that attempt. @returns
 * whether the mail was given up
 */
export async function postponeMail(db: Database, mail: ClaimedMail, problem: string, now: number): Promise<boolean> {
  const pause = PAUSES[Math.min(mail.attempts, PAUSES.length) - 1] ?? PAUSES[0]
  if (now + pause > mail.expires_at) {
    await markMailAsUndeliverable(db, mail, problem, now)
    return true
  }
  await db.transaction((tx) =>
    tx.run(sql`UPDATE mail SET due_at = ${now + pause}, problem = ${problem} WHERE id = ${mail.id}`),
  )
  return false
}

/** Gives up the delivery of a mail. The text of the mail, which may contain a secret link, is deleted. */
export const markMailAsUndeliverable = (
  db: Database,
  { id }: ClaimedMail,
  problem: string,
  now: number,
): Promise<number> =>
  db.transaction((tx) =>
    tx.run(sql`UPDATE mail SET failed_at = ${now}, body = '', problem = ${problem} WHERE id = ${id}`),
  )

/** Deletes mails that failed a week ago. */
export const deleteFailedMails = (db: Database, now: number): Promise<number> =>
  db.transaction((tx) => tx.run(sql`DELETE FROM mail WHERE failed_at <= ${now - FAILED_SECONDS}`))

export async function readMailOutboxState(db: Reader): Promise<OutboxState> {
  const row = await db.get<{ waiting: number; failed: number; oldest: number | null }>(
    sql`SELECT COUNT(*) - COUNT(failed_at) AS waiting, COUNT(failed_at) AS failed,
      MIN(CASE WHEN failed_at IS NULL THEN due_at END) AS oldest FROM mail`,
  )
  return { waiting: row?.waiting ?? 0, failed: row?.failed ?? 0, oldestDueAt: row?.oldest ?? undefined }
}
