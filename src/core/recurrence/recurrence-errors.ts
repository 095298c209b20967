import type { MessageKey, Placeholders } from '../messages/index.ts'
import type { LocalTime } from '../time/local-time.ts'
import { WorkLimitError } from './expansion/work-limit.ts'

/** The reason why a recurrence is not valid, and the place of the error in its lines. */
export interface RecurrenceProblem {
  /** The message, which also has the placeholder `{name}`, the name of the request parameter. */
  reason: MessageKey
  placeholders: Placeholders
  /** The number of the line, from 1; undefined if the problem is not in one line. */
  line?: number
  /** The part of the rule, e.g. `BYDAY`, or the parameter of the line, e.g. `TZID`. */
  part?: string
  /** The first date of the recurrence, if the start of the event is not one of its dates. */
  first?: LocalTime
}

/** Thrown while a recurrence is parsed; `parseRecurrence` returns the problem. */
export class RecurrenceError extends Error {
  override name = 'RecurrenceError'
  problem: RecurrenceProblem

  constructor(problem: RecurrenceProblem) {
    super(problem.reason)
    this.problem = problem
  }
}

/** A result, or the problem that made the result impossible. */
export type ResultOrProblem<Result extends object> =
  | (Result & { problem?: undefined })
  | ({ [Key in keyof Result]?: undefined } & { problem: RecurrenceProblem })

/** Returns the result of `compute` or, if it throws a `RecurrenceError`, the problem of the error. */
export function computeOrReturnRecurrenceProblem<Result extends object>(
  compute: () => Result,
): ResultOrProblem<Result> {
  try {
    return compute()
  } catch (error) {
    if (error instanceof RecurrenceError) return { problem: error.problem } as ResultOrProblem<Result>
    if (error instanceof WorkLimitError) {
      return { problem: { reason: 'reason.recurrence-work', placeholders: {} } } as ResultOrProblem<Result>
    }
    throw error
  }
}

const VALUE_LENGTH_MAX = 80

/** Creates an error about a text that the user sent; the message quotes the text. */
export const recurrenceValueError = (
  reason: MessageKey,
  value: string,
  placeholders: Placeholders & { part?: string } = {},
) =>
  new RecurrenceError({
    reason,
    placeholders: { ...placeholders, value: value.slice(0, VALUE_LENGTH_MAX) },
    ...(placeholders.part !== undefined && { part: placeholders.part }),
  })

/**
 * Creates an error about two parts of a rule that contradict each other.
 * @param value the value of `part` that contradicts `other`; undefined if each value does
 */
export const contradictingPartsError = (
  reason: 'reason.recurrence-combination' | 'reason.recurrence-needs',
  part: string,
  other: string,
  value?: string,
) =>
  new RecurrenceError({
    reason,
    placeholders: { part: value === undefined ? part : `${part}=${value}`, other },
    part,
  })

/** Creates an error about too many lines or dates. @param lines the names of the lines */
export const recurrenceLimitError = (max: number, lines: string) =>
  new RecurrenceError({ reason: 'reason.recurrence-lines', placeholders: { max, lines } })
