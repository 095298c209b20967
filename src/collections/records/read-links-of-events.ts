import type { LinkedKind } from '../../core/kinds.ts'
import { type Reader, sql } from '../../db/database.ts'
import { foreignKeyColumnOfKind, orderOfEventLinksSql, ownEventLinksSql } from '../../db/sql-fragments.ts'

/** A group of events that refer to the same venues, or to the same records of another kind. */
export interface EventsWithEqualLinks {
  /** Ids of the linked records, in their order. */
  ids: readonly number[]
  events: readonly number[]
}

/**
 * Groups the events that refer to a record by all records of this kind to which they refer: for example, events of one
 * venue are in the same group if they have the same further venues in the same order.
 * @param id id of the record to which all these events refer
 */
export async function groupEventsOfRecordByLinks(
  db: Reader,
  kind: LinkedKind,
  id: number,
): Promise<EventsWithEqualLinks[]> {
  const column = foreignKeyColumnOfKind(kind)
  const rows = await db.all<{ event: number; linked: number }>(sql`
    SELECT o.event_id AS event, o.${column} AS linked FROM ${ownEventLinksSql(kind)} l
    JOIN ${ownEventLinksSql(kind)} o ON o.event_id = l.event_id WHERE l.${column} = ${id} ORDER BY o.event_id, ${orderOfEventLinksSql(kind, sql`o`)}`)
  return groupByIds(rows)
}

/**
 * Reads the references of events to records of one kind.
 * @returns for each event the ids of the linked records, in their order
 */
export async function readLinksOfEvents(
  db: Reader,
  kind: LinkedKind,
  events: readonly number[],
): Promise<Map<number, number[]>> {
  const rows = await db.all<{ event: number; linked: number }>(sql`
    SELECT o.event_id AS event, o.${foreignKeyColumnOfKind(kind)} AS linked FROM ${ownEventLinksSql(kind)} o
    WHERE ${db.dialect.inList(sql`o.event_id`, events)} ORDER BY o.event_id, ${orderOfEventLinksSql(kind, sql`o`)}`)
  return idsByEvent(rows)
}

function idsByEvent(rows: readonly { event: number; linked: number }[]): Map<number, number[]> {
  const byEvent = new Map<number, number[]>()
  for (const { event, linked } of rows) {
    const ids = byEvent.get(event)
    if (ids) ids.push(linked)
    else byEvent.set(event, [linked])
  }
  return byEvent
}

function groupByIds(rows: readonly { event: number; linked: number }[]): EventsWithEqualLinks[] {
  const groups = Map.groupBy(idsByEvent(rows), ([, ids]) => ids.join())
  return [...groups.values()].map((members) => ({
    ids: (members[0] as [number, number[]])[1],
    events: members.map(([event]) => event),
  }))
}
