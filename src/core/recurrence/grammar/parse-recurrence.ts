import type { LocalTime } from '../../time/local-time.ts'
import { normalizeRecurrence, type ParsedRecurrence } from '../normalize-recurrence.ts'
import {
  computeOrReturnRecurrenceProblem,
  RecurrenceError,
  recurrenceLimitError,
  recurrenceValueError,
} from '../recurrence-errors.ts'
import {
  type AddedDate,
  RECURRENCE_LIMITS,
  type Recurrence,
  type RecurrenceRule,
  type RecurringTimes,
} from '../recurrence-types.ts'
import { parseAddedDates, parseExcludedDates } from './parse-added-and-excluded-dates.ts'
import { parseRecurrenceLine, type RecurrenceLine, unfoldICalendarLines } from './parse-recurrence-line.ts'
import { parseRecurrenceRule } from './parse-recurrence-rule.ts'

interface Options {
  /** Unix time in seconds, for dates such as `next friday`. */
  now: number
  /** The last time up to which the dates of an endless recurrence are computed, to check their number. */
  horizon: LocalTime
}

/**
 * Parses lines RRULE, EXRULE, RDATE and EXDATE (RFC 5545, 3.8.5), as a list or as one text, and normalises them. Dates
 * without a zone are local times of the event, and may have any date notation that the API accepts.
 *
 * Never throws, and takes a bounded time (`RECURRENCE_LIMITS`).
 * @returns an object in which `recurrence` is undefined if the event does not repeat: there are no lines, or they
 *   contain no other date than the start
 */
export function parseRecurrence(
  lines: string | readonly string[],
  times: RecurringTimes,
  { now, horizon }: Options,
): ParsedRecurrence {
  return computeOrReturnRecurrenceProblem(() => {
    const text = typeof lines === 'string' ? lines : lines.join('\n')
    if (text.length > RECURRENCE_LIMITS.length) {
      throw new RecurrenceError({ reason: 'reason.short-text', placeholders: { max: RECURRENCE_LIMITS.length } })
    }
    const recurrence = parseLines(text, times, now)
    return { recurrence: recurrence && normalizeRecurrence(recurrence, horizon) }
  })
}

/**
 * Parses stored lines, which `formatRecurrenceLines` has formatted, without checking the recurrence again.
 * @param lines separated by line breaks
 * @throws {RecurrenceError} when the lines were not formatted by that function
 */
export function parseStoredRecurrence(lines: string, times: RecurringTimes): Recurrence {
  return parseLines(lines, times, 0) ?? { ...times, rules: [], excludedRules: [], dates: [], excludedDates: [] }
}

/**
 * Parses the lines of a recurrence.
 * @returns undefined if there are no lines
 */
function parseLines(text: string, times: RecurringTimes, now: number): Recurrence | undefined {
  const lines = unfoldICalendarLines(text).map((line, index) => inLine(index + 1, () => parseRecurrenceLine(line)))
  if (lines.length === 0) return undefined
  const rules = parseRules('RRULE', lines, { times, now })
  const excludedRules = parseRules('EXRULE', lines, { times, now })
  const dates = eachLine('RDATE', lines, (line) => parseAddedDates(line, { times, now }))
  const excludedDates = eachLine('EXDATE', lines, (line) => parseExcludedDates(line, rules, { times, now }))
  return { ...times, rules, excludedRules, dates, excludedDates }
}

/**
 * Creates the recurrence of an event that takes place at its start and at a list of dates, each with its own end. Equal
 * dates are one date; dates that differ only in their ends are a problem.
 */
export const recurrenceFromDates = (
  dates: readonly Required<AddedDate>[],
  times: RecurringTimes,
  { horizon }: Pick<Options, 'horizon'>,
): ParsedRecurrence =>
  computeOrReturnRecurrenceProblem(() => {
    refuseDifferentEnds(dates)
    return {
      recurrence: normalizeRecurrence({ ...times, rules: [], excludedRules: [], dates, excludedDates: [] }, horizon),
    }
  })

function refuseDifferentEnds(dates: readonly Required<AddedDate>[]): void {
  const ends = new Map<LocalTime, LocalTime>()
  for (const { start, end } of dates) {
    const other = ends.get(start) ?? end
    if (other !== end) throw recurrenceValueError('reason.dates-with-different-ends', start, { end, other })
    ends.set(start, end)
  }
}

function parseRules(
  name: 'RRULE' | 'EXRULE',
  lines: readonly RecurrenceLine[],
  { times, now }: { times: RecurringTimes; now: number },
): RecurrenceRule[] {
  if (lines.filter((line) => line.name === name).length > RECURRENCE_LIMITS.rules) {
    throw recurrenceLimitError(RECURRENCE_LIMITS.rules, name)
  }
  return eachLine(name, lines, ({ value }) => [parseRecurrenceRule(value, times, now)])
}

/** Applies `parse` to every line that has this name, such as RDATE. */
const eachLine = <Value>(
  name: RecurrenceLine['name'],
  lines: readonly RecurrenceLine[],
  parse: (line: RecurrenceLine) => Value[],
): Value[] => lines.flatMap((line, index) => (line.name === name ? inLine(index + 1, () => parse(line)) : []))

/** Adds the number of the line to the problem that `parse` finds. */
function inLine<Value>(line: number, parse: () => Value): Value {
  try {
    return parse()
  } catch (error) {
    if (error instanceof RecurrenceError) throw new RecurrenceError({ ...error.problem, line })
    throw error
  }
}
