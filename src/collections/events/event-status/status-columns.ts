import type { AttendanceMode, EventStatus } from '../../../core/event-status.ts'
import type { LocalTime } from '../../../core/time/local-time.ts'

/** Columns of the table `event` for the status of the event and for how people attend it. */
export interface EventStatusColumns {
  event_status: EventStatus
  /** Reason of the status by language, as JSON; empty for none (see texts/translated-columns.ts). */
  status_reason: string
  /** The local start that was announced first, if the event was rescheduled; null for other events. */
  previous_start: LocalTime | null
  /** 1 if the event is sold out, else 0. */
  sold_out: number
  attendance_mode: AttendanceMode
  /** URL at which people attend the event online; empty if there is none, or if it is not public yet. */
  online_url: string
}

/** Column values of a new event whose request body says nothing about its status. */
export const EVENT_STATUS_DEFAULTS: Readonly<EventStatusColumns> = {
  event_status: 'scheduled',
  status_reason: '',
  previous_start: null,
  sold_out: 0,
  attendance_mode: 'offline',
  online_url: '',
}

export const EVENT_STATUS_COLUMNS = Object.keys(EVENT_STATUS_DEFAULTS) as (keyof EventStatusColumns)[]
