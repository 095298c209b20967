/** This file describes the parts of a rule (RFC 5545, 3.3.10) that are lists of numbers. */

/** Fields of `RecurrenceRule` that are lists of numbers. */
export type NumberListField = 'months' | 'weekNumbers' | 'yearDays' | 'monthDays' | 'hours' | 'minutes' | 'positions'

interface NumberListPart {
  field: NumberListField
  min: number
  max: number
  /** Whether negative numbers count from the end. */
  fromEnd: boolean
  /** The largest length of the list; by default the number of values from `min` to `max`. */
  entriesMax?: number
}

/** The parts of a rule that are lists of numbers, in the order in which normalised rules contain them. */
export const NUMBER_LIST_PARTS: Readonly<Record<string, NumberListPart>> = {
  BYMONTH: { field: 'months', min: 1, max: 12, fromEnd: false },
  BYWEEKNO: { field: 'weekNumbers', min: 1, max: 53, fromEnd: true },
  BYYEARDAY: { field: 'yearDays', min: 1, max: 366, fromEnd: true },
  BYMONTHDAY: { field: 'monthDays', min: 1, max: 31, fromEnd: true },
  BYHOUR: { field: 'hours', min: 0, max: 23, fromEnd: false },
  BYMINUTE: { field: 'minutes', min: 0, max: 59, fromEnd: false, entriesMax: 12 },
  BYSETPOS: { field: 'positions', min: 1, max: 366, fromEnd: true },
}

export const RULE_LIMITS = {
  interval: 1000,
  count: 4000,
  /** The largest ordinal of a weekday: a year has at most 53 of each. */
  ordinal: 53,
} as const
