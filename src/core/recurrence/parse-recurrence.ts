import type { LocalTime } from '../time/local-time.ts'
import { checkRecurrence } from './check-recurrence.ts'
import { parseAddedDates, parseExcludedDates } from './parse-dates.ts'
import { parseRule } from './parse-rule.ts'
import { limitError, RecurrenceError, type RecurrenceProblem } from './problem.ts'
import {
  type AddedDate,
  RECURRENCE_LIMITS,
  type Recurrence,
  type RecurrenceRule,
  type RecurringTimes,
} from './recurrence.ts'
import { parseLine, type RecurrenceLine, splitLines } from './recurrence-line.ts'

export type ParsedRecurrence =
  | { recurrence: Recurrence | undefined; problem?: undefined }
  | { recurrence?: undefined; problem: RecurrenceProblem }

interface Options {
  /** Unix time in seconds, for dates such as `next friday`. */
  now: number
  /** The last time up to which the dates of an endless recurrence are computed, to check how many they are. */
  horizon: LocalTime
}

/**
 * Parses lines RRULE, EXRULE, RDATE and EXDATE (RFC 5545, 3.8.5), as a list or as one text, and normalises them. Dates without a zone
 * are local times of the event, and may be written as everywhere in the API.
 *
 * Never throws, and takes a bounded time (`RECURRENCE_LIMITS`).
 * @returns `recurrence` undefined if there are no lines, or none that gives another date than the start
 */
export function parseRecurrence(
  lines: string | readonly string[],
  times: RecurringTimes,
  { now, horizon }: Options,
): ParsedRecurrence {
  return resultOf(() => {
    const text = typeof lines === 'string' ? lines : lines.join('\n')
    if (text.length > RECURRENCE_LIMITS.length) {
      throw new RecurrenceError({ reason: 'reason.short-text', placeholders: { max: RECURRENCE_LIMITS.length } })
    }
    const read = splitLines(text).map((line, index) => inLine(index + 1, () => parseLine(line)))
    if (read.length === 0) return undefined
    const rules = parseRules('RRULE', read, { times, now })
    const excludedRules = parseRules('EXRULE', read, { times, now })
    const dates = eachLine('RDATE', read, (line) => parseAddedDates(line, { times, now }))
    const excludedDates = eachLine('EXDATE', read, (line) => parseExcludedDates(line, rules, { times, now }))
    return normalise({ ...times, rules, excludedRules, dates, excludedDates }, horizon)
  })
}

/**
 * The recurrence of an event that takes place at a list of dates, each with an end of its own, besides its start.
 */
export const recurrenceFromDates = (
  dates: readonly Required<AddedDate>[],
  times: RecurringTimes,
  { horizon }: Pick<Options, 'horizon'>,
): ParsedRecurrence =>
  resultOf(() => normalise({ ...times, rules: [], excludedRules: [], dates, excludedDates: [] }, horizon))

function resultOf(parse: () => Recurrence | undefined): ParsedRecurrence {
  try {
    return { recurrence: parse() }
  } catch (error) {
    if (error instanceof RecurrenceError) return { problem: error.problem }
    throw error
  }
}

/**
 * Sorts dates, removes duplicates, and checks the result.
 * @returns undefined if there are neither rules nor other dates than the start
 * @throws {RecurrenceError}
 */
function normalise(recurrence: Recurrence, horizon: LocalTime): Recurrence | undefined {
  const isImplied = (date: AddedDate) => recurrence.rules.length === 0 && date.start === recurrence.start
  // Among equal dates the last one wins, so those with an end come last.
  const sorted = recurrence.dates.toSorted(
    (a, b) => compareTexts(a.start, b.start) || compareTexts(a.end ?? '', b.end ?? ''),
  )
  const dates = new Map(sorted.filter((date) => !isImplied(date)).map((date) => [date.start, date]))
  const excludedDates = [...new Set(recurrence.excludedDates)].sort()
  if (dates.size + excludedDates.length > RECURRENCE_LIMITS.dates) {
    throw limitError(RECURRENCE_LIMITS.dates, 'RDATE, EXDATE')
  }
  const normal = { ...recurrence, dates: [...dates.values()], excludedDates }
  checkRecurrence(normal, horizon)
  return normal.rules.length + normal.dates.length === 0 ? undefined : normal
}

const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function parseRules(
  name: 'RRULE' | 'EXRULE',
  lines: readonly RecurrenceLine[],
  { times, now }: { times: RecurringTimes; now: number },
): RecurrenceRule[] {
  if (lines.filter((line) => line.name === name).length > RECURRENCE_LIMITS.rules) {
    throw limitError(RECURRENCE_LIMITS.rules, name)
  }
  return eachLine(name, lines, ({ value }) => [parseRule(value, times, now)])
}

/** Parses all lines with a name. */
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
