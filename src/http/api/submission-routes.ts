import { createRandomToken } from '../../accounts/random-token.ts'
import type { WriteScope } from '../../collections/records/write-records.ts'
import { CalendarError, Problems } from '../../core/errors.ts'
import { checkSubmittedFields } from '../../submissions/check-submitted-fields.ts'
import { type ReceivedSubmission, receiveSubmission } from '../../submissions/receive-submission.ts'
import { hashClientNetwork, readFormSigningSecret } from '../../submissions/spam-check-of-form.ts'
import { isOriginOfSubmissionKey, type SubmissionKey } from '../../submissions/submission-keys.ts'
import {
  parseSubmissionSender,
  parseSubmittedFields,
  submissionParameters,
} from '../../submissions/submission-parameters.ts'
import { fieldsInBodyAndQueryOfWriteRequest } from '../request/body-parsers.ts'
import { networkOfClientAddress, readClientAddress } from '../request/client-address.ts'
import type { Services } from '../request/create-request-scope.ts'
import { submissionKeyHook } from '../request/require-key-of-submitting-site.ts'
import { createHandlerThatChecksParametersAndRight } from '../routes/handler-that-checks-parameters-and-right.ts'
import { createIdempotentHandler, writeAndRespondIdempotently } from '../routes/idempotent-route.ts'
import type { DocumentedRoute } from '../routes/route.ts'
import { submissionReviewRoutes } from './submission-review-routes.ts'

/**
 * The routes for submissions: handing in, for forms on other sites (decision 0073), and review, for editors.
 * @param proxyCount number of trusted proxies in front of the server
 */
export function submissionRoutes(services: Services, proxyCount: number): DocumentedRoute[] {
  // If the database is unavailable, no origin is allowed: the error is then sent without CORS headers.
  const allowsOrigin = (origin: string) => isOriginOfSubmissionKey(services.db, origin).catch(() => false)
  return [{ ...handingInRoute(services, proxyCount), allowsOrigin }, ...submissionReviewRoutes(services, allowsOrigin)]
}

function handingInRoute(services: Services, proxyCount: number): DocumentedRoute {
  const { parameters, handle } = createHandlerThatChecksParametersAndRight(services, {
    right: 'anyone',
    parameters: submissionParameters,
    async respond({ request, reply, scope, values }) {
      const sent = fieldsInBodyAndQueryOfWriteRequest(request)
      const problems = new Problems()
      if (!values.consent) problems.add('consent', 'reason.consent')
      const sender = parseSubmissionSender(sent, problems)
      const fields = parseSubmittedFields(sent)
      await checkSubmittedFields(scope, fields, problems)
      problems.throwIfAny()
      const key = request.submissionKey as SubmissionKey
      const isSecret = key.origins.length === 0
      const network = networkOfClientAddress(readClientAddress(request.raw, proxyCount))
      const received: ReceivedSubmission = {
        fields,
        sender,
        nonce: createRandomToken(),
        networkHash: isSecret ? '' : hashClientNetwork(await readFormSigningSecret(scope.db), network),
        keyId: key.id,
        trust: isSecret ? 'unless-busy' : 'never',
      }
      return writeAndRespondIdempotently(
        { request, reply },
        scope,
        (writing) => receive(writing, received, services.canSendMail),
        ({ state, url }) => ({
          status: 202,
          headers: {},
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
    id: 'createSubmission',
    verb: 'create',
    successStatuses: () => [202],
    group: 'submissions',
    resource: 'submission',
    responseSchema: 'Submission',
    failures: ['rest_missing_callback_param', 'submission-key-invalid', 'submission-origin', 'submissions-off'],
    ...(parameters && { parameters }),
    ...createIdempotentHandler(services, handle),
  }
}

const RETRY_SECONDS = 3600

/**
 * Stores a submission. Anybody who has the URL of a submission can change it. So the response contains the URL only if
 * the e-mail address of the sender need not be confirmed; otherwise it is only in the mail to that address.
 * @throws {CalendarError} 429 above the limits
 */
const receive = ({ db, ...scope }: WriteScope, received: ReceivedSubmission, canSendMail: boolean) =>
  db.transaction(async (tx) => {
    const outcome = await receiveSubmission({ ...scope, db: tx }, received, canSendMail)
    if ('refusal' in outcome) {
      throw new CalendarError('rest_too_many_requests', { data: { retry_after: RETRY_SECONDS } })
    }
    const { state, path } = outcome
    return { state, url: state === 'waiting' ? scope.urls.origins[0] + path : null }
  })
