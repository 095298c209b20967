import type { FastifyRequest } from 'fastify'
import { type AdminContext, adminPath } from '../../../admin/admin-context.ts'
import { createUnsentFormState, type FormState } from '../../../admin/forms/admin-form.ts'
import { submissionSenderPage } from '../../../admin/views/submission-form-pages.ts'
import { events } from '../../../collections/events/index.ts'
import { checkAndSanitizeUploadedPicture, pictureTextParameters } from '../../../collections/media/write-pictures.ts'
import { ANONYMOUS } from '../../../core/caller.ts'
import { CalendarError, Problems } from '../../../core/errors.ts'
import { optionalTextField, Type } from '../../../core/schema/field-types.ts'
import { createParameterSet } from '../../../core/schema/parameter-set.ts'
import { queueMailsToEditorsAboutSubmission } from '../../../submissions/queue-submission-mails.ts'
import { pathOfSubmissionSenderPage } from '../../../submissions/receive-submission.ts'
import { parseSubmittedFields } from '../../../submissions/submission-parameters.ts'
import {
  addPictureToSubmission,
  confirmSenderAddressOfSubmission,
  findSubmissionByToken,
  replaceSubmittedFields,
  type Submission,
  withdrawSubmission,
} from '../../../submissions/submission-store.ts'
import { isPictureStoredForSubmission, SUBMITTED_PICTURE_BYTES_MAX } from '../../../submissions/submitted-pictures.ts'
import type { AdminHandler } from '../admin-handler.ts'
import {
  checkFieldsOfSubmissionForm,
  listCategoriesOfferedBySubmissionForm,
  messagesOfSubmissionProblems,
  sentFieldsOfSubmissionForm,
} from './fields-and-problems-of-submission-form.ts'

const MESSAGE_PARAMETERS = createParameterSet(
  Type.Object({ message: Type.Optional(optionalTextField({ maxLength: 2000 })) }),
)

/**
 * The page that a secret link shows to the sender of a submission: the state of the submission and a form that changes
 * it.
 */
export const senderPageHandler: AdminHandler<AdminContext> = {
  async show({ context, request }) {
    const submission = await findSent(context, request)
    return page(context, request, submission, {})
  },
  async submit({ context, request, sent }) {
    const submission = await findSent(context, request)
    const problems = new Problems()
    const { message = '' } = MESSAGE_PARAMETERS.read(sent, problems)
    const fields = parseSubmittedFields(sent)
    await checkFieldsOfSubmissionForm(context.scope, fields, problems, submission.id)
    const found = messagesOfSubmissionProblems(context, problems)
    if (found.length > 0)
      return page(context, request, submission, { form: { texts: sentFieldsOfSubmissionForm(sent), problems: found } })
    await context.scope.db.transaction(async (tx) => {
      const inside = { ...context.scope, db: tx }
      await replaceSubmittedFields(inside, submission, { fields, message })
      if (context.canSendMail && submission.state === 'question')
        await queueMailsToEditorsAboutSubmission(inside, String(fields.title))
    })
    return { redirect: pathOf(context, request), notice: 'saved' }
  },
}

/** Stores the picture that the sender uploads. */
export const senderPictureHandler: AdminHandler<AdminContext> = {
  async submit({ context, request, sent }) {
    const submission = await findSent(context, request)
    const problems = new Problems()
    const { alt = '' } = pictureTextParameters.read({ alt: sent.file_alt }, problems)
    const file = request.uploadedFile
    const isAllowed = file !== undefined && file.bytes.length <= SUBMITTED_PICTURE_BYTES_MAX && !file.isTooLarge
    const upload = isAllowed ? await checkAndSanitizeUploadedPicture(context.scope, file) : undefined
    if (upload === undefined || problems.found.length > 0) {
      const found = [...messagesOfSubmissionProblems(context, problems)]
      if (upload === undefined) found.push({ name: 'file', message: context.words.submit.pictureRefused })
      return page(context, request, submission, {
        picture: { texts: sentFieldsOfSubmissionForm(sent), problems: found },
      })
    }
    const { name, mimeType, bytes } = upload
    await context.scope.db.transaction((tx) =>
      addPictureToSubmission({ ...context.scope, db: tx }, submission, { name, mimeType, alt, bytes }),
    )
    return { redirect: pathOf(context, request), notice: 'saved' }
  },
}

/** The actions of the buttons on the sender's page. */
export const senderPageActions: Record<'confirm' | 'withdraw', AdminHandler<AdminContext>> = {
  confirm: {
    async submit({ context, request }) {
      const submission = await findSent(context, request)
      await context.scope.db.transaction(async (tx) => {
        const inside = { ...context.scope, db: tx }
        await confirmSenderAddressOfSubmission(inside, submission)
        if (context.canSendMail) await queueMailsToEditorsAboutSubmission(inside, submission.title)
      })
      return { redirect: pathOf(context, request), notice: 'submissionConfirmed' }
    },
  },
  withdraw: {
    async submit({ context, request }) {
      const submission = await findSent(context, request)
      // After an editor has accepted the event, only editors may remove it.
      if (submission.state === 'accepted') throw new CalendarError('submission-decided')
      await context.scope.db.transaction((tx) => withdrawSubmission({ ...context.scope, db: tx }, submission))
      return { redirect: adminPath(context, '/submit'), notice: 'submissionWithdrawn' }
    },
  },
}

/** The path of the sender's page, from the token in the path of the request. */
const pathOf = ({ scope }: AdminContext, request: FastifyRequest) => pathOfSubmissionSenderPage(scope, tokenIn(request))

const tokenIn = ({ params }: FastifyRequest) => (params as { token: string }).token

/**
 * Finds the submission that belongs to the token in the path, even if submissions have been turned off since (setting
 * `submissions`).
 * @throws {CalendarError} 404
 */
async function findSent({ scope }: AdminContext, request: FastifyRequest): Promise<Submission> {
  const submission = await findSubmissionByToken(scope.db, tokenIn(request))
  if (!submission) throw new CalendarError('rest_no_route')
  return submission
}

const storedForm = ({ fields, message }: Submission): FormState =>
  createUnsentFormState(
    Object.fromEntries(Object.entries({ ...fields, message }).map(([name, value]) => [name, textOf(value)])),
  )

/**
 * The value of a field as the text of its input. A venue or organizer is stored by its name or, if the name consists of
 * digits and would be taken for an id, as an object with the name.
 */
const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? String(Object.values(value)[0]) : String(value)

/** The sender's page. Its form contains the stored values or, after a refused write, the values that were sent. */
async function page(
  context: AdminContext,
  request: FastifyRequest,
  submission: Submission,
  sent: { form?: FormState; picture?: FormState },
) {
  const isOpen = submission.state === 'waiting' || submission.state === 'question'
  const form = {
    state: sent.form ?? storedForm(submission),
    categories: await listCategoriesOfferedBySubmissionForm(context),
  }
  const isSent = await isPictureStoredForSubmission(context.scope.db, submission.id)
  return submissionSenderPage(context, submission, `/submit/sent/${tokenIn(request)}`, {
    form: isOpen ? { ...form, stamp: undefined } : undefined,
    picture: isOpen ? { isSent, state: sent.picture ?? createUnsentFormState() } : undefined,
    eventUrl: await publishedUrl(context, submission),
  })
}

/** Address of the event made from a submission, if everybody may read it. */
async function publishedUrl({ scope }: AdminContext, { event_id: id }: Submission): Promise<string | undefined> {
  const guest = { ...scope, caller: ANONYMOUS }
  const event = id === null ? undefined : await events.find(guest, { id })
  return event && events.rights.canRead(guest, event) ? String(events.present(guest, event).url) : undefined
}
