import type { LocalTime } from '../time/local-time.ts'

/** How often a rule repeats (`FREQ`, RFC 5545, 3.3.10). Events do not repeat more often than daily. */
export const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
export type Frequency = (typeof FREQUENCIES)[number]

/** The weekdays as RFC 5545 abbreviates them, at their number: 0 for Monday to 6 for Sunday. */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

/** An entry of `BYDAY` in a rule, such as `2TU`: a weekday, and which of these weekdays. */
export interface RuleWeekday {
  /** The weekday as a number: 0 for Monday to 6 for Sunday. */
  weekday: number
  /** Which of these weekdays of the month or year, from the end if negative; 0 means every one. */
  ordinal: number
}

/**
 * A rule (RRULE or EXRULE, RFC 5545, 3.3.10). Lists are sorted and have no duplicates; an empty list means that the
 * rule does not have this part.
 */
export interface RecurrenceRule {
  frequency: Frequency
  interval: number
  /** The number of dates that the rule produces (`COUNT`). */
  count?: number
  /** The last time at which the rule may produce a date (`UNTIL`). */
  until?: LocalTime
  months: readonly number[]
  weekNumbers: readonly number[]
  yearDays: readonly number[]
  monthDays: readonly number[]
  weekdays: readonly RuleWeekday[]
  hours: readonly number[]
  minutes: readonly number[]
  positions: readonly number[]
  /** The first day of a week: 0 for Monday to 6 for Sunday. */
  weekStart: number
}

/** A date that is added to the dates of the rules (RDATE). */
export interface AddedDate {
  start: LocalTime
  /** The end of this date; undefined if the date is as long as the event. */
  end?: LocalTime
}

/** The times of an event to which the rules of its recurrence refer. */
export interface RecurringTimes {
  /** Start of the first date; of an all-day event the first second of that day. */
  start: LocalTime
  isAllDay: boolean
  /** IANA name or UTC offset. */
  timezone: string
}

/**
 * When an event takes place: at the dates of `rules` and at `dates`, except the dates of `excludedRules` and
 * `excludedDates`. An event without rules also takes place at `start`. All times are local times in the time zone of
 * the event.
 */
export interface Recurrence extends RecurringTimes {
  rules: readonly RecurrenceRule[]
  excludedRules: readonly RecurrenceRule[]
  /** Dates besides those of the rules (RDATE), in order of time, without duplicates. */
  dates: readonly AddedDate[]
  /** Local starts at which the event does not take place (EXDATE), in order of time, without duplicates. */
  excludedDates: readonly LocalTime[]
}

/** Whether a rule has neither `COUNT` nor `UNTIL`, so that the event repeats without end. */
export const isRecurrenceEndless = ({ rules }: Recurrence): boolean =>
  rules.some(({ count, until }) => count === undefined && until === undefined)

/** The largest recurrence that a request may contain. */
export const RECURRENCE_LIMITS = {
  /** Maximum number of characters of all lines together. */
  length: 20_000,
  /** Maximum number of RRULE lines, and of EXRULE lines. */
  rules: 5,
  /** Maximum number of added and excluded dates together. */
  dates: 1000,
  /**
   * Maximum number of dates on which the event takes place; for an event that repeats without end, of its dates up to
   * the last day that is computed.
   */
  occurrences: 4000,
} as const
