import { type FormState, problemMessages } from '../../../admin/forms/form.ts'
import type { AdminContext } from '../../../admin/page.ts'
import type { SubmissionForm } from '../../../admin/views/submit.ts'
import { categories } from '../../../collections/categories/index.ts'
import { ANONYMOUS } from '../../../core/caller.ts'
import { Problems } from '../../../core/errors.ts'
import { PER_PAGE_MAX } from '../../../core/list-page.ts'
import type { SentParameters } from '../../../core/schema/repeated-parameters.ts'
import { SUBMITTED_FIELDS } from '../../../submissions/check-fields.ts'
import type { SubmittedFields } from '../../../submissions/store.ts'

/** The categories that the form offers: the first 50 without a parent, by name. */
export async function listOfferedCategories({ scope }: AdminContext): Promise<SubmissionForm['categories']> {
  const guest = { ...scope, caller: ANONYMOUS }
  const query = { per_page: PER_PAGE_MAX, parent: 0, hide_empty: false }
  const { rows } = await categories.list(guest, query, new Problems())
  return rows.map(({ id, text }) => ({ id, name: text.title }))
}

/** The fields of an event in a sent form; empty ones are left out. */
export function submittedFieldsIn(sent: SentParameters): SubmittedFields {
  const texts = SUBMITTED_FIELDS.map((name) => [name, sent[name]] as const)
  const filled = texts.filter(([, text]) => typeof text === 'string' && text.trim() !== '')
  return Object.fromEntries(filled.map(([name, text]) => [name, fieldValueOf(name, (text as string).trim())]))
}

/**
 * The value of a sent field as the API expects it. A venue or organizer that consists of digits is a name, not an id; a
 * category is always an id.
 */
function fieldValueOf(name: string, text: string): unknown {
  if (name === 'venue' && /^[\d\s,]+$/.test(text)) return { venue: text }
  if (name === 'organizer' && /^[\d\s,]+$/.test(text)) return { organizer: text }
  return name === 'categories' && !/^\d{1,9}$/.test(text) ? '0' : text.replaceAll('\r\n', '\n')
}

/** The texts of a sent form, to show them again. */
export const textsOfSentForm = (sent: SentParameters): FormState['texts'] =>
  Object.fromEntries(Object.entries(sent).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))

/** Messages about the problems of a form, with its labels. */
export const submissionProblems = (context: AdminContext, problems: Problems): FormState['problems'] => {
  const { name, email, message, consent } = context.words.submit
  return problemMessages(context, problems, {
    ...context.words.fields,
    sender_name: name,
    sender_email: email,
    message,
    consent,
  })
}
