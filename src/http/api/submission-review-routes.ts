import type { FastifyRequest } from 'fastify'
import type { WriteScope } from '../../collections/records/write-records.ts'
import type { Scope } from '../../collections/scope.ts'
import { CalendarError } from '../../core/errors.ts'
import { createListPageRequest, pageOffset } from '../../core/list-page.ts'
import { parseId } from '../../core/schema/field-types.ts'
import { decideSubmission, submissionDecisionNeedsReason } from '../../submissions/decide-submission.ts'
import { presentSubmission, presentSubmissionNote } from '../../submissions/present-submission.ts'
import {
  decisionParameters,
  noteParameters,
  submissionListParameters,
} from '../../submissions/submission-parameters.ts'
import {
  countSubmissionsByState,
  findSubmission,
  insertSubmissionNote,
  listSubmissionNotes,
  listSubmissions,
  type Submission,
} from '../../submissions/submission-store.ts'
import { readSubmittedPicture } from '../../submissions/submitted-pictures.ts'
import type { Services } from '../request/create-request-scope.ts'
import { sendJson } from '../response/send-json.ts'
import { createHandlerThatChecksParametersAndRight } from '../routes/handler-that-checks-parameters-and-right.ts'
import { createIdempotentHandler, writeAndRespondIdempotently } from '../routes/idempotent-route.ts'
import type { DocumentedRoute } from '../routes/route.ts'
import { presentPageOfImportsOrSubscriptions } from './imports/present-page-of-imports-or-subscriptions.ts'

/**
 * The routes with which editors read submissions and decide about them, as on the pages below `/admin/submissions`.
 * @param allowsOrigin the CORS rule of `POST /submissions`: all routes of a path must have the same rule
 */
export const submissionReviewRoutes = (
  services: Services,
  allowsOrigin: DocumentedRoute['allowsOrigin'],
): DocumentedRoute[] => [
  {
    ...GROUP,
    path: '/submissions',
    methods: ['GET'],
    id: 'listSubmissions',
    verb: 'list',
    responseSchema: 'ReviewedSubmissionList',
    failures: [],
    ...(allowsOrigin && { allowsOrigin }),
    ...createHandlerThatChecksParametersAndRight(services, {
      right: RIGHT,
      parameters: submissionListParameters,
      async respond({ reply, scope, values: { state = 'waiting', ...paging } }) {
        const page = createListPageRequest(paging, { perPage: scope.site.per_page })
        const rows = await listSubmissions(scope.db, state, { limit: page.perPage, offset: pageOffset(page) })
        const total = (await countSubmissionsByState(scope.db))[state] ?? 0
        const submissions = rows.map((submission) => presentSubmission(scope, submission))
        const listing = `${scope.urls.namespaceRoot}/submissions/`
        return sendJson(
          reply,
          presentPageOfImportsOrSubscriptions(reply, { submissions }, { listing, page, total, filters: { state } }),
        )
      },
    }),
  },
  {
    ...ONE,
    path: '/submissions/{id}',
    methods: ['GET'],
    id: 'readSubmission',
    verb: 'read',
    failures: ['submission-not-found'],
    ...createHandlerThatChecksParametersAndRight(services, {
      right: RIGHT,
      respond: async ({ request, reply, scope }) =>
        sendJson(reply, await presentReviewed(scope, await findReviewed(scope, request))),
    }),
  },
  decisionRoute(services),
  noteRoute(services),
]

const RIGHT = 'submissions:review'
const GROUP = { group: 'submissions', resource: 'review' } as const
const ONE = { ...GROUP, responseSchema: 'ReviewedSubmission' } as const

/** A second decision on the same submission is refused with 409, so the route needs no `Idempotency-Key`. */
const decisionRoute = (services: Services): DocumentedRoute => ({
  ...ONE,
  path: '/submissions/{id}/decision',
  methods: ['POST'],
  id: 'decideSubmission',
  verb: 'decide',
  failures: ['rest_missing_callback_param', 'submission-not-found', 'submission-decided'],
  ...createHandlerThatChecksParametersAndRight(services, {
    right: RIGHT,
    parameters: decisionParameters,
    prepare(_, { decision, reason = '' }, problems) {
      const isInvalid = problems.found.some(({ name }) => name === 'reason')
      if (!isInvalid && submissionDecisionNeedsReason(decision) && reason.trim() === '') problems.missing.push('reason')
    },
    async respond({ request, reply, scope, values: { decision, reason = '', image = false } }) {
      const submission = await findReviewed(scope, request)
      await decideSubmission(scope, submission, { decision, reason, withPicture: image }, services.canSendMail)
      return sendJson(reply, await presentReviewed(scope, await findReviewed(scope, request)))
    },
  }),
})

function noteRoute(services: Services): DocumentedRoute {
  const checked = createHandlerThatChecksParametersAndRight(services, {
    right: RIGHT,
    parameters: noteParameters,
    async respond({ request, reply, scope, values: { note } }) {
      const submission = await findReviewed(scope, request)
      const insert = (writing: WriteScope) =>
        writing.db.transaction((tx) => insertSubmissionNote({ ...writing, db: tx }, submission, note))
      return writeAndRespondIdempotently({ request, reply }, scope, insert, async (_, reading) => ({
        status: 200,
        headers: {},
        body: JSON.stringify(await presentReviewed(reading, submission)),
      }))
    },
  })
  return {
    ...ONE,
    path: '/submissions/{id}/notes',
    methods: ['POST'],
    id: 'createSubmissionNote',
    verb: 'addNote',
    failures: ['rest_missing_callback_param', 'submission-not-found'],
    ...checked,
    ...createIdempotentHandler(services, checked.handle),
  }
}

/**
 * Finds the submission whose id is in the path.
 * @throws {CalendarError} `submission-not-found`
 */
async function findReviewed({ db }: Scope, { params }: FastifyRequest): Promise<Submission> {
  const id = parseId((params as { id: string }).id)
  const submission = id === undefined ? undefined : await findSubmission(db, id)
  if (!submission) throw new CalendarError('submission-not-found')
  return submission
}

async function presentReviewed(scope: Scope, submission: Submission) {
  const picture = await readSubmittedPicture(scope.db, submission.id)
  const notes = await listSubmissionNotes(scope.db, submission.id)
  return {
    ...presentSubmission(scope, submission),
    picture: picture ? { alt: picture.alt, mime_type: picture.mimeType } : null,
    notes: notes.map((note) => presentSubmissionNote(scope, note)),
  }
}
