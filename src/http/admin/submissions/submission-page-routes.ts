import { findSubmissionByToken } from '../../../submissions/submission-store.ts'
import type { AdminRoute } from '../admin-handler.ts'

const submit = () => import('./submission-form-page.ts')
const sent = () => import('./sender-page.ts')
const review = () => import('./review-pages.ts')
const keys = () => import('./submission-key-pages.ts')

/**
 * The routes of submissions: the form at `/submit/`, the page on which senders see what they have sent, and the pages
 * of editors.
 */
export const submissionPages: readonly AdminRoute[] = [
  {
    path: '/submit',
    methods: ['GET', 'POST'],
    access: 'anyone',
    load: async () => (await submit()).submissionFormHandler,
  },
  {
    path: '/submit/sent/:token',
    methods: ['GET', 'POST'],
    access: 'anyone',
    load: async () => (await sent()).senderPageHandler,
  },
  {
    path: '/submit/sent/:token/picture',
    methods: ['POST'],
    access: 'anyone',
    mayUpload: async ({ services: { db } }, { params }) =>
      (await findSubmissionByToken(db, (params as { token: string }).token)) !== undefined,
    load: async () => (await sent()).senderPictureHandler,
  },
  ...(['confirm', 'withdraw'] as const).map(
    (action): AdminRoute => ({
      path: `/submit/sent/:token/${action}`,
      methods: ['POST'],
      access: 'anyone',
      load: async () => (await sent()).senderPageActions[action],
    }),
  ),
  {
    path: '/submissions',
    methods: ['GET'],
    access: 'submissions:review',
    load: async () => (await review()).submissionListHandler,
  },
  {
    path: '/submissions/:id',
    methods: ['GET', 'POST'],
    access: 'submissions:review',
    load: async () => (await review()).submissionHandler,
  },
  {
    path: '/submissions/:id/picture',
    methods: ['GET'],
    access: 'submissions:review',
    load: async () => (await review()).submittedPictureHandler,
  },
  {
    path: '/submissions/:id/notes',
    methods: ['POST'],
    access: 'submissions:review',
    load: async () => (await review()).addSubmissionNoteHandler,
  },
  {
    path: '/submission-keys',
    methods: ['GET', 'POST'],
    access: 'submissions:review',
    needsProof: true,
    load: async () => (await keys()).submissionKeysHandler,
  },
  {
    path: '/submission-keys/:id/revoke',
    methods: ['POST'],
    access: 'submissions:review',
    load: async () => (await keys()).revokeSubmissionKeyHandler,
  },
]
