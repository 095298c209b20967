import { type Database, type Reader, sql, type Transaction } from '../db/database.ts'

const DAY_SECONDS = 86_400
/** Number of days after which a sender can no longer confirm the e-mail address. */
const CONFIRMATION_DAYS = 2

/**
 * Deletes submissions, with their personal data and notes, `days` days after the decision or an unanswered question,
 * and after two days if the sender has not confirmed the e-mail address. Events made from them remain. Also deletes the
 * hashes of client networks after a day.
 */
export async function deleteOldSubmissions(db: Database, days: number, now: number): Promise<void> {
  const expired = sql`(decided_at <= ${now - days * DAY_SECONDS} AND state <> 'waiting')
    OR (state = 'unconfirmed' AND sent_at <= ${now - CONFIRMATION_DAYS * DAY_SECONDS})`
  const counted = sql`network_hash <> '' AND sent_at <= ${now - DAY_SECONDS}`
  // Before the write, this query checks whether there is anything to delete, so that no write lock is taken without
  // need.
  if (!(await db.get(sql`SELECT id FROM submission WHERE ${expired} OR (${counted}) LIMIT 1`))) return
  await db.transaction(async (tx) => {
    await tx.run(sql`DELETE FROM submission WHERE ${expired}`)
    await tx.run(sql`UPDATE submission SET network_hash = '' WHERE ${counted}`)
  })
}

/**
 * Reads the submissions of a person, with all data stored about them.
 * @param email e-mail address of the person
 */
export const readSubmissionDataOfSender = (db: Reader, email: string) =>
  db.all<{
    id: number
    title: string
  }>(sql`SELECT id, state, language, title, fields, sender_name, sender_email, message,
      sent_at, decided_at, reason, event_id,
      (SELECT p.name FROM submission_picture p WHERE p.submission_id = submission.id) AS picture
    FROM submission WHERE sender_email = ${email.toLowerCase()} ORDER BY id`)

/**
 * Deletes the submissions of a person, and mails to the person that are not sent yet.
 * @returns the number of submissions
 */
export async function deleteSubmissionsAndMailsOfSender(tx: Transaction, email: string): Promise<number> {
  await tx.run(sql`DELETE FROM mail WHERE recipient = ${email.toLowerCase()}`)
  return tx.run(sql`DELETE FROM submission WHERE sender_email = ${email.toLowerCase()}`)
}
