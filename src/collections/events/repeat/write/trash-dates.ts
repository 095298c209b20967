import { CalendarError, invalidParameterError } from '../../../../core/errors.ts'
import { excludeDateFromRecurrence, splitRecurrence } from '../../../../core/recurrence/index.ts'
import type { Transaction } from '../../../../db/database.ts'
import type { Scope } from '../../../scope.ts'
import type { EventRow } from '../../event-row.ts'
import { lastTimeOfStoredDates } from '../compute-dates-to-store.ts'
import { parseRecurrenceOfEvent } from '../parse-and-describe-recurrence-of-event.ts'
import type { DateOfRepeat } from '../repeated-event-columns-and-overrides.ts'
import { readDateIdsOfRepeatedEvent } from './insert-dates.ts'
import { isFirstDateOfRepeatedEvent } from './split-repeated-event.ts'
import { trashDates } from './store-recurrence.ts'
import { storeRecurrenceChangedByDate } from './store-recurrence-changed-by-date.ts'

/**
 * Moves one date of a repeated event to the trash, and excludes it from the recurrence.
 * @returns false if the event would have no date left; nothing is written then
 */
export async function trashDateOfRepeatedEvent(
  scope: Scope<Transaction>,
  date: DateOfRepeat<EventRow>,
): Promise<boolean> {
  if (date.status === 'trash') throw new CalendarError('event-is-in-trash')
  const { repeat, original_start } = date
  const { recurrence } = excludeDateFromRecurrence(parseRecurrenceOfEvent(repeat), original_start, {
    horizon: lastTimeOfStoredDates(scope, repeat),
  })
  if (recurrence) await storeRecurrenceChangedByDate(scope, repeat, recurrence)
  return recurrence !== undefined
}

/**
 * Moves a date of a repeated event and all later ones to the trash: the recurrence then ends before this date.
 * @returns false if the event would have no date left; nothing is written then
 */
export async function trashDateAndFollowing(scope: Scope<Transaction>, date: DateOfRepeat<EventRow>): Promise<boolean> {
  if (date.status === 'trash') throw new CalendarError('event-is-in-trash')
  const { repeat, original_start } = date
  if (isFirstDateOfRepeatedEvent(date)) return false
  const parts = splitRecurrence(parseRecurrenceOfEvent(repeat), original_start, {
    horizon: lastTimeOfStoredDates(scope, repeat),
  })
  if (parts.problem) throw invalidParameterError('scope', parts.problem.reason, parts.problem.placeholders)
  await storeRecurrenceChangedByDate(scope, repeat, parts.before)
  return true
}

/** Moves all dates of a repeated event to the trash. */
export const trashAllDatesOfRepeatedEvent = async ({ db, now }: Scope<Transaction>, repeatId: number): Promise<void> =>
  trashDates(db, await readDateIdsOfRepeatedEvent(db, repeatId), now)
