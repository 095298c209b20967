import { listMailRecipients, mailLanguageOfAccount } from '../accounts/mail-recipients.ts'
import type { Scope } from '../collections/scope.ts'
import { languageRoot } from '../core/urls.ts'
import { sql, type Transaction } from '../db/database.ts'
import { queueMail } from '../mail/mail-outbox.ts'
import { buildSubmissionMail, footerOfSubmissionMail } from '../mail/submission-mails.ts'
import type { Sender, Submission, SubmittedFields } from './submission-store.ts'

interface Arrival {
  fields: SubmittedFields
  sender: Sender
  state: 'unconfirmed' | 'waiting'
  /** Address of the page on which the sender sees the submission. */
  address: string
  /** Whether another mail may be sent to the address of the sender (see submission-limits.ts). */
  mayGetMail: boolean
}

/**
 * Queues the mail to the sender of a new submission. Queues the mails to editors too, unless the sender has to confirm
 * the address first.
 */
export async function queueMailsOfNewSubmission(
  scope: Scope<Transaction>,
  { fields, sender, state, address, mayGetMail }: Arrival,
): Promise<void> {
  const mail = {
    language: scope.language,
    recipient: sender.email,
    title: String(fields.title),
    site: scope.site.title,
  }
  if (mayGetMail) {
    const parts = state === 'unconfirmed' ? [address, footerOfSubmissionMail('confirm', scope.language)] : [address]
    const kind = state === 'unconfirmed' ? 'confirm' : 'received'
    await queueMail(scope.db, buildSubmissionMail(kind, mail, parts), scope.now)
  }
  if (state === 'waiting') await queueMailsToEditorsAboutSubmission(scope, mail.title)
}

/**
 * Queues a mail about a new submission to each editor. If other submissions already wait, no mail is queued, because
 * editors got one about those.
 */
export async function queueMailsToEditorsAboutSubmission(scope: Scope<Transaction>, title: string): Promise<void> {
  const waiting = await scope.db.all(sql`SELECT id FROM submission WHERE state = 'waiting' LIMIT 2`)
  if (waiting.length > 1) return
  for (const editor of await listMailRecipients(scope.db, 'submissions:review')) {
    const language = mailLanguageOfAccount(editor, scope.languages)
    const address = `${scope.urls.origins[0]}${languageRoot(language, scope.languages)}/admin/submissions`
    const mail = { language, recipient: editor.email, title, site: scope.site.title }
    await queueMail(scope.db, buildSubmissionMail('waiting', mail, [address]), scope.now)
  }
}

/**
 * Queues a mail to the sender about the decision on a submission.
 * @param kind `accepted` if the event is published, `taken` if it is not published yet
 * @param parts paragraphs of the mail: the text of the editor, the address of the event
 */
export function queueSubmissionDecisionMail(
  scope: Scope<Transaction>,
  { language, email, title }: Submission,
  kind: 'accepted' | 'taken' | 'question' | 'refused',
  parts: readonly string[],
): Promise<void> {
  const mail = { language, recipient: email, title, site: scope.site.title }
  return queueMail(scope.db, buildSubmissionMail(kind, mail, parts), scope.now)
}
