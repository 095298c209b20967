import type { Database } from '../db/database.ts'
import { claimMail, failMail, isMailDue, postponeMail, removeMail } from './mail-outbox.ts'
import { MailError, type MailSettings, sendMail } from './send-mail.ts'

export interface DeliveryOptions {
  now(): number
  /** Called when a mail has failed for good. */
  onFailure(problem: string): void
  signal: AbortSignal
}

/**
 * Delivers all mails that are due, one after the other. Several processes may do so at the same time, because each mail is claimed
 * first. Ends when the mail server is unavailable: then all mails wait.
 */
export async function deliverMail(db: Database, settings: MailSettings, options: DeliveryOptions): Promise<void> {
  const { now, onFailure, signal } = options
  while (!signal.aborted && (await isMailDue(db, now()))) {
    const mail = await claimMail(db, now())
    if (!mail) return
    try {
      await sendMail(settings, mail)
      await removeMail(db, mail)
    } catch (error) {
      if (!(error instanceof MailError)) throw error
      if (error.kind === 'never') {
        await failMail(db, mail, error.message, now())
        onFailure(error.message)
      } else if (await postponeMail(db, mail, error.message, now())) onFailure(error.message)
      if (error.kind === 'unavailable') return
    }
  }
}
