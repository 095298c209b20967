import { events } from '../collections/events/index.ts'
import { checkAndSanitizeUploadedPicture, createPicture } from '../collections/media/write-pictures.ts'
import { createRecord, type WriteScope } from '../collections/records/write-records.ts'
import { Problems } from '../core/errors.ts'
import type { Database, Transaction } from '../db/database.ts'
import { footerOfSubmissionMail } from '../mail/submission-mails.ts'
import { queueSubmissionDecisionMail } from './queue-submission-mails.ts'
import { type Submission, storeSubmissionDecision } from './submission-store.ts'
import { readSubmittedPicture } from './submitted-pictures.ts'

/**
 * The decisions of an editor. `publish` and `draft` make an event of the submission. `ask` sends a question to the
 * sender. `refuse` and `spam` make no event; only `refuse` sends a mail.
 */
export const DECISIONS = ['publish', 'draft', 'ask', 'refuse', 'spam'] as const

interface SubmissionDecision {
  decision: (typeof DECISIONS)[number]
  /** Text for the sender: a question, or the reason for a refusal; may be empty. */
  reason: string
  /** Whether an accepted event gets the picture of the submission. */
  withPicture: boolean
}

/** Whether a decision needs a text for the sender: a question, or the reason for a refusal. */
export const submissionDecisionNeedsReason = (decision: SubmissionDecision['decision']): boolean =>
  decision === 'ask' || decision === 'refuse'

/**
 * Carries out the decision of an editor about a submission, and queues the mail to its sender.
 * @param canSendMail whether a mail server is configured
 * @throws {CalendarError} 400 if the event cannot be created; 409 if the submission is not open any more
 */
export async function decideSubmission(
  scope: WriteScope,
  submission: Submission,
  decided: SubmissionDecision,
  canSendMail: boolean,
): Promise<void> {
  const { decision, reason } = decided
  if (decision === 'publish' || decision === 'draft') {
    return accept(scope, submission, { ...decided, status: decision }, canSendMail)
  }
  const state = ({ ask: 'question', refuse: 'refused', spam: 'spam' } as const)[decision]
  await scope.db.transaction(async (tx) => {
    const inside = { ...scope, db: tx }
    await storeSubmissionDecision(inside, submission, { state, reason })
    if (!canSendMail || state === 'spam') return
    const parts = state === 'question' ? [reason, footerOfSubmissionMail('question', submission.language)] : [reason]
    await queueSubmissionDecisionMail(inside, submission, state, parts)
  })
}

/** Creates the event of a submission with the rights of the editor, and stores the decision in the same transaction. */
async function accept(
  editorScope: WriteScope,
  submission: Submission,
  { status, reason, withPicture }: Omit<SubmissionDecision, 'decision'> & { status: 'publish' | 'draft' },
  canSendMail: boolean,
): Promise<void> {
  const scope: WriteScope = { ...editorScope, language: submission.language }
  const uploaded = withPicture ? await storeUploadedPicture(scope, submission) : undefined
  const { image, ...others } = submission.fields
  const chosen = uploaded ?? (withPicture ? image : undefined)
  const body = { ...others, ...(chosen !== undefined && { image: chosen }), status }
  const problems = new Problems()
  const inOneTransaction = withDecision(scope, async (tx, id) => {
    const inside = { ...scope, db: tx }
    await storeSubmissionDecision(inside, submission, { state: 'accepted', reason, eventId: id })
    if (!canSendMail) return
    const event = await events.find(inside, { id })
    const isPublished = status === 'publish' && event !== undefined
    const parts = isPublished ? [String(events.present(inside, event).url)] : []
    await queueSubmissionDecisionMail(inside, submission, isPublished ? 'accepted' : 'taken', [
      ...parts,
      ...(reason === '' ? [] : [reason]),
    ])
  })
  await createRecord(events, inOneTransaction, events.parameters.native.create.read(body, problems), problems)
}

/**
 * Stores the picture that the sender has uploaded as a picture of the calendar, which only editors see until the event
 * shows it.
 * @returns the id of the picture; undefined if the sender has uploaded none
 */
async function storeUploadedPicture(scope: WriteScope, { id }: Submission): Promise<string | undefined> {
  const picture = await readSubmittedPicture(scope.db, id)
  const upload = picture && (await checkAndSanitizeUploadedPicture(scope, picture))
  if (!picture || !upload) return undefined
  return String((await createPicture(scope, upload, { alt: picture.alt }, { isHidden: true })).id)
}

/**
 * Copies a scope. Transactions of the copy also call `afterwards` with the id of the created record, so that a record
 * and the decision about it are stored together.
 */
function withDecision(scope: WriteScope, afterwards: (tx: Transaction, id: number) => Promise<void>): WriteScope {
  const transaction: Database['transaction'] = (work, read) =>
    scope.db.transaction(async (tx) => {
      const written = await work(tx)
      await afterwards(tx, (written as { id: number }).id)
      return written
    }, read)
  return { ...scope, db: { ...scope.db, transaction } }
}
