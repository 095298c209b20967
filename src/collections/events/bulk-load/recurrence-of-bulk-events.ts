import { formatRecurrenceLines, isRecurrenceEndless } from '../../../core/recurrence/index.ts'
import type { AddedDate } from '../../../core/recurrence/recurrence-types.ts'
import type { LocalTime } from '../../../core/time/local-time.ts'
import type { Transaction } from '../../../db/database.ts'
import type { Scope } from '../../scope.ts'
import type { Schedule } from '../event-schedule.ts'
import type { EventPlan } from '../plan-event.ts'
import { computeDatesToStore, lastTimeOfStoredDates } from '../repeat/compute-dates-to-store.ts'
import { insertDatesOfRepeatedEvent } from '../repeat/write/insert-dates.ts'

/**
 * The recurrence of an event of a bulk load, as `storeRecurrenceAndDates` would store it. Can be serialized to JSON.
 */
export interface BulkRecurrence {
  /** RRULE, EXRULE, RDATE and EXDATE (RFC 5545), one a line. */
  lines: string
  isEndless: boolean
  /** All dates up to this local time are stored. */
  until: LocalTime
  dates: readonly AddedDate[]
  /** 1 if lists show none of the dates, else 0. */
  isHidden: number
  /** Time at which the event is created, in seconds since 1970-01-01 UTC. */
  writtenAt: number
}

/**
 * Computes the recurrence of an event of a bulk load from the request that creates the event.
 * @returns undefined if the event does not repeat
 */
export function planRecurrenceOfBulkEvent(
  scope: Pick<Scope, 'site' | 'now'>,
  { recurrence, schedule, body }: EventPlan,
): BulkRecurrence | undefined {
  if (!recurrence) return undefined
  const until = lastTimeOfStoredDates(scope, schedule as Schedule)
  return {
    lines: formatRecurrenceLines(recurrence).join('\n'),
    isEndless: isRecurrenceEndless(recurrence),
    until,
    dates: computeDatesToStore(recurrence, until),
    isHidden: Number(body.hide_from_listings ?? false),
    writtenAt: scope.now,
  }
}

/**
 * Stores the recurrence and the dates of an event that was inserted in the same transaction.
 * @param ids ids for the dates
 */
export async function insertRecurrenceAndDatesOfBulkEvent(
  tx: Transaction,
  eventId: number,
  { lines, isEndless, until, dates, isHidden, writtenAt }: BulkRecurrence,
  ids: readonly number[],
): Promise<void> {
  await tx.insert(
    'event_repeat',
    ['event_id', 'lines', 'is_hidden', 'is_endless', 'expanded_until'],
    [[eventId, lines, isHidden, Number(isEndless), until]],
  )
  await insertDatesOfRepeatedEvent(tx, eventId, dates, writtenAt, ids)
}
