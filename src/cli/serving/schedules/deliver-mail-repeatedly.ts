import type { Database } from '../../../db/database.ts'
import { isMailDue } from '../../../mail/mail-outbox.ts'
import type { MailSettings } from '../../../mail/send-mail.ts'
import { runRepeatedly } from './run-repeatedly.ts'

const INTERVAL_MS = 5_000

/**
 * Delivers mails that are due, now and every five seconds. Several processes may do so at the same time. The SMTP code
 * is imported only when the first mail is delivered.
 * @returns a function that stops the deliveries and waits for one in progress
 */
export function startMailDelivery(
  db: Database,
  settings: MailSettings,
  { now, log }: { now(): number; log: { error(fields: object, message: string): void } },
): () => Promise<void> {
  const stopping = new AbortController()
  const onFailure = (problem: string) => log.error({ problem }, 'a mail could not be delivered')
  const deliver = async () => {
    try {
      if (!(await isMailDue(db, now()))) return
      const { deliverDueMails } = await import('../../../mail/deliver-due-mails.ts')
      await deliverDueMails(db, settings, { now, onFailure, signal: stopping.signal })
    } catch (err) {
      log.error({ err }, 'delivering mails failed, retrying in five seconds')
    }
  }
  const stop = runRepeatedly(deliver, INTERVAL_MS)
  return () => {
    stopping.abort()
    return stop()
  }
}
