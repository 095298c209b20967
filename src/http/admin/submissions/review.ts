import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type FormState, unsentForm } from '../../../admin/forms/form.ts'
import { adminPath, type SignedInContext } from '../../../admin/page.ts'
import { DECISIONS, type Decision, submissionPage, submissionsPage } from '../../../admin/views/submissions.ts'
import { events } from '../../../collections/events/index.ts'
import { checkUpload, createPicture } from '../../../collections/media/write-pictures.ts'
import { createRecord, type WriteScope } from '../../../collections/records/write.ts'
import { CalendarError, invalidParameter, type Problem, Problems } from '../../../core/errors.ts'
import { parameterSet } from '../../../core/schema/parameters.ts'
import { optionalText, parseId, requiredText, Type } from '../../../core/schema/schema.ts'
import type { Database, Transaction } from '../../../db/database.ts'
import { submissionFooter } from '../../../mail/submission-mails.ts'
import { queueDecisionMail } from '../../../submissions/mails.ts'
import { readSubmittedPicture } from '../../../submissions/pictures.ts'
import {
  countSubmissions,
  findSubmission,
  insertSubmissionNote,
  listSubmissionNotes,
  listSubmissions,
  REVIEW_STATES,
  type Submission,
  storeDecision,
} from '../../../submissions/store.ts'
import type { AdminHandler, AdminVisit } from '../handler.ts'
import { listOfferedCategories, submissionProblems } from './form.ts'

/** The list of submissions; those that wait for an editor unless the query names another state. */
export const submissionListHandler: AdminHandler = {
  async show({ context, sent }) {
    const { db } = context.scope
    const state = REVIEW_STATES.find((one) => one === sent.state) ?? 'waiting'
    return submissionsPage(context, state, await listSubmissions(db, state), await countSubmissions(db))
  },
}

const REASON_PARAMETERS = parameterSet(Type.Object({ reason: Type.Optional(optionalText({ maxLength: 2000 })) }))

/** The page of a submission, on which an editor decides. */
export const submissionHandler: AdminHandler = {
  async show({ context, request }) {
    return page(context, await findReviewed(context, request), unsentForm({ image: '1' }))
  },
  async submit(visit) {
    const { context, request, sent } = visit
    const submission = await findReviewed(context, request)
    const { decision } = sent
    if (!isDecision(decision)) throw invalidParameter('decision', 'reason.choice', { choices: NAMES.join(', ') })
    const problems = new Problems()
    const { reason = '' } = REASON_PARAMETERS.read(sent, problems)
    const state = { texts: { reason: String(sent.reason ?? ''), image: String(sent.image ?? '') } }
    const found = [...submissionProblems(context, problems)]
    if ((decision === 'ask' || decision === 'refuse') && reason.trim() === '') {
      found.push({ name: 'reason', message: context.words.submissions.reasonMissing })
    }
    if (found.length > 0) return page(context, submission, { ...state, problems: found })
    const refused = await decide(visit, submission, decision, reason)
    if (refused) return page(context, submission, { ...state, problems: refused })
    return { redirect: adminPath(context, '/submissions'), notice: 'submissionDecided' }
  },
}

const NAMES = Object.keys(DECISIONS)
const isDecision = (value: unknown): value is Decision => NAMES.includes(value as string)

/** Carries out a decision. @returns the problems of an event that cannot be created */
async function decide(
  visit: AdminVisit<SignedInContext>,
  submission: Submission,
  decision: Decision,
  reason: string,
): Promise<FormState['problems'] | undefined> {
  const { context } = visit
  if (decision === 'publish' || decision === 'draft') return accept(visit, submission, decision, reason)
  const { scope, canSendMail } = context
  const state = ({ ask: 'question', refuse: 'refused', spam: 'spam' } as const)[decision]
  await scope.db.transaction(async (tx) => {
    const inside = { ...scope, db: tx }
    await storeDecision(inside, submission, { state, reason })
    if (!canSendMail || state === 'spam') return
    const parts = state === 'question' ? [reason, submissionFooter('question', submission.language)] : [reason]
    await queueDecisionMail(inside, submission, state, parts)
  })
  return undefined
}

/** Creates the event as the API would for the editor, and stores the decision in the same transaction. */
async function accept(
  { context, sent }: AdminVisit<SignedInContext>,
  submission: Submission,
  decision: 'publish' | 'draft',
  reason: string,
): Promise<FormState['problems'] | undefined> {
  const scope: WriteScope = { ...context.scope, language: submission.language }
  const uploaded = sent.image === '1' ? await storeUploadedPicture(scope, submission) : undefined
  const { image, ...others } = submission.fields
  const chosen = uploaded ?? (sent.image === '1' ? image : undefined)
  const body = { ...others, ...(chosen !== undefined && { image: chosen }), status: decision }
  const problems = new Problems()
  const inOneTransaction = withDecision(scope, async (tx, id) => {
    const inside = { ...scope, db: tx }
    await storeDecision(inside, submission, { state: 'accepted', reason, eventId: id })
    if (!context.canSendMail) return
    const event = await events.find(inside, { id })
    const isPublished = decision === 'publish' && event !== undefined
    const parts = isPublished ? [String(events.present(inside, event).url)] : []
    await queueDecisionMail(inside, submission, isPublished ? 'accepted' : 'taken', [
      ...parts,
      ...(reason === '' ? [] : [reason]),
    ])
  })
  try {
    await createRecord(events, inOneTransaction, events.parameters.native.create.read(body, problems), problems)
    return undefined
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error
    for (const problem of (error.data.problems ?? []) as Problem[]) problems.addProblem(problem)
    if (problems.found.length + problems.missing.length === 0) throw error
    return submissionProblems(context, problems)
  }
}

/**
 * Makes the picture that the sender has uploaded a picture of the calendar, which only editors see until the event shows it.
 * @returns its id; undefined if there is none
 */
async function storeUploadedPicture(scope: WriteScope, { id }: Submission): Promise<string | undefined> {
  const picture = await readSubmittedPicture(scope.db, id)
  const upload = picture && (await checkUpload(scope, picture))
  if (!picture || !upload) return undefined
  return String((await createPicture(scope, upload, { alt: picture.alt }, { isHidden: true })).id)
}

/** The picture that a sender has uploaded, for editors. */
export const submittedPictureHandler: AdminHandler = {
  async show({ context, request }) {
    const { id } = await findReviewed(context, request)
    const picture = await readSubmittedPicture(context.scope.db, id)
    if (!picture) throw new CalendarError('picture-not-found')
    const tag = `"${createHash('sha256').update(picture.bytes).digest('base64url')}"`
    return { bytes: picture.bytes, type: picture.mimeType, tag }
  },
}

/**
 * A scope whose transactions also run `afterwards`, with the id of the record that they created. So a record and the
 * decision about it are stored together.
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

const NOTE_PARAMETERS = parameterSet(Type.Object({ note: requiredText({ maxLength: 2000 }) }))

/** Adds a note for other editors. */
export const noteHandler: AdminHandler = {
  async submit({ context, request, sent }) {
    const submission = await findReviewed(context, request)
    const problems = new Problems()
    const { note } = NOTE_PARAMETERS.read(sent, problems)
    problems.throwIfAny()
    await context.scope.db.transaction((tx) => insertSubmissionNote({ ...context.scope, db: tx }, submission, note))
    return { redirect: adminPath(context, `/submissions/${submission.id}`), notice: 'noteSaved' }
  },
}

/** The submission with the id in the path. @throws {CalendarError} 404 when there is none that editors may see */
async function findReviewed({ scope }: SignedInContext, { params }: FastifyRequest): Promise<Submission> {
  const id = parseId((params as { id: string }).id)
  const submission = id === undefined ? undefined : await findSubmission(scope.db, id)
  if (!submission) throw new CalendarError('rest_no_route')
  return submission
}

async function page(context: SignedInContext, submission: Submission, state: FormState) {
  const { scope } = context
  const [notes, picture, offered, sameDay] = await Promise.all([
    listSubmissionNotes(scope.db, submission.id),
    readSubmittedPicture(scope.db, submission.id),
    listOfferedCategories(context),
    listEventsOn(context, String(submission.fields.start_date).slice(0, 10)),
  ])
  const chosen = String(submission.fields.categories ?? '')
  const categories = offered.filter(({ id }) => String(id) === chosen).map(({ name }) => name)
  return submissionPage(context, { submission, picture, notes, categories, sameDay }, state)
}

/** Maximum number of other events on the same day that are shown. */
const SAME_DAY_MAX = 20

async function listEventsOn({ scope }: SignedInContext, day: string) {
  const problems = new Problems()
  const sent = { start_date: `${day} 00:00:00`, end_date: `${day} 23:59:59`, per_page: SAME_DAY_MAX }
  const query = events.parameters.native.list.read(sent, problems)
  const { rows } = await events.list(scope, query, problems)
  return rows.map((row) => ({ title: row.text.title, url: String(events.present(scope, row).url) }))
}
