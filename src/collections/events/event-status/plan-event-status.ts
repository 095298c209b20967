import type { Problems } from '../../../core/errors.ts'
import type { AttendanceMode } from '../../../core/event-status.ts'
import type { Language } from '../../../core/language.ts'
import { instantToLocal } from '../../../core/time/instant.ts'
import { replaceTranslationInColumn } from '../../texts/translated-columns.ts'
import type { EventBody } from '../event-parameters.ts'
import type { Schedule } from '../event-schedule.ts'
import { EVENT_STATUS_DEFAULTS, type EventStatusColumns } from './status-columns.ts'

/** The columns of the stored event on which the status after a request depends. */
type StoredEvent = EventStatusColumns & Pick<Schedule, 'start_at'>

export interface StatusContext {
  language: Language
  /** The stored event; undefined for a new one. */
  event: StoredEvent | undefined
  /** Start and end after the write; undefined if they do not change. */
  schedule: Schedule | undefined
  /** Whether the event has a venue after the write. */
  hasVenue: boolean
}

/**
 * Computes the event status and attendance mode of an event after a write (see docs/decisions/0049). Values missing
 * from the body do not change. A contradiction is added to `problems`.
 */
export function planEventStatus(
  body: Partial<EventBody>,
  context: StatusContext,
  problems: Problems,
): Partial<EventStatusColumns> {
  const stored = context.event ?? EVENT_STATUS_DEFAULTS
  const event_status = body.event_status ?? stored.event_status
  const after = { ...stored, event_status }
  return {
    event_status: body.event_status,
    previous_start: planPreviousStart(body, context, problems),
    status_reason: planReason(body, after, context.language, problems),
    sold_out: body.sold_out === undefined ? undefined : Number(body.sold_out),
    attendance_mode: planAttendance(body, after, context.hasVenue, problems),
    online_url: planOnlineUrl(body, problems),
  } as Partial<EventStatusColumns>
}

/**
 * The start that was announced first, for the column `previous_start`. If the event is rescheduled again, that start
 * does not change.
 */
function planPreviousStart(
  { event_status: sent }: Partial<EventBody>,
  { event, schedule }: StatusContext,
  problems: Problems,
): EventStatusColumns['previous_start'] | undefined {
  if (event === undefined) return undefined
  if (sent === 'scheduled') return null
  const isMoved = schedule !== undefined && schedule.start_at !== event.start_at
  if (sent === 'postponed' && isMoved) problems.add('event_status', 'reason.postponed-with-start')
  if ((sent ?? event.event_status) !== 'rescheduled' || event.previous_start !== null) return undefined
  if (isMoved) return instantToLocal(event.start_at, schedule.timezone)
  if (sent === 'rescheduled') problems.add('start_date', 'reason.new-start')
  return undefined
}

function planReason(
  { event_status: sent, status_reason: reason }: Partial<EventBody>,
  after: EventStatusColumns,
  language: Language,
  problems: Problems,
): string | undefined {
  if (after.event_status === 'scheduled' && reason) problems.add('status_reason', 'reason.reason-without-status')
  if (sent === 'scheduled') return ''
  return reason === undefined ? undefined : replaceTranslationInColumn(after.status_reason, language, reason)
}

function planAttendance(
  { event_status, attendance_mode, is_virtual }: Partial<EventBody>,
  after: EventStatusColumns,
  hasVenue: boolean,
  problems: Problems,
): AttendanceMode | undefined {
  if (attendance_mode !== undefined && is_virtual !== undefined && is_virtual !== (attendance_mode !== 'offline')) {
    problems.add('is_virtual', 'reason.contradicts', { other: 'attendance_mode' })
  }
  const sent = attendance_mode ?? (is_virtual === undefined ? undefined : modeOf(is_virtual, after, hasVenue))
  const mode = sent ?? (event_status === 'moved_online' ? 'online' : undefined)
  if (after.event_status === 'moved_online' && mode === 'offline') {
    problems.add(attendance_mode === undefined ? 'is_virtual' : 'attendance_mode', 'reason.contradicts', {
      other: 'event_status',
    })
  }
  return mode
}

/**
 * The attendance mode for the field `is_virtual` of The Events Calendar, which says only whether people can attend
 * online. If the event also has a venue, people can attend at the venue or online.
 */
function modeOf(isVirtual: boolean, { event_status, attendance_mode }: EventStatusColumns, hasVenue: boolean) {
  if (!isVirtual) return 'offline'
  if (event_status === 'moved_online') return 'online'
  return attendance_mode !== 'offline' ? attendance_mode : hasVenue ? 'mixed' : 'online'
}

function planOnlineUrl({ online_url, virtual_url }: Partial<EventBody>, problems: Problems): string | undefined {
  if (online_url !== undefined && virtual_url !== undefined && online_url !== virtual_url) {
    problems.add('virtual_url', 'reason.contradicts', { other: 'online_url' })
  }
  return online_url ?? virtual_url
}
