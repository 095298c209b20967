import { type LocalTime, localTimeFromWallSeconds, localTimeToWallSeconds, timeOfDay } from '../../time/local-time.ts'
import { dayNumberOfLocalTime } from '../expansion/calendar-day.ts'
import { generateRecurrenceTimesBeforeExclusion, LAST_TIME } from '../expansion/expand-recurrence.ts'
import { createRecurrenceWorkLimit, type WorkLimit } from '../expansion/work-limit.ts'
import { computeOrReturnRecurrenceProblem, type ResultOrProblem, recurrenceValueError } from '../recurrence-errors.ts'
import { isRecurrenceEndless, type Recurrence, type RecurrenceRule, type RecurringTimes } from '../recurrence-types.ts'
import { moveAddedAndExcludedDates, moveDayOfRules, normalizeMovedRecurrence, startsAtDate } from './move-recurrence.ts'
import { moveTimeOfDayOfRecurrence } from './move-time-of-day.ts'

/** A recurrence that was moved, and the new starts of its dates by their old starts. */
export interface MovedRecurrence {
  recurrence: Recurrence
  starts: ReadonlyMap<LocalTime, LocalTime>
}

interface Move {
  /** The start of one date, and its new start on another day. */
  from: LocalTime
  to: LocalTime
  isAllDay: boolean
  timezone: string
}

/**
 * Moves the dates of a recurrence as one of them is moved to another day. Either all dates move in order, or, if the rules
 * give several days, such as `BYDAY=TU,TH`, those on the day of this date move and the others stay. Added dates (RDATE)
 * stay on their day.
 * @param horizon the last time up to which the dates of an endless recurrence are computed
 * @returns a problem if no such recurrence gives the new start and keeps the number of dates
 */
export const moveAllDates = (
  recurrence: Recurrence,
  move: Move,
  { horizon }: { horizon: LocalTime },
): ResultOrProblem<MovedRecurrence> =>
  computeOrReturnRecurrenceProblem(() => {
    const work = createRecurrenceWorkLimit()
    const old = ruleTimes(recurrence, wall(horizon), work)
    const shifts = shiftsOf(move)
    const { days, clock } = shifts
    for (const start of [wall(recurrence.start) + days + clock, wall(recurrence.start) + clock]) {
      const times: RecurringTimes = { ...move, start: localTimeFromWallSeconds(start) }
      const clocked = moveTimeOfDayOfRecurrence(recurrence, times)
      const changed = moveDayOfRules(clocked, recurrence.start, move, work)
      if (!startsAtDate(changed, work)) continue
      const fresh = ruleTimes(changed, wall(horizon) + Math.abs(days) + DAY_SECONDS, work, old.length)
      const pairs = pairInOrder(old, fresh, { recurrence, shifts }) ?? pairByDay(old, fresh, { recurrence, shifts })
      if (pairs?.get(move.from) !== move.to) continue
      const added = recurrence.dates.map((date, at) => [date.start, clocked.dates[at]?.start ?? date.start] as const)
      return {
        recurrence: normalizeMovedRecurrence(withMovedDates(changed, fresh, { pairs, shifts }), horizon),
        // Dates that move beyond the last stored date are stored again later.
        starts: new Map([...added, ...pairs].filter(([, to]) => to <= horizon || !isRecurrenceEndless(recurrence))),
      }
    }
    throw recurrenceValueError('reason.recurrence-other-day', move.to)
  })

const wall = localTimeToWallSeconds
const DAY_SECONDS = 86_400

/** By how many seconds the dates move: by whole days, and dates at one time of day to another time. */
interface Shifts {
  days: number
  clock: number
  /** The time of day of the dates that move to another time. */
  time: string
}

function shiftsOf({ from, to }: Move): Shifts {
  const days = (dayNumberOfLocalTime(to) - dayNumberOfLocalTime(from)) * DAY_SECONDS
  return { days, clock: wall(to) - wall(from) - days, time: timeOfDay(from) }
}

/**
 * The dates that the rules give, excluded ones too; those of an endless recurrence up to a time.
 * @param countMin the number of dates up to which an endless recurrence goes on after that time
 */
function ruleTimes(recurrence: Recurrence, horizon: number, work: WorkLimit, countMin = 0): LocalTime[] {
  const until = isRecurrenceEndless(recurrence) ? horizon : Number.POSITIVE_INFINITY
  const times: LocalTime[] = []
  for (const time of generateRecurrenceTimesBeforeExclusion({ ...recurrence, dates: [] }, wall(LAST_TIME), work)) {
    if (time > until && times.length >= countMin) break
    times.push(localTimeFromWallSeconds(time))
  }
  return times
}

/** @param recurrence with its new rules, and the old added and excluded dates at their new time of day */
function withMovedDates(
  recurrence: Recurrence,
  fresh: readonly LocalTime[],
  { pairs, shifts }: { pairs: Pairs; shifts: Shifts },
): Recurrence {
  if (recurrence.dates.length + recurrence.excludedDates.length === 0) return recurrence
  const given = new Set(fresh)
  const atNewTime = new Map([...pairs].map(([date, to]) => [moved(date, shifts, 0), to]))
  return moveAddedAndExcludedDates(recurrence, { pairs: atNewTime, isGiven: (date) => given.has(date) })
}

type Pairs = ReadonlyMap<LocalTime, LocalTime>

interface Pairing {
  recurrence: Recurrence
  shifts: Shifts
}

/**
 * Pairs the n-th old date with the n-th new one.
 * @returns undefined if the number of dates differs, or if the rules give several days and these move differently
 */
function pairInOrder(old: readonly LocalTime[], fresh: readonly LocalTime[], pairing: Pairing): Pairs | undefined {
  const { recurrence, shifts } = pairing
  const isComplete = isRecurrenceEndless(recurrence) ? fresh.length >= old.length : fresh.length === old.length
  const isMovedByDays = (date: LocalTime, at: number) => fresh[at] === moved(date, shifts, shifts.days)
  if (!isComplete || !(recurrence.rules.every(givesOneDay) || old.every(isMovedByDays))) return undefined
  return new Map(old.map((date, at) => [date, fresh[at] as LocalTime]))
}

/**
 * Pairs each old date with the new one on its day or, if there is none, with the one on the day to which it moves.
 * @returns undefined if the number of dates differs, or if there are other new dates
 */
function pairByDay(old: readonly LocalTime[], fresh: readonly LocalTime[], { recurrence, shifts }: Pairing) {
  const given = new Set(fresh)
  const pairs = new Map<LocalTime, LocalTime>()
  for (const date of old) {
    const to = [moved(date, shifts, 0), moved(date, shifts, shifts.days)].find((one) => given.delete(one))
    if (to === undefined) return undefined
    pairs.set(date, to)
  }
  return given.size === 0 || isRecurrenceEndless(recurrence) ? pairs : undefined
}

const moved = (date: LocalTime, { clock, time }: Shifts, days: number): LocalTime =>
  localTimeFromWallSeconds(wall(date) + days + (timeOfDay(date) === time ? clock : 0))

/** Whether a rule gives one day of its period, perhaps at several times. */
const givesOneDay = ({ months, weekNumbers, yearDays, monthDays, weekdays, positions }: RecurrenceRule): boolean =>
  [months, weekNumbers, yearDays, monthDays, weekdays, positions].every(({ length }) => length <= 1)
