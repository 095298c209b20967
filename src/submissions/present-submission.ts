import type { Scope } from '../collections/scope.ts'
import { instantToLocal } from '../core/time/instant.ts'
import { languageRoot } from '../core/urls.ts'
import type { Submission, SubmissionNote } from './submission-store.ts'

/** Converts a submission to JSON, for responses of the API. Times are in the time zone of the site. */
export const presentSubmission = (scope: Scope, submission: Submission) => ({
  id: submission.id,
  state: submission.state,
  language: submission.language,
  date: instantToLocal(submission.sent_at, scope.site.timezone),
  date_utc: instantToLocal(submission.sent_at, 'UTC'),
  fields: submission.fields,
  sender_name: submission.name,
  sender_email: submission.email,
  message: submission.message,
  site: submission.site,
  decided: submission.decided_at === null ? null : instantToLocal(submission.decided_at, scope.site.timezone),
  reason: submission.reason,
  event: submission.event_id,
  rest_url: `${scope.urls.namespaceRoot}/submissions/${submission.id}`,
  review_url: `${scope.urls.origins[0]}${languageRoot(scope.language, scope.languages)}/admin/submissions/${submission.id}`,
})

/** Converts a note about a submission, which editors write for each other, to JSON. */
export const presentSubmissionNote = (
  { site }: Pick<Scope, 'site'>,
  { login, text, created_at: at }: SubmissionNote,
) => ({
  user: login,
  note: text,
  date: instantToLocal(at, site.timezone),
})
