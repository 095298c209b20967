import { createRandomToken } from '../../accounts/random-token.ts'
import type { WriteScope } from '../../collections/records/write.ts'
import { CalendarError, Problems } from '../../core/errors.ts'
import { checkSubmittedFields } from '../../submissions/check-fields.ts'
import { hashNetwork, readFormSecret } from '../../submissions/form-proof.ts'
import { isOriginOfKey, type SubmissionKey } from '../../submissions/keys.ts'
import { readSender, submissionParameters, submittedFieldsIn } from '../../submissions/parameters.ts'
import { type ReceivedSubmission, receiveSubmission } from '../../submissions/receive.ts'
import { fieldsOfWrite } from '../request/body-parsers.ts'
import { clientAddress, clientNetwork } from '../request/client-address.ts'
import type { Services } from '../request/scope.ts'
import { submissionKeyHook } from '../request/submission-key.ts'
import { checkedHandler } from '../routes/checked-handler.ts'
import { idempotentRoute, respondToWrite } from '../routes/idempotent-route.ts'
import type { DocumentedRoute } from '../routes/route.ts'

/**
 * The route with which forms on other sites hand in events (decision 0073).
 * @param proxyCount number of trusted proxies in front of the server
 */
export function submissionRoute(services: Services, proxyCount: number): DocumentedRoute {
  const { parameters, handle } = checkedHandler(services, {
    right: 'anyone',
    parameters: submissionParameters,
    async respond({ request, reply, scope, values }) {
      const sent = fieldsOfWrite(request)
      const problems = new Problems()
      if (!values.consent) problems.add('consent', 'reason.consent')
      const sender = readSender(sent, problems)
      const fields = submittedFieldsIn(sent)
      await checkSubmittedFields(scope, fields, problems)
      problems.throwIfAny()
      const key = request.submissionKey as SubmissionKey
      const isSecret = key.origins.length === 0
      const network = clientNetwork(clientAddress(request.raw, proxyCount))
      const received: ReceivedSubmission = {
        fields,
        sender,
        nonce: createRandomToken(),
        networkHash: isSecret ? '' : hashNetwork(await readFormSecret(scope.db), network),
        keyId: key.id,
        trust: isSecret ? 'unless-busy' : 'never',
      }
      return respondToWrite(
        { request, reply },
        scope,
        (writing) => receive(writing, received, services.canSendMail),
        ({ state, url }) => ({
          status: 202,
          headers: { 'content-language': scope.language },
          body: JSON.stringify({ state, url }),
        }),
      )
    },
  })
  return {
    path: '/submissions',
    methods: ['POST'],
    right: 'submission-key',
    hooks: { onRequest: submissionKeyHook(services) },
    // If the database is unavailable, no origin is allowed: the error is then sent without CORS headers.
    allowsOrigin: (origin) => isOriginOfKey(services.db, origin).catch(() => false),
    id: 'createSubmission',
    verb: 'create',
    successStatuses: () => [202],
    group: 'submissions',
    resource: 'submission',
    answer: 'Submission',
    failures: ['rest_missing_callback_param', 'submission-key-invalid', 'submission-origin', 'submissions-off'],
    ...(parameters && { parameters }),
    ...idempotentRoute(services, handle),
  }
}

const RETRY_SECONDS = 3600

/**
 * Stores a submission. The response contains its URL only if the address need not be confirmed: whoever has the URL can
 * change the submission, so the URL of an unconfirmed one is only in the mail to that address.
 * @throws {CalendarError} 429 above the limits
 */
const receive = ({ db, ...scope }: WriteScope, received: ReceivedSubmission, canSendMail: boolean) =>
  db.transaction(async (tx) => {
    const outcome = await receiveSubmission({ ...scope, db: tx }, received, canSendMail)
    if ('refusal' in outcome) {
      throw new CalendarError('rest_too_many_requests', { data: { retry_after: RETRY_SECONDS } })
    }
    const { state, path } = outcome
    return { state, url: state === 'waiting' ? scope.urls.origin + path : null }
  })
