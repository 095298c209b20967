import { setImmediate as nextTurn } from 'node:timers/promises'
import { invalidParameterError } from '../../../../core/errors.ts'
import { expandRecurrence, isRecurrenceEndless, type Recurrence } from '../../../../core/recurrence/index.ts'
import { type LocalTime, startOfDay, timeOfDay } from '../../../../core/time/local-time.ts'

/** The new starts of dates, by their old start. */
export type NewStarts = ReadonlyMap<LocalTime, LocalTime>

interface Change {
  before: Recurrence
  after: Recurrence
  /** The last time up to which the dates of an endless recurrence are compared. */
  horizon: LocalTime
}

/**
 * Maps the start of each date of a recurrence to its start after the recurrence was moved, so that stored dates can
 * move instead of being replaced. If most dates of the rules stay on their day, each date moves to the same day, and those
 * that are left to the new dates that are left, in order; otherwise the n-th date moves to the n-th new one. Added dates
 * (RDATE) stay on their day. Excluded dates count, because they move too.
 * @returns the new starts; a date without an entry does not move
 */
export async function matchDatesWithMovedRecurrence(change: Change): Promise<NewStarts> {
  const { old, fresh } = await startsOfBoth(withoutAddedDates(change))
  const given = new Set(fresh)
  const onSameDay = sameDayFunction(change)
  const staying = old.filter((start) => given.has(onSameDay(start)))
  const kept: NewStarts = new Map(
    staying.length * 2 >= old.length ? staying.map((start) => [start, onSameDay(start)]) : [],
  )
  const taken = new Set(kept.values())
  const left = fresh.filter((start) => !taken.has(start))
  const moved = old
    .filter((start) => !kept.has(start))
    .flatMap((start, index) => (left[index] === undefined ? [] : [[start, left[index]] as const]))
  const added = new Set(change.after.dates.map(({ start }) => start))
  const addedStarts = change.before.dates.flatMap(({ start }) => {
    const to = [onSameDay(start), start].find((one) => added.has(one))
    return to === undefined ? [] : [[start, to] as const]
  })
  return new Map([...addedStarts, ...kept, ...moved])
}

/**
 * Like `matchDatesWithMovedRecurrence`, but for a change of both the rules and the time of day: a date that also
 * results from the new rules stays; any other date moves to the new time on its day, if the new rules have a date at
 * that time.
 */
export async function matchDatesWithNewRulesAndTime(change: Change): Promise<NewStarts> {
  const { old, fresh } = await startsOfBoth(change)
  const given = new Set(fresh)
  const starts = new Map(old.filter((start) => given.has(start)).map((start) => [start, start]))
  const taken = new Set(starts.keys())
  const onSameDay = sameDayFunction(change)
  for (const start of old.filter((one) => !starts.has(one))) {
    const moved = onSameDay(start)
    if (!given.has(moved) || taken.has(moved)) continue
    starts.set(start, moved)
    taken.add(moved)
  }
  return starts
}

/**
 * Moves the starts of other stored dates of an event that lasts all day to the beginning of their day, unless that day
 * has a date already.
 * @param stored the starts of all stored dates, also of those in the trash
 */
export function moveUnmatchedDatesToStartOfDay(starts: NewStarts, stored: readonly LocalTime[]): NewStarts {
  const all = new Map(starts)
  const taken = new Set([...starts.values(), ...stored.filter((start) => !starts.has(start))])
  for (const start of stored.filter((one) => !starts.has(one))) {
    const day = startOfDay(start)
    if (taken.has(day)) continue
    all.set(start, day)
    taken.add(day)
  }
  return all
}

/**
 * The new starts of stored dates, by their ids. A date in the trash has none if another date gets the same start.
 * @throws {CalendarError} if two dates that are not in the trash would get the same start
 */
export function newStartsById(
  stored: readonly { id: number; original_start: LocalTime; status: string }[],
  starts: NewStarts,
): Map<number, LocalTime> {
  const byId = new Map<number, LocalTime>()
  const taken = new Set<LocalTime>()
  const isRemoved = ({ status }: { status: string }) => status === 'trash'
  for (const date of [...stored.filter((one) => !isRemoved(one)), ...stored.filter(isRemoved)]) {
    const start = starts.get(date.original_start)
    if (start === undefined || (isRemoved(date) && taken.has(start))) continue
    if (taken.has(start)) throw invalidParameterError('start_date', 'reason.recurrence-time', { value: start })
    taken.add(start)
    byId.set(date.id, start)
  }
  return byId
}

/** Creates a function that returns the start of a date at the new time of day. */
function sameDayFunction({ before, after }: Change): (start: LocalTime) => LocalTime {
  const [from, to] = [timeOfDay(before.start), timeOfDay(after.start)]
  return (start) => (after.isAllDay || timeOfDay(start) === from ? `${start.slice(0, 10)} ${to}` : start)
}

const withoutAddedDates = ({ before, after, horizon }: Change): Change => ({
  before: { ...before, dates: [] },
  after: { ...after, dates: [] },
  horizon,
})

async function startsOfBoth({ before, after, horizon }: Change): Promise<{ old: LocalTime[]; fresh: LocalTime[] }> {
  const old = startsOf(before, horizon)
  // Other requests run during this pause, because computing thousands of dates has taken some 30 ms.
  await nextTurn()
  return { old, fresh: startsOf(after, horizon) }
}

const startsOf = (recurrence: Recurrence, horizon: LocalTime): LocalTime[] =>
  expandRecurrence(
    { ...recurrence, excludedDates: [] },
    { until: isRecurrenceEndless(recurrence) ? horizon : undefined, limit: Number.POSITIVE_INFINITY },
  ).map(({ start }) => start)
