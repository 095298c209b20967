import type { Problems } from '../../../core/errors.ts'
import {
  moveRecurrence,
  type ParsedRecurrence,
  parseRecurrence,
  type Recurrence,
  type RecurrenceProblem,
  recurrenceFromDates,
} from '../../../core/recurrence/index.ts'
import { instantToLocal } from '../../../core/time/instant.ts'
import { endOfDay, type LocalTime, startOfDay } from '../../../core/time/local-time.ts'
import { parseLocalTimeAndPrecision } from '../../../core/time/parse-date.ts'
import type { Scope } from '../../scope.ts'
import type { EventBody } from '../event-parameters.ts'
import type { EventRow } from '../event-row.ts'
import type { Schedule } from '../event-schedule.ts'
import { lastTimeOfStoredDates, scheduleOfRepeatedEventDate } from './compute-dates-to-store.ts'
import { parseRecurrenceOfEvent, startAndZoneOfSchedule } from './parse-and-describe-recurrence-of-event.ts'
import type { SentDate } from './recurrence-fields.ts'
import { isDateOfRepeatedEvent, isRepeatedEvent } from './repeated-event-columns-and-overrides.ts'

/** Fields that only the whole repeated event has, so that a request for one of its dates must not contain them. */
const FIELDS_OF_REPEAT = ['recurrence', 'dates', 'slug', 'author', 'date', 'date_utc', 'status'] as const

/**
 * Adds a problem for each field of the body that only the repeated event has, if the request is for one of its dates.
 */
export function refuseRepeatedEventFieldsForDate(
  body: Partial<EventBody>,
  event: EventRow | undefined,
  problems: Problems,
): void {
  if (event === undefined || !isDateOfRepeatedEvent(event)) return
  if ((body.scope ?? 'this') !== 'this') {
    // Without a recurrence the event ceases to repeat, and all its dates are deleted, also the one that the response
    // has to contain.
    if (body.recurrence?.length === 0) problems.add('recurrence', 'reason.of-repeated-event', { id: event.repeat_id })
    return
  }
  for (const name of FIELDS_OF_REPEAT) {
    // The field `status` is allowed, because it restores a date from the trash. If another request has restored the
    // date meanwhile, the status equals that of the date.
    const isAllowed = name === 'status' && (event.status === 'trash' || event.status === body.status)
    if (body[name] === undefined || isAllowed) continue
    problems.add(name, 'reason.of-repeated-event', { id: event.repeat_id })
  }
}

/**
 * Computes the recurrence of an event after a write. If only the times of the event change, all dates move with the
 * first. @param schedule start and end after the write; undefined if they do not change
 * @returns null if the event ceases to repeat; undefined if its recurrence does not change, or is not valid
 */
export function planRecurrenceOfEvent(
  scope: Scope,
  { recurrence: lines, dates }: Partial<EventBody>,
  schedule: Schedule | undefined,
  event: EventRow | undefined,
  problems: Problems,
): Recurrence | null | undefined {
  if (event !== undefined && isDateOfRepeatedEvent(event)) return undefined
  const times = schedule ?? event
  if (times === undefined) return undefined
  if (lines !== undefined && dates !== undefined) return refuseBoth(problems)
  const isMoved = event !== undefined && isRepeatedEvent(event) && schedule !== undefined
  if (lines === undefined && dates === undefined && !isMoved) return undefined
  const options = { now: scope.now, horizon: lastTimeOfStoredDates(scope, times) }
  if (dates) {
    const read = readDates(scope, dates, times, problems)
    return read && resultOf(recurrenceFromDates(read, startAndZoneOfSchedule(times), options), 'dates', problems)
  }
  if (lines) return resultOf(parseRecurrence(lines, startAndZoneOfSchedule(times), options), 'recurrence', problems)
  if (!isMoved) return undefined
  const recurrence = parseRecurrenceOfEvent(event.repeat)
  return resultOf(moveRecurrence(recurrence, startAndZoneOfSchedule(times), options), 'start_date', problems)
}

function refuseBoth(problems: Problems): undefined {
  problems.add('dates', 'reason.recurrence-or-dates')
}

function resultOf(parsed: ParsedRecurrence, field: string, problems: Problems): Recurrence | null | undefined {
  const { recurrence, problem } = parsed
  if (problem === undefined) return recurrence ?? null
  addProblem(problem, field, problems)
  return undefined
}

function addProblem({ reason, placeholders, line, part, first }: RecurrenceProblem, name: string, problems: Problems) {
  const values = { ...(line && { line }), ...(part && { part }), ...(first && { first }) }
  problems.addProblem({ name, reason, placeholders, ...(Object.keys(values).length > 0 && { values }) })
}

/**
 * Parses dates of a request, in the time zone of the event. Adds a problem for the first one that is not valid.
 * @returns the date of the event itself, and the dates of the request
 */
function readDates(scope: Scope, dates: readonly SentDate[], event: Schedule, problems: Problems) {
  const read = [{ start: event.start_local, end: event.end_local }]
  for (const [index, date] of dates.entries()) {
    const start = parseDateInEventZone(scope, date.start_date, event, startOfDay)
    const end = date.end_date === undefined ? undefined : parseDateInEventZone(scope, date.end_date, event, endOfDay)
    const isValid = start !== undefined && (end === undefined ? date.end_date === undefined : end >= start)
    if (!isValid) {
      problems.add('dates', 'reason.date-in-list', { number: index + 1 })
      return undefined
    }
    const { end_local } = scheduleOfRepeatedEventDate({ start, ...(end && { end }) }, event, 'dates')
    read.push({ start, end: end ?? end_local })
  }
  return read
}

/**
 * Converts a date as a client sent it to a local time in the zone of the event. A day without a time means the time of
 * day at which the event starts.
 */
export function parseDateInEventZone(
  { now }: Scope,
  text: string,
  { timezone, all_day, start_local }: Schedule,
  edgeOf: (local: LocalTime) => LocalTime,
): LocalTime | undefined {
  const moment = parseLocalTimeAndPrecision(text, timezone, now)
  if (moment === undefined) return undefined
  const local = moment.instant === undefined ? moment.local : instantToLocal(moment.instant, timezone)
  if (all_day === 1) return edgeOf(local)
  return moment.hasTime ? local : `${local.slice(0, 10)} ${start_local.slice(11)}`
}
