import type { SignedInContext } from '../../../admin/admin-context.ts'
import { formatFormProblems } from '../../../admin/forms/admin-form.ts'
import { inputTextsOfRecord } from '../../../admin/records/input-texts-of-record.ts'
import type { FormDates } from '../../../admin/records/next-dates-markup.ts'
import { convertFormToRequestBody } from '../../../admin/records/request-body-of-form.ts'
import { COLLECTION_BY_KIND } from '../../../collections/collection-by-kind.ts'
import type { EventRow } from '../../../collections/events/event-row.ts'
import { planEventSchedule } from '../../../collections/events/event-schedule.ts'
import { planRecurrenceOfEvent } from '../../../collections/events/repeat/plan-recurrence.ts'
import { previewDatesOfNewEvent, previewParameters } from '../../../collections/events/repeat/preview-dates.ts'
import { Problems } from '../../../core/errors.ts'
import { formatRecurrenceLines } from '../../../core/recurrence/index.ts'
import type { SentParameters } from '../../../core/schema/sent-parameters.ts'
import { formatDate } from '../../../pages/page-dates.ts'
import { labelsOfRecordForm } from './messages-of-refused-write.ts'

/** Maximum number of upcoming dates that the form of a repeated event lists. */
const DATES_MAX = 10

/**
 * Computes the next dates of the event that a form describes, as they will be when it is saved.
 * @param row the stored event; undefined for a new one
 * @returns undefined if the event does not repeat or has no start yet
 */
export function computeNextDatesOfEventInForm(
  context: SignedInContext,
  sent: SentParameters,
  row?: EventRow,
): FormDates | undefined {
  const problems = new Problems()
  const moved = row && linesOfMovedEvent(context, sent, row)
  const body = convertFormToRequestBody('event', sent, {}, moved ? new Problems() : problems)
  if (moved) body.recurrence = moved
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

/**
 * The rules of a stored event whose start the user has changed, but not its repetition: they move with the start.
 * Undefined for other changes.
 */
function linesOfMovedEvent({ scope }: SignedInContext, sent: SentParameters, row: EventRow): string[] | undefined {
  const shown = inputTextsOfRecord('event', COLLECTION_BY_KIND.event.present(scope, row, true))
  const problems = new Problems()
  const { recurrence, ...changes } = convertFormToRequestBody('event', sent, shown, problems)
  if (recurrence !== undefined || problems.found.length > 0 || changes.start_date === undefined) return undefined
  const values = previewParameters.read(changes, problems)
  const site = { siteZone: scope.site.timezone, now: scope.now }
  const schedule = planEventSchedule(values, row, site, problems)
  const moved = planRecurrenceOfEvent(scope, {}, schedule, row, problems)
  return moved ? formatRecurrenceLines(moved) : undefined
}

const dateText = ({ scope }: SignedInContext, start: string, isAllDay: boolean) =>
  `${formatDate(scope.language, 'full', start)}${isAllDay ? '' : `, ${formatDate(scope.language, 'time', start, scope.site.clock)}`}`
