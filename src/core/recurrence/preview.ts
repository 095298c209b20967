import type { Language } from '../language.ts'
import { instantToLocal, localToInstant } from '../time/instant.ts'
import type { LocalTime } from '../time/local-time.ts'
import { expandRecurrence } from './expansion/expand.ts'
import { type AddedDate, isEndless, RECURRENCE_LIMITS, type Recurrence } from './recurrence.ts'
import { describeRecurrence } from './sentences/describe.ts'

/** What a recurrence means. */
export interface RecurrencePreview {
  /** The first dates as clocks show them. */
  dates: AddedDate[]
  /** The number of dates; null if the event repeats without end. */
  total: number | null
  isEndless: boolean
  /** A sentence without a full stop. */
  text: string
}

const PREVIEWED_DATES = 20

export function previewRecurrence(recurrence: Recurrence, language: Language): RecurrencePreview {
  const endless = isEndless(recurrence)
  const limit = endless ? PREVIEWED_DATES : RECURRENCE_LIMITS.occurrences
  const dates = expandRecurrence(recurrence, { limit })
  const onClock = (local: LocalTime) => timeOnClock(local, recurrence.timezone)
  return {
    dates: dates
      .slice(0, PREVIEWED_DATES)
      .map(({ start, end }) => ({ start: onClock(start), ...(end !== undefined && { end: onClock(end) }) })),
    total: endless ? null : dates.length,
    isEndless: endless,
    text: describeRecurrence(recurrence, language),
  }
}

/** The time that clocks show instead of one that they skip when summer time begins. */
const timeOnClock = (local: LocalTime, timezone: string) => instantToLocal(localToInstant(local, timezone), timezone)
