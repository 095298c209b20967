import { join, type Sql, sql } from '../../../db/database.ts'
import type { EventQuery } from '../event-parameters.ts'
import type { Criterion, Facet } from '../filters/facets.ts'
import { attendanceModeFacet, eventStatusFacet, notCancelledFacet, virtualFacet } from './status-facets.ts'

/**
 * Translates the query parameters about the status of events, and about how people attend, to conditions.
 * @param listsCancelled whether a query without the parameter `event_status` and without ids selects cancelled events
 *   too
 */
export function eventStatusCriteriaOfQuery(
  { event_status, attendance_mode, virtual: isVirtual, include }: EventQuery,
  listsCancelled: boolean,
): Criterion[] {
  const criteria: Criterion[] = []
  if (event_status) criteria.push(oneOf(sql`p.event_status`, event_status, eventStatusFacet))
  else if (!listsCancelled && !include) {
    criteria.push({ condition: sql`p.event_status <> 'cancelled'`, facet: notCancelledFacet })
  }
  if (attendance_mode) criteria.push(oneOf(sql`p.attendance_mode`, attendance_mode, attendanceModeFacet))
  if (isVirtual !== undefined) {
    const condition = isVirtual ? sql`p.attendance_mode <> 'offline'` : sql`p.attendance_mode = 'offline'`
    criteria.push({ condition, facet: isVirtual ? virtualFacet : attendanceModeFacet('offline') })
  }
  return criteria
}

function oneOf<Value extends string>(column: Sql, values: Value[], facetOf: (value: Value) => Facet): Criterion {
  const [value] = values
  return {
    condition: sql`${column} IN (${join(values)})`,
    facet: values.length === 1 && value !== undefined ? facetOf(value) : undefined,
  }
}

/**
 * The query parameters about the status of events, and about how people attend, for the URLs of the neighbouring pages
 * of a list.
 */
export const eventStatusUrlParameters = ({ event_status, attendance_mode, virtual: isVirtual }: EventQuery) => ({
  event_status: event_status?.join(','),
  attendance_mode: attendance_mode?.join(','),
  virtual: isVirtual === undefined ? undefined : Number(isVirtual),
})
