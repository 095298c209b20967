import { type AdminContext, type AdminResponse, adminPath } from '../../../admin/admin-context.ts'
import { createUnsentFormState, type FormProblem } from '../../../admin/forms/admin-form.ts'
import { confirmByMailPage, submissionFormPage, TRAP_FIELD } from '../../../admin/views/submission-form-pages.ts'
import { CalendarError, Problems } from '../../../core/errors.ts'
import { appendQueryToUrl } from '../../../core/urls.ts'
import { type ReceivedSubmission, receiveSubmission } from '../../../submissions/receive-submission.ts'
import {
  checkHiddenFormStamp,
  createHiddenFormStamp,
  hashClientNetwork,
  readFormSigningSecret,
} from '../../../submissions/spam-check-of-form.ts'
import { parseSubmissionSender, parseSubmittedFields } from '../../../submissions/submission-parameters.ts'
import { networkOfClientAddress, readClientAddress } from '../../request/client-address.ts'
import type { AdminHandler, AdminVisit } from '../admin-handler.ts'
import {
  checkFieldsOfSubmissionForm,
  listCategoriesOfferedBySubmissionForm,
  messagesOfSubmissionProblems,
  sentFieldsOfSubmissionForm,
} from './fields-and-problems-of-submission-form.ts'

type Visit = AdminVisit<AdminContext>

/** The page on which anybody hands in an event, if the setting `submissions` allows it. */
export const submissionFormHandler: AdminHandler<AdminContext> = {
  async show({ context }) {
    return refuseVisitor(context) ?? formPage(context, createUnsentFormState(ownAddress(context)))
  },
  async submit(visit) {
    const { context, sent } = visit
    const refusal = refuseVisitor(context)
    if (refusal) return refusal
    const secret = await readFormSigningSecret(context.scope.db)
    const form = checkHiddenFormStamp(secret, sent.stamp, sent.proof, context.scope.now)
    const texts = sentFieldsOfSubmissionForm(sent)
    if (form.kind !== 'valid' || sent[TRAP_FIELD] !== '') {
      const { expired, tooFast, trap } = context.words.submit
      const message = form.kind === 'expired' ? expired : form.kind === 'too-fast' ? tooFast : trap
      return formPage(context, { texts, problems: [{ name: 'title', message }] })
    }
    const { fields, sender, problems } = await readSubmission(visit)
    if (problems.length > 0) return formPage(context, { texts, problems })
    const networkHash = hashClientNetwork(secret, networkOf(visit))
    const trust = context.session ? 'always' : form.hasProof ? 'unless-busy' : 'never'
    return receive(visit, { fields, sender, nonce: form.nonce, networkHash, trust })
  },
}

/**
 * The response to a visitor who may not hand in events: a redirect to the sign-in page if signed-in users may, else
 * 404.
 */
function refuseVisitor(context: AdminContext): AdminResponse | undefined {
  const { submissions } = context.scope.site
  if (submissions === 'off') throw new CalendarError('rest_no_route')
  if (submissions === 'anyone' || context.session) return undefined
  return { redirect: appendQueryToUrl(adminPath(context, '/sign-in'), { to: adminPath(context, '/submit') }) }
}

const ownAddress = ({ session }: AdminContext): Record<string, string> =>
  session ? { sender_name: session.display_name, sender_email: session.email } : {}

/**
 * The page with the form. It has a new stamp (see `createHiddenFormStamp`), because each stamp can be sent only once.
 */
async function formPage(context: AdminContext, state: Parameters<typeof submissionFormPage>[1]['state']) {
  const { db, now } = context.scope
  const stamp = createHiddenFormStamp(await readFormSigningSecret(db), now)
  return submissionFormPage(context, { state, categories: await listCategoriesOfferedBySubmissionForm(context), stamp })
}

/** Checks all fields of the form, so that one response names all problems. */
async function readSubmission({ context, sent }: Visit) {
  const problems = new Problems()
  const sender = parseSubmissionSender(sent, problems)
  const fields = parseSubmittedFields(sent)
  await checkFieldsOfSubmissionForm(context.scope, fields, problems)
  const consent: FormProblem[] =
    sent.consent === '1' ? [] : [{ name: 'consent', message: context.words.submit.consentMissing }]
  return { fields, sender, problems: [...messagesOfSubmissionProblems(context, problems), ...consent] }
}

/** The sender for limits of submissions: the account of a signed-in user, else the network of the client. */
const networkOf = ({ context, request, proxyCount }: Visit) =>
  context.session
    ? `account ${context.session.account_id}`
    : networkOfClientAddress(readClientAddress(request.raw, proxyCount))

/** Stores a submission within the limits, and responds with the link to the sender's page. */
async function receive({ context, sent }: Visit, received: ReceivedSubmission): Promise<AdminResponse> {
  const { scope, words, canSendMail } = context
  const outcome = await scope.db.transaction((tx) => receiveSubmission({ ...scope, db: tx }, received, canSendMail))
  if ('refusal' in outcome) {
    const problem = { name: 'title', message: words.submit[REFUSALS[outcome.refusal]] }
    const page = await formPage(context, { texts: sentFieldsOfSubmissionForm(sent), problems: [problem] })
    return { ...page, status: 429 }
  }
  if (outcome.state === 'unconfirmed') return confirmByMailPage(context)
  return { redirect: outcome.path, notice: 'submissionConfirmed' }
}

/** The name of the message for each reason for which a submission is refused. */
const REFUSALS = { limited: 'limited', full: 'full', repeated: 'expired' } as const
