import { parseLocalTimeAndPrecision } from '../../time/parse-date.ts'
import type { Moment } from '../../time/resolve-date-expression.ts'
import { recurrenceValueError } from '../recurrence-errors.ts'

interface Context {
  /** A valid time zone. */
  zone: string
  /** The current time: Unix time in seconds. */
  now: number
  /** The part of the rule that contains the date. */
  part?: string
}

/** Parses a date of a rule or line. @throws {RecurrenceError} */
export function parseRecurrenceDate(text: string, { zone, now, part }: Context): Moment {
  // Eight digits such as 20310431 always mean a date here, even one that does not exist. In other fields of the API,
  // digits that are not a date mean a Unix time.
  const written = text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
  const moment = parseLocalTimeAndPrecision(written, zone, now)
  if (moment === undefined)
    throw recurrenceValueError('reason.recurrence-date', text, part === undefined ? {} : { part })
  return moment
}
