import {
  endOfDay,
  LAST_CALENDAR_DAY,
  type LocalTime,
  localTimeFromWallSeconds,
  localTimeToWallSeconds,
} from '../../time/local-time.ts'
import type { AddedDate, Recurrence, RecurrenceRule } from '../recurrence-types.ts'
import { generateRuleTimes } from './rule-times.ts'
import type { WorkLimit } from './work-limit.ts'

interface Range {
  /** The earliest date to return; by default the start. */
  from?: LocalTime | undefined
  /** The latest date to return; by default the end of the year 9999. */
  until?: LocalTime | undefined
  /** Maximum number of dates to return. */
  limit: number
}

/**
 * Computes the dates of a recurrence in order of time, without duplicates. The dates are local times, so a date may be
 * a time that clocks skip when summer time begins; `localToInstant` moves it forward, as for a single event.
 *
 * `end` is defined only for an added date with its own length; all other dates last as long as the event.
 * @param work limit of the work of the expansion; unlimited by default
 * @throws {WorkLimitError}
 */
export function expandRecurrence(
  recurrence: Recurrence,
  { from = '', until = LAST_TIME, limit }: Range,
  work: WorkLimit = { left: Number.POSITIVE_INFINITY },
): AddedDate[] {
  const ends = new Map(recurrence.dates.map(({ start, end }) => [start, end]))
  const found: AddedDate[] = []
  if (limit < 1) return found
  for (const time of occurrenceTimes(recurrence, localTimeToWallSeconds(until), work)) {
    const start = localTimeFromWallSeconds(time)
    if (start < from) continue
    const end = ends.get(start)
    found.push(end === undefined ? { start } : { start, end })
    if (found.length === limit) break
  }
  return found
}

export const LAST_TIME: LocalTime = endOfDay(LAST_CALENDAR_DAY)

/** Generates the times of all rules and added dates of a recurrence, before excluded dates are removed. */
export function* generateRecurrenceTimesBeforeExclusion(
  recurrence: Recurrence,
  until: number,
  work: WorkLimit,
): Generator<number> {
  const { start, rules, dates } = recurrence
  const starts = new Set([...(rules.length === 0 ? [start] : []), ...dates.map((date) => date.start)])
  const added = [...starts].map(localTimeToWallSeconds).sort((a, b) => a - b)
  const times = [timesOfRules(recurrence, rules, until, work), added.values()]
  for (const time of mergeAscending(times)) {
    if (time > until) return
    yield time
  }
}

function* occurrenceTimes(recurrence: Recurrence, until: number, work: WorkLimit): Generator<number> {
  const excludedDates = new Set(recurrence.excludedDates.map(localTimeToWallSeconds))
  const excluded = timesOfRules(recurrence, recurrence.excludedRules, until, work)
  let nextExcluded = excluded.next()
  for (const time of generateRecurrenceTimesBeforeExclusion(recurrence, until, work)) {
    while (!nextExcluded.done && nextExcluded.value < time) nextExcluded = excluded.next()
    const isExcluded = excludedDates.has(time) || (!nextExcluded.done && nextExcluded.value === time)
    if (!isExcluded) yield time
  }
}

const timesOfRules = ({ start }: Recurrence, rules: readonly RecurrenceRule[], until: number, work: WorkLimit) =>
  mergeAscending(rules.map((rule) => generateRuleTimes(rule, localTimeToWallSeconds(start), until, work)))

/** Merges sequences, each in ascending order and without duplicates, into one such sequence. */
function* mergeAscending(sequences: readonly Iterator<number>[]): Generator<number> {
  const heads = sequences.map((sequence) => ({ sequence, result: sequence.next() }))
  for (;;) {
    const least = Math.min(...heads.map(({ result }) => (result.done ? Number.POSITIVE_INFINITY : result.value)))
    if (least === Number.POSITIVE_INFINITY) return
    yield least
    for (const head of heads) {
      if (!head.result.done && head.result.value === least) head.result = head.sequence.next()
    }
  }
}
