import type { SignedInContext } from '../../../admin/admin-context.ts'
import { formatFormProblems } from '../../../admin/forms/admin-form.ts'
import type { FormDates } from '../../../admin/records/next-dates-markup.ts'
import { convertFormToRequestBody } from '../../../admin/records/request-body-of-form.ts'
import { previewDatesOfNewEvent, previewParameters } from '../../../collections/events/repeat/preview-dates.ts'
import { Problems } from '../../../core/errors.ts'
import type { SentParameters } from '../../../core/schema/sent-parameters.ts'
import { formatDate } from '../../../pages/page-dates.ts'
import type { AdminHandler } from '../admin-handler.ts'
import { labelsOfRecordForm } from './messages-of-refused-write.ts'

/** Maximum number of upcoming dates that the form of a repeated event lists. */
const DATES_MAX = 10

/** Returns the next dates of an event as it is typed in its form, for the script of the form. */
export const nextDatesHandler: AdminHandler = {
  show: ({ context, sent }) => ({ json: computeNextDatesOfEventInForm(context, sent) ?? {} }),
}

/** Computes the next dates of the event that a form describes; undefined if it does not repeat or has no start yet. */
export function computeNextDatesOfEventInForm(context: SignedInContext, sent: SentParameters): FormDates | undefined {
  const problems = new Problems()
  const body = convertFormToRequestBody('event', sent, {}, problems)
  const repeats = problems.found.length > 0 || (body.recurrence ?? '') !== ''
  if (!repeats || !sent.start_date_day) return undefined
  const previewed = previewDatesOfNewEvent(context.scope, previewParameters.read(body, problems), problems)
  const messages = formatFormProblems(context, problems, labelsOfRecordForm(context)).map(({ message }) => message)
  if (previewed === undefined || messages.length > 0) return { text: messages.join(' '), dates: [], more: '' }
  const { dates, total, recurrence_text: text } = previewed
  const shown = dates.slice(0, DATES_MAX)
  const { form } = context.words
  return {
    text,
    dates: shown.map(({ start_date }) => dateText(context, start_date, body.all_day === '1')),
    more: total === null ? form.endless : total > shown.length ? form.moreDates(total - shown.length) : '',
  }
}

const dateText = ({ scope }: SignedInContext, start: string, isAllDay: boolean) =>
  `${formatDate(scope.language, 'full', start)}${isAllDay ? '' : `, ${formatDate(scope.language, 'time', start, scope.site.clock)}`}`
