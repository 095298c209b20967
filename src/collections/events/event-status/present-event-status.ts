import { ATTENDANCE_MODES, EVENT_STATUSES } from '../../../core/event-status.ts'
import type { Face } from '../../../core/faces.ts'
import { Type } from '../../../core/schema/field-types.ts'
import { localTimeSchema } from '../../../core/schema/response-schema.ts'
import type { Scope } from '../../scope.ts'
import { chooseTranslationFromColumn } from '../../texts/translated-columns.ts'
import type { EventRow } from '../event-row.ts'

/** The reason of the event's status in the language of the request, as plain text; empty if there is none. */
export const displayedStatusReason = (scope: Scope, { status_reason, original_language }: EventRow) =>
  chooseTranslationFromColumn(scope, status_reason, original_language)

/** JSON fields for the status of an event and for how people attend it. */
export const presentEventStatus = (scope: Scope, event: EventRow) => ({
  event_status: event.event_status,
  status_reason: displayedStatusReason(scope, event),
  previous_start_date: event.previous_start,
  sold_out: event.sold_out === 1,
  attendance_mode: event.attendance_mode,
  online_url: event.online_url,
  ...(scope.face.imitatesTec && presentVirtual(event)),
})

export const canAttendOnline = ({ attendance_mode }: Pick<EventRow, 'attendance_mode'>) => attendance_mode !== 'offline'

/** The JSON fields about online events that the paid edition of The Events Calendar adds. */
const presentVirtual = (event: EventRow) => ({
  is_virtual: canAttendOnline(event),
  virtual_url: event.online_url,
  virtual_video_source: '',
})

/** JSON schemas of the fields of `presentEventStatus`. */
export const eventStatusResponseSchemas = ({ imitatesTec }: Face) => ({
  event_status: Type.Enum([...EVENT_STATUSES]),
  status_reason: Type.String(),
  previous_start_date: Type.Union([localTimeSchema(), Type.Null()]),
  sold_out: Type.Boolean(),
  attendance_mode: Type.Enum([...ATTENDANCE_MODES]),
  online_url: Type.String(),
  ...(imitatesTec && {
    is_virtual: Type.Boolean(),
    virtual_url: Type.String(),
    virtual_video_source: Type.Literal(''),
  }),
})
