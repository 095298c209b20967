import { setImmediate as nextTurn } from 'node:timers/promises'
import { expandRecurrence, isEndless, type Recurrence } from '../../../../core/recurrence/index.ts'
import { type LocalTime, timeOfDay } from '../../../../core/time/local-time.ts'

/**
 * Maps the start of each date of a recurrence to its start after the recurrence was moved, so that stored dates can move
 * instead of being replaced. If most dates stay on their day, each date moves to the same day; otherwise the n-th date
 * moves to the n-th new one. Excluded dates count, because they move too.
 * @param horizon the last time up to which the dates of an endless recurrence are compared
 * @returns the new starts by old start; a date without an entry does not move
 */
export async function matchMovedDates(
  before: Recurrence,
  after: Recurrence,
  horizon: LocalTime,
): Promise<Map<LocalTime, LocalTime>> {
  const old = startsOf(before, horizon)
  // Other requests run during this pause, because computing thousands of dates has taken some 30 ms.
  await nextTurn()
  const fresh = startsOf(after, horizon)
  const given = new Set(fresh)
  const onSameDay = (start: LocalTime) =>
    timeOfDay(start) === timeOfDay(before.start) ? `${start.slice(0, 10)} ${timeOfDay(after.start)}` : start
  const keepDays = old.filter((start) => given.has(onSameDay(start))).length * 2 >= old.length
  const pairs = old.map((start, index) => [start, keepDays ? onSameDay(start) : fresh[index]] as const)
  return new Map(pairs.filter((pair): pair is readonly [string, string] => pair[1] !== undefined))
}

const startsOf = (recurrence: Recurrence, horizon: LocalTime): LocalTime[] =>
  expandRecurrence(
    { ...recurrence, excludedDates: [] },
    { until: isEndless(recurrence) ? horizon : undefined, limit: Number.POSITIVE_INFINITY },
  ).map(({ start }) => start)
