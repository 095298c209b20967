import { memoize } from '../../../core/generic/memoize.ts'
import type { Language } from '../../../core/language.ts'
import {
  describeRecurrence,
  parseStoredRecurrence,
  type Recurrence,
  type RecurringTimes,
} from '../../../core/recurrence/index.ts'
import type { Schedule } from '../event-schedule.ts'
import type { Repeat } from './repeated-event-columns-and-overrides.ts'

/** Start, time zone and all-day flag of an event, to which the lines of its recurrence refer. */
export const startAndZoneOfSchedule = ({ start_local, timezone, all_day }: Schedule) => ({
  start: start_local,
  isAllDay: all_day === 1,
  timezone,
})

/** The recurrence of a repeated event, from its stored lines. */
export const parseRecurrenceOfEvent = (repeat: Repeat): Recurrence =>
  parseStoredRecurrence(repeat.lines, startAndZoneOfSchedule(repeat))

/** A sentence without a full stop that says when an event repeats: `Every Tuesday`. */
export const describeRecurrenceOfEvent = (repeat: Repeat, language: Language): string =>
  describe(JSON.stringify([language, startAndZoneOfSchedule(repeat), repeat.lines]))

const describe = memoize((key) => {
  const [language, times, lines] = JSON.parse(key) as [Language, RecurringTimes, string]
  return describeRecurrence(parseStoredRecurrence(lines, times), language)
})
