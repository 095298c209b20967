import type { Problems } from '../../../core/errors.ts'
import { formatRecurrenceLines, previewRecurrence } from '../../../core/recurrence/index.ts'
import { lenientBooleanField, type StaticDecode, Type } from '../../../core/schema/field-types.ts'
import { createParameterSet } from '../../../core/schema/parameter-set.ts'
import type { Scope } from '../../scope.ts'
import { dateField } from '../../shared-fields.ts'
import { timezoneField } from '../event-parameters.ts'
import { planEventSchedule, type Schedule } from '../event-schedule.ts'
import { scheduleOfRepeatedEventDate } from './compute-dates-to-store.ts'
import { planRecurrenceOfEvent } from './plan-recurrence.ts'
import { recurrenceFields } from './recurrence-fields.ts'

const body = Type.Object({
  timezone: Type.Optional(timezoneField()),
  all_day: Type.Optional(lenientBooleanField()),
  start_date: dateField(),
  end_date: Type.Optional(dateField()),
  ...recurrenceFields,
})

type PreviewBody = StaticDecode<typeof body>

export const previewParameters = createParameterSet(body)

/**
 * Computes the dates that an event would have if it were created, and normalises its recurrence.
 * @returns undefined if the body is not valid; each problem is then added to `problems`
 */
export function previewDatesOfNewEvent(scope: Scope, { end_date, ...sent }: PreviewBody, problems: Problems) {
  const site = { siteZone: scope.site.timezone, now: scope.now }
  const schedule = planEventSchedule({ ...sent, end_date: end_date ?? sent.start_date }, undefined, site, problems)
  const recurrence = planRecurrenceOfEvent(scope, sent, schedule, undefined, problems)
  if (schedule === undefined || problems.found.length > 0) return undefined
  const none = {
    dates: [{ start: schedule.start_local, end: schedule.end_local }],
    total: 1,
    isEndless: false,
    text: '',
  }
  const { dates, total, isEndless, text } = recurrence ? previewRecurrence(recurrence, scope.language) : none
  return {
    dates: dates.map((date) => presentDate(scheduleOfRepeatedEventDate(date, schedule))),
    total,
    endless: isEndless,
    recurrence: recurrence ? formatRecurrenceLines(recurrence) : [],
    recurrence_text: text,
  }
}

const presentDate = ({ start_local, end_local }: Schedule) => ({ start_date: start_local, end_date: end_local })
