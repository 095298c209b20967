import { parseMoment } from '../../time/parse-date.ts'
import type { Moment } from '../../time/resolve-date.ts'
import { valueError } from '../problem.ts'

interface Context {
  /** A valid time zone. */
  zone: string
  /** Unix time in seconds. */
  now: number
  /** The part of the rule that contains the date. */
  part?: string
}

/** Parses a date of a rule or line. @throws {RecurrenceError} */
export function parseRecurrenceDate(text: string, { zone, now, part }: Context): Moment {
  // In other fields of the API, digits that are not a date mean a Unix time; in a rule, 20310431 is a mistake.
  const written = text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
  const moment = parseMoment(written, zone, now)
  if (moment === undefined) throw valueError('reason.recurrence-date', text, part === undefined ? {} : { part })
  return moment
}
