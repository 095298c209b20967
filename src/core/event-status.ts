/**
 * Values of the event status: whether an event takes place as announced. It is independent of the publication status
 * (`publish`, `draft` …), which decides who may read the event. The values are those of `eventStatus` in schema.org.
 */
export const EVENT_STATUSES = ['scheduled', 'cancelled', 'postponed', 'rescheduled', 'moved_online'] as const

export type EventStatus = (typeof EVENT_STATUSES)[number]

/** How people attend an event: at the venue, online, or as they choose. */
export const ATTENDANCE_MODES = ['offline', 'online', 'mixed'] as const

export type AttendanceMode = (typeof ATTENDANCE_MODES)[number]

/**
 * How a feed treats cancelled events: it gives them the status `cancelled`, only adds this word to the title, or leaves
 * them out.
 */
export const CANCELLED_IN_FEED = ['mark', 'keep', 'drop'] as const

export type CancelledInFeed = (typeof CANCELLED_IN_FEED)[number]

const SCHEMA_ORG_STATUSES: Record<EventStatus, string> = {
  scheduled: 'EventScheduled',
  cancelled: 'EventCancelled',
  postponed: 'EventPostponed',
  rescheduled: 'EventRescheduled',
  moved_online: 'EventMovedOnline',
}

const SCHEMA_ORG_ATTENDANCE_MODES: Record<AttendanceMode, string> = {
  offline: 'OfflineEventAttendanceMode',
  online: 'OnlineEventAttendanceMode',
  mixed: 'MixedEventAttendanceMode',
}

const SCHEMA_ORG = 'https://schema.org/'

/** The address of a status in schema.org, e.g. `https://schema.org/EventCancelled`. */
export const schemaOrgStatus = (status: EventStatus) => `${SCHEMA_ORG}${SCHEMA_ORG_STATUSES[status]}`

/** The address of an attendance mode in schema.org, e.g. `https://schema.org/OnlineEventAttendanceMode`. */
export const schemaOrgAttendanceMode = (mode: AttendanceMode) => `${SCHEMA_ORG}${SCHEMA_ORG_ATTENDANCE_MODES[mode]}`

/**
 * Parses an event status: one of `EVENT_STATUSES`, the American spelling `canceled` of The Events Calendar, or the name
 * or address that schema.org gives it. Undefined for other text.
 */
export const parseEventStatus = (text: string): EventStatus | undefined =>
  text === 'canceled' ? 'cancelled' : parseName(EVENT_STATUSES, SCHEMA_ORG_STATUSES, text)

/**
 * Parses an attendance mode: one of `ATTENDANCE_MODES`, or its name or address in schema.org. Undefined for other text.
 */
export const parseAttendanceMode = (text: string): AttendanceMode | undefined =>
  parseName(ATTENDANCE_MODES, SCHEMA_ORG_ATTENDANCE_MODES, text)

function parseName<Name extends string>(names: readonly Name[], schemaOrg: Record<Name, string>, text: string) {
  const bare = text.replace(/^https?:\/\/schema\.org\//, '')
  return names.find((name) => name === text || schemaOrg[name] === bare)
}
