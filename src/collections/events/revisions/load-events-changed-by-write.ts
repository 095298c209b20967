import type { LocalTime } from '../../../core/time/local-time.ts'
import { type Reader, sql } from '../../../db/database.ts'
import { type AffectedDates, FIELDS_OF_DATES } from '../../dates-affected-by-write.ts'
import type { Scope } from '../../scope.ts'
import type { EventRow } from '../event-row.ts'
import { findEvent, loadEventsMeetingCondition } from '../load-events.ts'
import {
  type DateOfRepeat,
  isDateOfRepeatedEvent,
  isRepeatedEvent,
} from '../repeat/repeated-event-columns-and-overrides.ts'

/**
 * Loads the events that a write of an event changes, so that revisions of them can be stored. A write to several dates
 * of a repeated event changes the repeated event, from which the dates have their times, texts and links, and the dates
 * that lose their overrides. If it changes times or rules, the repeated event is loaded with the starts of its dates.
 */
export async function loadEventsChangedByWrite(
  scope: Scope,
  event: EventRow,
  extent: AffectedDates,
): Promise<readonly EventRow[]> {
  const changed = isDateOfRepeatedEvent(event) ? await eventOrRepeat(scope, event, extent) : event
  const hasNewTimes = FIELDS_OF_DATES.some((name) => extent[name] !== undefined)
  const written = hasNewTimes && isRepeatedEvent(changed) ? await withStartsOfDates(scope.db, changed) : changed
  if (!extent.reset_overrides || !isRepeatedEvent(written)) return [written]
  const dates = await loadEventsMeetingCondition(
    scope,
    sql`p.repeat_id = ${written.id} AND p.overrides <> '' AND p.status <> 'trash'`,
  )
  // Undoing a write begins with the last of its revisions: the event gets its rules again before its dates their values.
  return [...dates, written]
}

/** Adds the starts of the dates of a repeated event, so that a revision can give each date its start again. */
export async function withStartsOfDates(db: Reader, event: EventRow): Promise<EventRow> {
  const dates = await db.all<{ id: number; original_start: LocalTime }>(
    sql`SELECT id, original_start FROM event WHERE repeat_id = ${event.id} ORDER BY id`,
  )
  return { ...event, starts_of_dates: dates.map(({ id, original_start }) => [id, original_start]) }
}

async function eventOrRepeat(
  scope: Scope,
  date: DateOfRepeat<EventRow>,
  { scope: extent = 'this', isRemoval = false }: AffectedDates,
): Promise<EventRow> {
  if (extent === 'this' && !(isRemoval && (await isLastDate(scope, date)))) return date
  return (await findEvent(scope, { id: date.repeat_id })) as EventRow
}

/** Whether a date is the only one of its repeated event: if it is removed, the event itself is moved to the trash. */
async function isLastDate({ db }: Scope, { id, repeat_id }: DateOfRepeat<EventRow>): Promise<boolean> {
  const other = await db.get(
    sql`SELECT 1 AS one FROM event WHERE repeat_id = ${repeat_id} AND id <> ${id} AND status <> 'trash' LIMIT 1`,
  )
  return other === undefined
}
