import type { SignedInContext } from '../../../admin/admin-context.ts'
import { type FieldLabels, type FormProblem, formatFormProblems } from '../../../admin/forms/admin-form.ts'
import { CalendarError, type Problem, Problems } from '../../../core/errors.ts'

/**
 * The problems of a refused write, with the labels of the fields; undefined if the error does not concern fields.
 * Unlike a response of the API, the form shows missing and invalid fields together.
 * @param problems problems that were found before the error was thrown
 */
export function messagesOfRefusedWrite(
  context: SignedInContext,
  problems: Problems,
  error: unknown,
): readonly FormProblem[] | undefined {
  if (!(error instanceof CalendarError)) return undefined
  const all = new Problems()
  all.addAll(problems)
  for (const problem of (error.data.problems ?? []) as Problem[]) all.addProblem(problem)
  return all.found.length + all.missing.length === 0
    ? undefined
    : formatFormProblems(context, all, labelsOfRecordForm(context))
}

/** The labels of the fields of the API and of those inputs that have problems of their own. */
export const labelsOfRecordForm = ({ words }: SignedInContext): FieldLabels => ({
  ...words.fields,
  recurrence_every: words.fields.recurrence,
  recurrence_until: words.form.until,
})
