import { setImmediate as nextTurn } from 'node:timers/promises'
import { formatRecurrenceLines, isRecurrenceEndless, type Recurrence } from '../../../../core/recurrence/index.ts'
import type { LocalTime } from '../../../../core/time/local-time.ts'
import { join, raw, type Sql, sql, type Transaction } from '../../../../db/database.ts'
import { RAISED_VERSION } from '../../../../db/sql-fragments.ts'
import type { Scope } from '../../../scope.ts'
import { SCHEDULE_COLUMNS, type Schedule } from '../../event-schedule.ts'
import type { EventStatusColumns } from '../../event-status/status-columns.ts'
import { computeDatesToStore, lastTimeOfStoredDates } from '../compute-dates-to-store.ts'
import { parseOverrides } from '../repeated-event-columns-and-overrides.ts'
import { copyRepeatedEventValuesToDates, insertDatesOfRepeatedEvent } from './insert-dates.ts'
import {
  matchDatesWithMovedRecurrence,
  matchDatesWithNewRulesAndTime,
  moveUnmatchedDatesToStartOfDay,
  type NewStarts,
  newStartsById,
} from './match-moved-dates.ts'
import { moveStoredDates, type StoredDate } from './move-stored-dates.ts'
import { addRdatesToRecurrence, findOverriddenDatesOutsideRecurrence } from './overridden-dates-outside-recurrence.ts'

export interface DateChanges {
  /**
   * The recurrence before the event was moved, whether its rules changed as well, and the new starts of its dates if they
   * are known. The stored dates move with the recurrence, so their ids do not change.
   */
  movedFrom?: { recurrence: Recurrence; hasNewRules: boolean; newStarts: NewStarts | undefined } | undefined
  /** The starts that an earlier version gave to its dates, by the ids of the dates. They get these starts again. */
  earlierStarts?: ReadonlyMap<number, LocalTime> | undefined
  /**
   * Whether dates that have overrides but no longer result from the recurrence are added to it (RDATE) instead of being
   * moved to the trash. Those that an earlier version had without giving them are moved to the trash.
   */
  keepsOverridden?: boolean
  /**
   * The status of the repeated event after the write. Dates that move get a previous start if the status is
   * `rescheduled`.
   */
  eventStatus?: EventStatusColumns['event_status']
}

/**
 * Stores the recurrence of an event, and changes the stored dates accordingly: dates that still result from it stay
 * with their ids, other dates are moved to the trash, and new dates are added.
 * @param event the repeated event with its new schedule
 * @returns the ids of dates that were added to the recurrence because they have overrides (`keepsOverridden`)
 */
export async function storeRecurrenceAndDates(
  scope: Scope<Transaction>,
  event: Schedule & { id: number },
  recurrence: Recurrence,
  { movedFrom, earlierStarts, keepsOverridden = false, eventStatus }: DateChanges = {},
): Promise<number[]> {
  const { db, now } = scope
  const horizon = await storedHorizon(db, event.id, lastTimeOfStoredDates(scope, event))
  const all = await readDates(db, event.id)
  const newStarts = earlierStarts ?? (movedFrom && (await matchStarts(event, movedFrom, recurrence, { horizon, all })))
  // Other requests run during this pause and the next one, because comparing thousands of dates has taken some 50 ms.
  await nextTurn()
  const stored = await dropReplaced(db, all, newStarts)
  const keyOf = ({ id, original_start }: StoredDate) => newStarts?.get(id) ?? original_start
  const given = new Map(computeDatesToStore(recurrence, horizon).map((date) => [date.start, date]))
  await nextTurn()
  const lost = stored.filter((date) => date.status !== 'trash' && !given.has(keyOf(date)))
  // An earlier version says of the dates that it had whether they take place.
  const isUnknown = ({ id }: StoredDate) => !earlierStarts?.has(id)
  const orphans = keepsOverridden
    ? findOverriddenDatesOutsideRecurrence(event, recurrence, lost.filter(isUnknown), { horizon, keyOf })
    : []
  for (const orphan of orphans) given.set(keyOf(orphan), { start: keyOf(orphan) })
  await writeLines(db, event.id, addRdatesToRecurrence(recurrence, orphans.map(keyOf)), horizon)
  await trashDates(db, idsOf(without(lost, orphans)), now)
  const removed = stored.filter((date) => date.status === 'trash' && given.has(keyOf(date)))
  await copyRepeatedEventValuesToDates(db, event.id, idsOf(removed))
  const moves = stored.map((date) => ({
    date,
    to: given.get(keyOf(date)) ?? { start: keyOf(date) },
    eventStatus: parseOverrides(date.overrides).includes('event_status') ? date.event_status : eventStatus,
  }))
  await moveStoredDates(db, event, moves, now)
  const keys = new Set(stored.map(keyOf))
  await insertDatesOfRepeatedEvent(
    db,
    event.id,
    [...given.values()].filter(({ start }) => !keys.has(start)),
    now,
  )
  return orphans.map(({ id }) => id)
}

/** Computes the new starts of stored dates, by their ids. @param all all stored dates */
async function matchStarts(
  event: Schedule,
  { recurrence: before, hasNewRules, newStarts: known }: NonNullable<DateChanges['movedFrom']>,
  after: Recurrence,
  { horizon, all }: { horizon: LocalTime; all: readonly StoredDate[] },
): Promise<ReadonlyMap<number, LocalTime>> {
  const match = hasNewRules ? matchDatesWithNewRulesAndTime : matchDatesWithMovedRecurrence
  const newStarts = known ?? (await match({ before, after, horizon }))
  const allStarts = all.map((date) => date.original_start)
  return newStartsById(all, event.all_day === 0 ? newStarts : moveUnmatchedDatesToStartOfDay(newStarts, allStarts))
}

/**
 * The local time up to which the dates of an event are stored already. Stored dates stay if the setting
 * `recurrence_months` becomes smaller.
 */
async function storedHorizon(tx: Transaction, id: number, horizon: LocalTime): Promise<LocalTime> {
  const row = await tx.get<{ until: LocalTime }>(
    sql`SELECT expanded_until AS until FROM event_repeat WHERE event_id = ${id} AND is_endless = 1`,
  )
  return row && row.until > horizon ? row.until : horizon
}

const without = <T>(all: readonly T[], some: readonly T[]): T[] => all.filter((one) => !some.includes(one))

const readDates = (tx: Transaction, repeatId: number) =>
  tx.all<StoredDate>(sql`
    SELECT id, original_start, status, overrides, event_status, previous_start, ${join(SCHEDULE_COLUMNS.map((name) => raw(name)))}
    FROM event WHERE repeat_id = ${repeatId}`)

/**
 * Deletes for good the dates that no longer belong to the recurrence and whose start another date gets.
 * @returns the remaining dates
 */
async function dropReplaced(
  tx: Transaction,
  stored: readonly StoredDate[],
  newStarts: ReadonlyMap<number, LocalTime> | undefined,
): Promise<readonly StoredDate[]> {
  if (newStarts === undefined) return stored
  const taken = new Set(stored.flatMap(({ id }) => newStarts.get(id) ?? []))
  const isReplaced = ({ id, original_start }: StoredDate) => !newStarts.has(id) && taken.has(original_start)
  const replaced = stored.filter(isReplaced)
  if (replaced.length > 0) {
    await trashDates(tx, idsOf(replaced), 0)
    await tx.run(sql`DELETE FROM event WHERE ${inIds(tx, idsOf(replaced))}`)
  }
  return without(stored, replaced)
}

async function writeLines(tx: Transaction, id: number, recurrence: Recurrence, horizon: LocalTime): Promise<void> {
  const lines = formatRecurrenceLines(recurrence).join('\n')
  await tx.run(sql`UPDATE event_repeat SET lines = ${lines}, is_endless = ${Number(isRecurrenceEndless(recurrence))},
    expanded_until = ${horizon} WHERE event_id = ${id}`)
}

/** Moves dates to the trash. */
export const trashDates = (tx: Transaction, ids: readonly number[], now: number): Promise<void> =>
  tx.inParts(ids, (part) =>
    tx.run(sql`UPDATE event SET status = 'trash', is_public = 0, modified_at = ${now}, ${RAISED_VERSION}
      WHERE ${inIds(tx, part)}`),
  )

const idsOf = (dates: readonly StoredDate[]) => dates.map(({ id }) => id)

const inIds = (tx: Transaction, ids: readonly number[]): Sql => tx.dialect.inList(sql`id`, ids)

/** Picks start, end and time zone from the values of an event. */
export const pickScheduleColumns = ({
  start_local,
  end_local,
  timezone,
  start_at,
  end_at,
  all_day,
}: Schedule): Schedule => ({
  start_local,
  end_local,
  timezone,
  start_at,
  end_at,
  all_day,
})
