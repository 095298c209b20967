import type { AddedDate } from '../../../../core/recurrence/index.ts'
import { instantToLocal } from '../../../../core/time/instant.ts'
import type { LocalTime } from '../../../../core/time/local-time.ts'
import { sql, type Transaction } from '../../../../db/database.ts'
import { RAISED_VERSION } from '../../../../db/sql-fragments.ts'
import { SCHEDULE_COLUMNS, type Schedule } from '../../event-schedule.ts'
import type { EventStatusColumns } from '../../event-status/status-columns.ts'
import { scheduleOfRepeatedEventDate } from '../compute-dates-to-store.ts'
import { parseOverrides } from '../repeated-event-columns-and-overrides.ts'

/** A stored date of a repeated event. */
export interface StoredDate extends Schedule, Pick<EventStatusColumns, 'event_status' | 'previous_start'> {
  id: number
  original_start: LocalTime
  status: string
  overrides: string
}

interface Move {
  date: StoredDate
  to: AddedDate
  /**
   * The event status of the date after the write. A date with the status `rescheduled` gets a previous start; undefined
   * for a date that never gets one.
   */
  eventStatus: EventStatusColumns['event_status'] | undefined
}

/** Updates the times of dates that changed, unless a date has times of its own. */
export async function moveStoredDates(
  tx: Transaction,
  event: Schedule & { id: number },
  moves: readonly Move[],
  now: number,
): Promise<void> {
  await leaveStarts(tx, moves)
  const others = sql`modified_at = ${now}, ${RAISED_VERSION}`
  await tx.inParts(moves, async (part) => {
    const rows = part.flatMap(({ date, to, eventStatus }) => {
      const schedule = parseOverrides(date.overrides).includes('times') ? date : scheduleOfRepeatedEventDate(to, event)
      const isChanged =
        to.start !== date.original_start || SCHEDULE_COLUMNS.some((name) => schedule[name] !== date[name])
      const isAnnounced = eventStatus === 'rescheduled' && schedule.start_at !== date.start_at
      const previousStart =
        date.previous_start ?? (isAnnounced ? instantToLocal(date.start_at, schedule.timezone) : null)
      const times = SCHEDULE_COLUMNS.map((name) => schedule[name])
      return isChanged ? [[date.id, to.start, previousStart, ...times]] : []
    })
    await tx.updateEach('event', ['original_start', 'previous_start', ...SCHEDULE_COLUMNS], rows, others)
  })
}

/**
 * Removes the original starts of dates whose start another date will get, until these dates get their own: a unique index
 * forbids that two dates have the same start in the meantime.
 */
async function leaveStarts(tx: Transaction, moves: readonly Move[]): Promise<void> {
  const renamed = moves.filter(({ date, to }) => date.original_start !== to.start)
  const taken = new Set(renamed.map(({ to }) => to.start))
  const left = renamed.map(({ date }) => date).filter(({ original_start }) => taken.has(original_start))
  await tx.inParts(
    left.map(({ id }) => id),
    (part) => tx.run(sql`UPDATE event SET original_start = NULL WHERE ${tx.dialect.inList(sql`id`, part)}`),
  )
}
