import type { Language } from '../core/language.ts'
import type { LocalTime } from '../core/time/local-time.ts'
import type { OrganizerField, VenueUse } from './demo-event-kinds.ts'

/** Input of the sample calendar. The same specification always produces the same calendar. */
export interface CalendarSpec {
  seed: string
  events: number
  /** Midnight of the current day in the city, as local time. */
  today: LocalTime
  /** Time zone of the city. */
  zone: string
  /** Languages of the site, beginning with its default language. */
  languages: readonly Language[]
  /**
   * Whether the calendar is meant to be looked at, not for measurements: every event has texts in all languages, and no
   * two events have the same subject. Only small calendars are.
   */
  isShowcase: boolean
  venues: readonly { uses: readonly VenueUse[]; zone: string | undefined }[]
  organizers: readonly { fields: readonly OrganizerField[] }[]
}
