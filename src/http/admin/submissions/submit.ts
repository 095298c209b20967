import { type FormProblem, unsentForm } from '../../../admin/forms/form.ts'
import { type AdminContext, type AdminResponse, adminPath } from '../../../admin/page.ts'
import { confirmByMailPage, submitPage, TRAP_FIELD } from '../../../admin/views/submit.ts'
import type { Scope } from '../../../collections/collection.ts'
import { CalendarError, Problems } from '../../../core/errors.ts'
import { emailField } from '../../../core/schema/contact-fields.ts'
import { parameterSet } from '../../../core/schema/parameters.ts'
import { optionalText, requiredText, Type } from '../../../core/schema/schema.ts'
import { withQuery } from '../../../core/urls.ts'
import type { Transaction } from '../../../db/database.ts'
import { checkSubmittedFields } from '../../../submissions/check-fields.ts'
import { checkForm, createFormStamp, hashNetwork, readFormSecret } from '../../../submissions/form-proof.ts'
import {
  countRecent,
  isNonceUsed,
  NETWORK_HOUR_MAX,
  NETWORK_HOUR_MAX_UNPROVED,
  SITE_HOUR_MAX,
} from '../../../submissions/limits.ts'
import { queueArrivalMails } from '../../../submissions/mails.ts'
import { insertSubmission, type Sender } from '../../../submissions/store.ts'
import { clientAddress, clientNetwork } from '../../request/client-address.ts'
import type { AdminHandler, AdminVisit } from '../handler.ts'
import { listOfferedCategories, submissionProblems, submittedFieldsIn, textsOfSentForm } from './form.ts'

type Visit = AdminVisit<AdminContext>

const SENDER_PARAMETERS = parameterSet(
  Type.Object({
    sender_name: requiredText({ maxLength: 200 }),
    sender_email: emailField(),
    message: Type.Optional(optionalText({ maxLength: 2000 })),
  }),
)

/** The page on which anybody hands in an event, if the setting `submissions` allows it. */
export const submitHandler: AdminHandler<AdminContext> = {
  async show({ context }) {
    return refuseVisitor(context) ?? formPage(context, unsentForm(ownAddress(context)))
  },
  async submit(visit) {
    const { context, sent } = visit
    const refusal = refuseVisitor(context)
    if (refusal) return refusal
    const secret = await readFormSecret(context.scope.db)
    const form = checkForm(secret, sent.stamp, sent.proof, context.scope.now)
    const texts = textsOfSentForm(sent)
    if (form.kind !== 'valid' || sent[TRAP_FIELD] !== '') {
      const { expired, tooFast, trap } = context.words.submit
      const message = form.kind === 'expired' ? expired : form.kind === 'too-fast' ? tooFast : trap
      return formPage(context, { texts, problems: [{ name: 'title', message }] })
    }
    const { fields, sender, problems } = await readSubmission(visit)
    if (problems.length > 0) return formPage(context, { texts, problems })
    const networkHash = hashNetwork(secret, networkOf(visit))
    return receive(visit, { fields, sender, nonce: form.nonce, networkHash, hasProof: form.hasProof })
  },
}

/** The response to a visitor who may not hand in events: a redirect to the sign-in page if accounts may, else 404. */
function refuseVisitor(context: AdminContext): AdminResponse | undefined {
  const { submissions } = context.scope.site
  if (submissions === 'off') throw new CalendarError('rest_no_route')
  if (submissions === 'anyone' || context.session) return undefined
  return { redirect: withQuery(adminPath(context, '/sign-in'), { to: adminPath(context, '/submit') }) }
}

const ownAddress = ({ session }: AdminContext): Record<string, string> =>
  session ? { sender_name: session.display_name, sender_email: session.email } : {}

/** The page with the form. It has a new stamp (see `createFormStamp`), because each stamp can be sent only once. */
async function formPage(context: AdminContext, state: Parameters<typeof submitPage>[1]['state']) {
  const { db, now } = context.scope
  const stamp = createFormStamp(await readFormSecret(db), now)
  return submitPage(context, { state, categories: await listOfferedCategories(context), stamp })
}

/** Checks all fields of the form, so that one response names all problems. */
async function readSubmission({ context, sent }: Visit) {
  const problems = new Problems()
  const values = SENDER_PARAMETERS.read(sent, problems)
  if (values.sender_email === '') problems.missing.push('sender_email')
  const fields = submittedFieldsIn(sent)
  await checkSubmittedFields(context.scope, fields, problems)
  const consent: FormProblem[] =
    sent.consent === '1' ? [] : [{ name: 'consent', message: context.words.submit.consentMissing }]
  const sender: Sender = {
    name: values.sender_name,
    email: (values.sender_email ?? '').toLowerCase(),
    message: values.message ?? '',
  }
  return { fields, sender, problems: [...submissionProblems(context, problems), ...consent] }
}

interface Received extends Pick<Parameters<typeof insertSubmission>[1], 'fields' | 'sender' | 'nonce' | 'networkHash'> {
  hasProof: boolean
}

/** The sender for limits of submissions: the account of a signed-in user, else the network of the client. */
const networkOf = ({ context, request, proxyCount }: Visit) =>
  context.session ? `account ${context.session.account_id}` : clientNetwork(clientAddress(request.raw, proxyCount))

/** Stores a submission within the limits, queues the mails, and answers with the sender's link. */
async function receive({ context }: Visit, received: Received): Promise<AdminResponse> {
  const { scope, words } = context
  const outcome = await scope.db.transaction((tx) => storeWithinLimits({ ...scope, db: tx }, context, received))
  if ('refusal' in outcome) return tooMany(words.submit[outcome.refusal], context)
  if (outcome.state === 'unconfirmed') return confirmByMailPage(context)
  return { redirect: adminPath(context, senderPagePath(outcome.token)), notice: 'submissionConfirmed' }
}

async function storeWithinLimits(
  scope: Scope<Transaction>,
  context: AdminContext,
  { hasProof, ...received }: Received,
): Promise<{ refusal: 'limited' | 'full' | 'expired' } | { state: 'unconfirmed' | 'waiting'; token: string }> {
  const { db, now } = scope
  const { canSendMail, session } = context
  // With this lock, submissions that arrive together are counted one after the other.
  await db.lock('almanac_submissions')
  const recent = await countRecent(db, { ...received, email: received.sender.email }, now)
  const isTrusted = session !== undefined || (hasProof && recent.fromAll < SITE_HOUR_MAX)
  const needsMail = !isTrusted && canSendMail
  const limit = isTrusted || needsMail ? NETWORK_HOUR_MAX : NETWORK_HOUR_MAX_UNPROVED
  if (recent.fromNetwork >= limit || (needsMail && !recent.mayGetMail)) return { refusal: 'limited' }
  if (!isTrusted && !canSendMail && recent.fromAll >= SITE_HOUR_MAX) return { refusal: 'full' }
  // A nonce that was used means that the form was sent twice, perhaps by a second click.
  if (await isNonceUsed(db, received.nonce)) return { refusal: 'expired' }
  const state = needsMail ? 'unconfirmed' : 'waiting'
  const token = await insertSubmission(scope, { ...received, state })
  if (canSendMail) {
    const address = scope.urls.origin + adminPath(context, senderPagePath(token))
    await queueArrivalMails(scope, { ...received, state, address, mayGetMail: recent.mayGetMail })
  }
  return { state, token }
}

/** Path of the page on which the sender sees a submission. */
export const senderPagePath = (token: string) => `/submit/sent/${token}`

async function tooMany(message: string, context: AdminContext): Promise<AdminResponse> {
  const page = await formPage(context, { texts: {}, problems: [{ name: 'title', message }] })
  return { ...page, status: 429 }
}
