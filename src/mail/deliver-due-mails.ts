import type { Database } from '../db/database.ts'
import {
  claimNextDueMail,
  isMailDue,
  markMailAsUndeliverable,
  postponeMail,
  removeMailFromOutbox,
} from './mail-outbox.ts'
import { MailError, type MailSettings, sendMail } from './send-mail.ts'

export interface DeliveryOptions {
  now(): number
  /** Called when the delivery of a mail is given up. */
  onFailure(problem: string): void
  signal: AbortSignal
}

/**
 * Delivers all mails that are due, one after the other. Several processes may call this at the same time, because each
 * mail is claimed first. Stops when the mail server is unavailable; the remaining mails wait for the next call.
 */
export async function deliverDueMails(db: Database, settings: MailSettings, options: DeliveryOptions): Promise<void> {
  const { now, onFailure, signal } = options
  while (!signal.aborted && (await isMailDue(db, now()))) {
    const mail = await claimNextDueMail(db, now())
    if (!mail) return
    try {
      await sendMail(settings, mail)
      await removeMailFromOutbox(db, mail)
    } catch (error) {
      if (!(error instanceof MailError)) throw error
      if (error.kind === 'never') {
        await markMailAsUndeliverable(db, mail, error.message, now())
        onFailure(error.message)
      } else if (await postponeMail(db, mail, error.message, now())) onFailure(error.message)
      if (error.kind === 'unavailable') return
    }
  }
}
