import { type AttendanceMode, EVENT_STATUSES, type EventStatus } from '../../../core/event-status.ts'
import { type Sql, sql } from '../../../db/database.ts'
import { type Facet, inCalendar } from '../filters/facets.ts'

// The conditions of partial indexes of `event`. PostgreSQL and SQLite use such an index only for a query that contains
// its condition, because they plan the query without the values of its parameters.
const IS_CHANGED = sql`l.event_status <> 'scheduled'`
const IS_VIRTUAL = sql`l.attendance_mode <> 'offline'`

const nameOf = (status: EventStatus) => `event_status:${status}`

/**
 * A facet (filter with counters) of all listed events except those of some other facets.
 * @param minus names of the other facets
 */
const allExcept = (where: Sql, minus: readonly string[]): Facet => ({ name: 'all', minus, where, ...inCalendar })

export const eventStatusFacet = (status: EventStatus): Facet =>
  status === 'scheduled'
    ? allExcept(sql`l.event_status = 'scheduled'`, EVENT_STATUSES.filter((other) => other !== status).map(nameOf))
    : { name: nameOf(status), where: sql`l.event_status = ${status} AND ${IS_CHANGED}`, ...inCalendar }

export const notCancelledFacet = allExcept(sql`l.event_status <> 'cancelled'`, [nameOf('cancelled')])

/** The facet of events that people can attend online. */
export const virtualFacet: Facet = { name: 'virtual', where: IS_VIRTUAL, ...inCalendar }

export const attendanceModeFacet = (mode: AttendanceMode): Facet =>
  mode === 'offline'
    ? allExcept(sql`l.attendance_mode = 'offline'`, [virtualFacet.name])
    : { name: `attendance_mode:${mode}`, where: sql`l.attendance_mode = ${mode} AND ${IS_VIRTUAL}`, ...inCalendar }
