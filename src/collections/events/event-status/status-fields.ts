import { ATTENDANCE_MODES, EVENT_STATUSES, parseAttendanceMode, parseEventStatus } from '../../../core/event-status.ts'
import { choiceField, choiceListField } from '../../../core/schema/choice-fields.ts'
import { websiteField } from '../../../core/schema/contact-fields.ts'
import { lenientBooleanField, Type } from '../../../core/schema/field-types.ts'
import { singleLineField } from '../../shared-fields.ts'

/** Maximum length of the reason of a status, in characters. */
const STATUS_REASON_MAX = 500

/**
 * Body fields for the status of an event and for how people attend it. `is_virtual` and `virtual_url` are names of The
 * Events Calendar.
 */
export const eventStatusFields = {
  event_status: Type.Optional(choiceField(EVENT_STATUSES, parseEventStatus)),
  status_reason: Type.Optional(singleLineField({ maxLength: STATUS_REASON_MAX })),
  sold_out: Type.Optional(lenientBooleanField()),
  attendance_mode: Type.Optional(choiceField(ATTENDANCE_MODES, parseAttendanceMode)),
  online_url: Type.Optional(websiteField()),
  is_virtual: Type.Optional(lenientBooleanField()),
  virtual_url: Type.Optional(websiteField()),
}

/** Query parameters that filter events by status and by how people attend. */
export const eventStatusFilters = {
  event_status: Type.Optional(choiceListField(EVENT_STATUSES, parseEventStatus)),
  attendance_mode: Type.Optional(choiceListField(ATTENDANCE_MODES, parseAttendanceMode)),
  virtual: Type.Optional(lenientBooleanField()),
}
