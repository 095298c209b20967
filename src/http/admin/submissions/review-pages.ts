import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { adminPath, type SignedInContext } from '../../../admin/admin-context.ts'
import { createUnsentFormState, type FormState } from '../../../admin/forms/admin-form.ts'
import { submissionPage, submissionsPage } from '../../../admin/views/submissions-pages.ts'
import { events } from '../../../collections/events/index.ts'
import { CalendarError, type Problem, Problems } from '../../../core/errors.ts'
import { parseId } from '../../../core/schema/field-types.ts'
import { decideSubmission, submissionDecisionNeedsReason } from '../../../submissions/decide-submission.ts'
import { decisionParameters, noteParameters } from '../../../submissions/submission-parameters.ts'
import {
  countSubmissionsByState,
  findSubmission,
  insertSubmissionNote,
  listSubmissionNotes,
  listSubmissions,
  SUBMISSION_STATES_SHOWN_TO_EDITORS,
  type Submission,
} from '../../../submissions/submission-store.ts'
import { readSubmittedPicture } from '../../../submissions/submitted-pictures.ts'
import type { AdminHandler, AdminVisit } from '../admin-handler.ts'
import {
  listCategoriesOfferedBySubmissionForm,
  messagesOfSubmissionProblems,
} from './fields-and-problems-of-submission-form.ts'

/** The page lists the 200 oldest submissions; editors see the others after deciding about these. */
const OLDEST = { limit: 200, offset: 0 }

/** The list of submissions; those that wait for an editor unless the query names another state. */
export const submissionListHandler: AdminHandler = {
  async show({ context, sent }) {
    const { db } = context.scope
    const state = SUBMISSION_STATES_SHOWN_TO_EDITORS.find((one) => one === sent.state) ?? 'waiting'
    return submissionsPage(context, state, await listSubmissions(db, state, OLDEST), await countSubmissionsByState(db))
  },
}

/** The page of a submission, on which an editor decides. */
export const submissionHandler: AdminHandler = {
  async show({ context, request }) {
    return page(context, await findReviewed(context, request), createUnsentFormState({ image: '1' }))
  },
  async submit(visit) {
    const { context, request, sent } = visit
    const submission = await findReviewed(context, request)
    const problems = new Problems()
    const { decision, reason = '', image = false } = decisionParameters.read(sent, problems)
    const state = { texts: { reason: String(sent.reason ?? ''), image: String(sent.image ?? '') } }
    const found = [...messagesOfSubmissionProblems(context, problems)]
    if (submissionDecisionNeedsReason(decision) && reason.trim() === '') {
      found.push({ name: 'reason', message: context.words.submissions.reasonMissing })
    }
    if (found.length > 0) return page(context, submission, { ...state, problems: found })
    const refused = await decide(visit, submission, { decision, reason, withPicture: image })
    if (refused) return page(context, submission, { ...state, problems: refused })
    return { redirect: adminPath(context, '/submissions'), notice: 'submissionDecided' }
  },
}

/**
 * Carries out a decision.
 * @returns the problems of an event that cannot be created
 */
async function decide(
  { context }: AdminVisit<SignedInContext>,
  submission: Submission,
  decided: Parameters<typeof decideSubmission>[2],
): Promise<FormState['problems'] | undefined> {
  try {
    await decideSubmission(context.scope, submission, decided, context.canSendMail)
    return undefined
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error
    const problems = new Problems()
    for (const problem of (error.data.problems ?? []) as Problem[]) problems.addProblem(problem)
    if (problems.found.length + problems.missing.length === 0) throw error
    return messagesOfSubmissionProblems(context, problems)
  }
}

/** The file of the picture that a sender has uploaded for a submission. Only editors see it. */
export const submittedPictureHandler: AdminHandler = {
  async show({ context, request }) {
    const { id } = await findReviewed(context, request)
    const picture = await readSubmittedPicture(context.scope.db, id)
    if (!picture) throw new CalendarError('picture-not-found')
    const tag = `"${createHash('sha256').update(picture.bytes).digest('base64url')}"`
    return { bytes: picture.bytes, type: picture.mimeType, tag }
  },
}

/** Adds a note to a submission, which only editors see. */
export const addSubmissionNoteHandler: AdminHandler = {
  async submit({ context, request, sent }) {
    const submission = await findReviewed(context, request)
    const problems = new Problems()
    const { note } = noteParameters.read(sent, problems)
    problems.throwIfAny()
    await context.scope.db.transaction((tx) => insertSubmissionNote({ ...context.scope, db: tx }, submission, note))
    return { redirect: adminPath(context, `/submissions/${submission.id}`), notice: 'noteSaved' }
  },
}

/**
 * Finds the submission whose id is in the path.
 * @throws {CalendarError} 404 when there is none that editors may see
 */
async function findReviewed({ scope }: SignedInContext, { params }: FastifyRequest): Promise<Submission> {
  const id = parseId((params as { id: string }).id)
  const submission = id === undefined ? undefined : await findSubmission(scope.db, id)
  if (!submission) throw new CalendarError('submission-not-found')
  return submission
}

async function page(context: SignedInContext, submission: Submission, state: FormState) {
  const { scope } = context
  const [notes, picture, offered, sameDay] = await Promise.all([
    listSubmissionNotes(scope.db, submission.id),
    readSubmittedPicture(scope.db, submission.id),
    listCategoriesOfferedBySubmissionForm(context),
    listEventsOn(context, String(submission.fields.start_date).slice(0, 10)),
  ])
  const chosen = String(submission.fields.categories ?? '')
  const categories = offered.filter(({ id }) => String(id) === chosen).map(({ name }) => name)
  return submissionPage(context, { submission, picture, notes, categories, sameDay }, state)
}

/** Maximum number of other events on the same day that the page of a submission shows. */
const SAME_DAY_MAX = 20

async function listEventsOn({ scope }: SignedInContext, day: string) {
  const problems = new Problems()
  const sent = { start_date: `${day} 00:00:00`, end_date: `${day} 23:59:59`, per_page: SAME_DAY_MAX }
  const query = events.parameters.native.list.read(sent, problems)
  const { rows } = await events.list(scope, query, problems)
  return rows.map((row) => ({ title: row.text.title, url: String(events.present(scope, row).url) }))
}
