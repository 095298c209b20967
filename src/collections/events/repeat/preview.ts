import type { Problems } from '../../../core/errors.ts'
import { previewRecurrence, recurrenceLines } from '../../../core/recurrence/index.ts'
import { parameterSet } from '../../../core/schema/parameters.ts'
import { lenientBoolean, type StaticDecode, Type } from '../../../core/schema/schema.ts'
import type { Scope } from '../../collection.ts'
import { dateField } from '../../fields.ts'
import { planSchedule, type Schedule } from '../schedule.ts'
import { timezoneField } from '../schema.ts'
import { planRecurrence } from './plan.ts'
import { scheduleOfDate } from './recurrence.ts'
import { recurrenceFields } from './schema.ts'

const body = Type.Object({
  timezone: Type.Optional(timezoneField()),
  all_day: Type.Optional(lenientBoolean()),
  start_date: dateField(),
  end_date: Type.Optional(dateField()),
  ...recurrenceFields,
})

type PreviewBody = StaticDecode<typeof body>

export const previewParameters = parameterSet(body)

/**
 * Computes the dates of an event that does not exist, and normalises its recurrence.
 * @returns undefined if the body is not valid; its problems are added
 */
export function previewDates(scope: Scope, { end_date, ...sent }: PreviewBody, problems: Problems) {
  const site = { siteZone: scope.site.timezone, now: scope.now }
  const schedule = planSchedule({ ...sent, end_date: end_date ?? sent.start_date }, undefined, site, problems)
  const recurrence = planRecurrence(scope, sent, schedule, undefined, problems)
  if (schedule === undefined || problems.found.length > 0) return undefined
  const none = {
    dates: [{ start: schedule.start_local, end: schedule.end_local }],
    total: 1,
    isEndless: false,
    text: '',
  }
  const { dates, total, isEndless, text } = recurrence ? previewRecurrence(recurrence, scope.language) : none
  return {
    dates: dates.map((date) => presentDate(scheduleOfDate(date, schedule))),
    total,
    endless: isEndless,
    recurrence: recurrence ? recurrenceLines(recurrence) : [],
    recurrence_text: text,
  }
}

const presentDate = ({ start_local, end_local }: Schedule) => ({ start_date: start_local, end_date: end_local })
