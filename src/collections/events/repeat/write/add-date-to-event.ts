import { CalendarError, invalidParameterError, type Problems } from '../../../../core/errors.ts'
import { addDateToRecurrence, expandRecurrence } from '../../../../core/recurrence/index.ts'
import { endOfDay, type LocalTime, startOfDay } from '../../../../core/time/local-time.ts'
import { sql, type Transaction } from '../../../../db/database.ts'
import type { Scope } from '../../../scope.ts'
import type { EventRow } from '../../event-row.ts'
import { lastTimeOfStoredDates, scheduleOfRepeatedEventDate } from '../compute-dates-to-store.ts'
import { parseRecurrenceOfEvent } from '../parse-and-describe-recurrence-of-event.ts'
import { parseDateInEventZone } from '../plan-recurrence.ts'
import type { SentDate } from '../recurrence-fields.ts'
import { isRepeatedEvent, type Repeat } from '../repeated-event-columns-and-overrides.ts'
import { storeRecurrenceChangedByDate } from './store-recurrence-changed-by-date.ts'

/** A date to add to a repeated event, as local times of the event. */
export interface NewDate {
  start: LocalTime
  /** End of the date. Undefined: the date lasts as long as the event. */
  end: LocalTime | undefined
}

/**
 * Parses a date to add to a repeated event. Adds a problem for each time that is not valid.
 * @param sent without the times for which `problems` has a problem already
 */
export function parseDateToAdd(
  scope: Scope,
  event: EventRow,
  sent: Partial<SentDate>,
  problems: Problems,
): NewDate | undefined {
  if (!isRepeatedEvent(event)) {
    problems.add('id', 'reason.not-repeated')
    return undefined
  }
  const parse = (name: keyof SentDate, edgeOf: (local: LocalTime) => LocalTime) => {
    const text = sent[name]
    const time = text === undefined ? undefined : parseDateInEventZone(scope, text, event.repeat, edgeOf)
    if (text !== undefined && time === undefined) problems.add(name, 'reason.date')
    return time
  }
  const [start, end] = [parse('start_date', startOfDay), parse('end_date', endOfDay)]
  if (start !== undefined && end !== undefined && end < start) problems.add('end_date', 'reason.before-start')
  return start === undefined ? undefined : { start, end }
}

/**
 * Adds a date to a locked repeated event.
 * @returns the id of the date
 * @throws {CalendarError} if the event is in the trash, already has a date that starts at this time, or cannot have the
 *   date
 */
export async function addDateToEvent(
  scope: Scope<Transaction>,
  event: EventRow,
  { start, end }: NewDate,
): Promise<number> {
  if (!isRepeatedEvent(event)) throw invalidParameterError('id', 'reason.not-repeated')
  if (event.status === 'trash') throw new CalendarError('event-is-in-trash')
  const before = parseRecurrenceOfEvent(event.repeat)
  if (expandRecurrence(before, { from: start, until: start, limit: 1 }).length > 0) {
    throw await existingDateError(scope.db, event.repeat, start)
  }
  const horizon = lastTimeOfStoredDates(scope, event.repeat)
  if (event.repeat.is_endless === 1 && start > horizon) {
    throw invalidParameterError('start_date', 'reason.after-horizon', { value: horizon })
  }
  const date = end === undefined ? { start } : { start, end }
  // This call only checks the date: it throws if the date would end after the calendar.
  scheduleOfRepeatedEventDate(date, event.repeat, end === undefined ? 'start_date' : 'end_date')
  const { recurrence, problem } = addDateToRecurrence(before, date, { horizon })
  if (problem) throw invalidParameterError('start_date', problem.reason, problem.placeholders)
  await storeRecurrenceChangedByDate(scope, event.repeat, recurrence ?? before)
  const added = await findDate(scope.db, event.repeat, start)
  return (added as DateRow).id
}

interface DateRow extends Pick<EventRow, 'start_local' | 'timezone'> {
  id: number
}

const findDate = (db: Transaction, { id }: Repeat, originalStart: LocalTime) =>
  db.get<DateRow>(
    sql`SELECT id, start_local, timezone FROM event WHERE repeat_id = ${id} AND original_start = ${originalStart}`,
  )

/** The error about a date that the event has already, even if that date was moved to another time since. */
async function existingDateError(db: Transaction, repeat: Repeat, start: LocalTime): Promise<CalendarError> {
  const date = await findDate(db, repeat, start)
  if (date === undefined || (date.start_local === start && date.timezone === repeat.timezone)) {
    return invalidParameterError('start_date', 'reason.date-of-event', { value: start })
  }
  const moved = date.timezone === repeat.timezone ? date.start_local : `${date.start_local} ${date.timezone}`
  return invalidParameterError('start_date', 'reason.date-was-moved', { value: start, moved, id: date.id })
}
