import type { Language } from '../language.ts'
import { expandRecurrence } from './expansion/expand-recurrence.ts'
import { type AddedDate, isRecurrenceEndless, RECURRENCE_LIMITS, type Recurrence } from './recurrence-types.ts'
import { describeRecurrence } from './sentences/describe-recurrence.ts'

/** The dates of a recurrence, and a sentence about them. */
export interface RecurrencePreview {
  /** The first dates of the recurrence. */
  dates: AddedDate[]
  /** The number of dates; null if the event repeats without end. */
  total: number | null
  isEndless: boolean
  /** A sentence without a full stop, such as `Every Tuesday`. */
  text: string
}

const PREVIEWED_DATES = 20

export function previewRecurrence(recurrence: Recurrence, language: Language): RecurrencePreview {
  const endless = isRecurrenceEndless(recurrence)
  const limit = endless ? PREVIEWED_DATES : RECURRENCE_LIMITS.occurrences
  const dates = expandRecurrence(recurrence, { limit })
  return {
    dates: dates.slice(0, PREVIEWED_DATES),
    total: endless ? null : dates.length,
    isEndless: endless,
    text: describeRecurrence(recurrence, language),
  }
}
