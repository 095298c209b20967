import type { AdminContext } from '../../../admin/admin-context.ts'
import { type FormState, formatFormProblems } from '../../../admin/forms/admin-form.ts'
import type { SubmissionForm } from '../../../admin/views/submission-form-pages.ts'
import { categories } from '../../../collections/categories/index.ts'
import { refuseEndBeforeStart } from '../../../collections/events/refuse-end-before-start.ts'
import type { Scope } from '../../../collections/scope.ts'
import { ANONYMOUS } from '../../../core/caller.ts'
import { Problems } from '../../../core/errors.ts'
import { PER_PAGE_MAX } from '../../../core/list-page.ts'
import type { SentParameters } from '../../../core/schema/sent-parameters.ts'
import { checkSubmittedFields } from '../../../submissions/check-submitted-fields.ts'
import type { SubmittedFields } from '../../../submissions/submission-store.ts'

/** The categories that the form offers: the first 50 without a parent, by name. */
export async function listCategoriesOfferedBySubmissionForm({
  scope,
}: AdminContext): Promise<SubmissionForm['categories']> {
  const guest = { ...scope, caller: ANONYMOUS }
  const query = { per_page: PER_PAGE_MAX, parent: 0, hide_empty: false }
  const { rows } = await categories.list(guest, query, new Problems())
  return rows.map(({ id, text }) => ({ id, name: text.title }))
}

/** Checks the fields of a form as those of a request of the API, and that the event does not end before it starts. */
export async function checkFieldsOfSubmissionForm(
  scope: Scope,
  fields: SubmittedFields,
  problems: Problems,
  exceptId?: number,
): Promise<void> {
  await checkSubmittedFields(scope, fields, problems, exceptId)
  refuseEndBeforeStart(scope, fields, problems)
}

/** The texts of a submission form as the visitor sent them, to show the form again. */
export const sentFieldsOfSubmissionForm = (sent: SentParameters): FormState['texts'] =>
  Object.fromEntries(Object.entries(sent).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))

/** Messages about the problems of a submission form, with the labels of its fields. */
export const messagesOfSubmissionProblems = (context: AdminContext, problems: Problems): FormState['problems'] => {
  const { name, email, message, consent } = context.words.submit
  return formatFormProblems(context, problems, {
    ...context.words.fields,
    sender_name: name,
    sender_email: email,
    message,
    consent,
  })
}
