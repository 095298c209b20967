import type { Problems } from '../../../core/errors.ts'
import { sql } from '../../../db/database.ts'
import type { Scope } from '../../scope.ts'
import type { EventQuery } from '../event-parameters.ts'
import type { EventRow } from '../event-row.ts'
import { type EventCriteria, type EventListOptions, translateEventQueryToSql } from '../filters/event-criteria.ts'
import { eventIdsContainingWordsSql } from '../filters/text-search.ts'
import { loadEvents } from '../load-events.ts'
import { type CalendarEntry, createJoinerOfDatesToCalendarEntries } from './calendar-entries.ts'
import { findOngoingEvents } from './ongoing-events.ts'

/** All events that a query matches, without paging. Only their ids are in memory; the events are loaded in batches. */
export interface MatchingEvents {
  /** The ids of the events, in the order of the event list. One SQL statement reads all of them. */
  ids: Uint32Array
  /**
   * Reads the time zones of the events with a time of day (not all-day events) and of all dates of their repeated
   * events, each with the years of its events.
   */
  zoneSpans(): Promise<ZoneSpan[]>
  /**
   * Loads the events in batches, outside a transaction. Each event is read in its state at that moment, none occurs
   * twice, and events that no longer match the query are skipped.
   */
  batches(): AsyncGenerator<CalendarEntry[]>
  /** Loads the events like `batches`, and combines the dates of a repeated event into one entry where possible. */
  joinedBatches(): AsyncGenerator<CalendarEntry[]>
}

/** A time zone, and the years in which its first event begins and its last event ends. */
export interface ZoneSpan {
  /** Time zone as stored with the events: IANA name or UTC offset. */
  zone: string
  first: number
  last: number
}

/**
 * Number of events that are loaded at once. Loading them takes a few milliseconds; the server handles other requests
 * between two batches.
 */
const BATCH = 25

/**
 * Finds all events that a query matches.
 * @throws {CalendarError} when the query is invalid or `problems` is not empty
 */
export async function findEventsMatchingQuery(
  scope: Scope,
  query: EventQuery,
  problems: Problems,
  options: EventListOptions = { hasWholeDays: true },
): Promise<MatchingEvents> {
  const filter = await translateEventQueryToSql(scope, query, problems, options)
  problems.throwIfAny()
  const ongoing = await findOngoingEvents(scope, filter.ongoing)
  const ids = Uint32Array.from([...ongoing.map(({ id }) => id), ...(await idsOf(scope, query, filter))])
  async function* batches(isLeftOut: (id: number) => boolean = () => false): AsyncGenerator<EventRow[]> {
    for (let at = 0; at < ids.length; at += BATCH) {
      const batch = [...ids.subarray(at, at + BATCH)].filter((id) => !isLeftOut(id))
      if (batch.length > 0) yield await loadEvents(scope, await stillListed(scope, filter, batch))
    }
  }
  return {
    ids,
    zoneSpans: () => zoneSpansOf(scope, ids),
    async *batches() {
      for await (const events of batches()) yield events.map((event) => ({ event }))
    },
    async *joinedBatches() {
      const { join, isJoined } = await createJoinerOfDatesToCalendarEntries(scope, query, options)
      for await (const events of batches(isJoined)) yield await join(events)
    },
  }
}

async function idsOf(scope: Scope, query: EventQuery, { where, words }: EventCriteria): Promise<number[]> {
  const { dialect, slow } = scope.db
  // The order of the event ids must equal the order in `listEvents`.
  const order = query.include ? sql`p.published_at, p.id` : sql`p.start_local, p.id`
  const rows =
    words.length === 0
      ? sql`SELECT p.id FROM event p WHERE ${where} ORDER BY ${order}`
      : sql`SELECT p.id FROM event p WHERE (${where}) AND p.id IN (${await eventIdsContainingWordsSql(scope, words)})
          ORDER BY ${order}`
  const row = await slow.get<{ ids: string | null }>(sql`SELECT ${dialect.joinedIds(rows)} AS ids`)
  return row?.ids ? row.ids.split(',').map(Number) : []
}

async function stillListed({ db }: Scope, { where, ongoing }: EventCriteria, ids: number[]): Promise<number[]> {
  const condition = ongoing
    ? sql`(${where}) OR ((${ongoing.where})
        AND p.start_local < ${ongoing.startsBefore} AND p.end_at > ${ongoing.endsAfter})`
    : where
  const rows = await db.all<{ id: number }>(
    sql`SELECT p.id FROM event p WHERE ${db.dialect.inList(sql`p.id`, ids)} AND (${condition})`,
  )
  const listed = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => listed.has(id))
}

async function zoneSpansOf({ db }: Scope, ids: Uint32Array): Promise<ZoneSpan[]> {
  if (ids.length === 0) return []
  const selected = db.dialect.inList(sql`id`, [...ids])
  // A repeated event that is one entry has all of its dates, also those that are not in the range of dates.
  const repeated = sql`SELECT repeat_id FROM event WHERE ${selected} AND repeat_id IS NOT NULL`
  const columns = sql`timezone, start_local, end_local FROM event WHERE all_day = 0`
  const rows = await db.slow.all<{ zone: string; first: string; last: string }>(sql`
    SELECT p.timezone AS zone, substr(CAST(min(p.start_local) AS text), 1, 4) AS first,
      substr(CAST(max(p.end_local) AS text), 1, 4) AS last
    FROM (SELECT ${columns} AND ${selected}
      UNION ALL SELECT ${columns} AND id IN (${repeated})
      UNION ALL SELECT ${columns} AND repeat_id IN (${repeated}) AND status <> 'trash') p
    GROUP BY p.timezone ORDER BY p.timezone`)
  return rows.map(({ zone, first, last }) => ({ zone, first: Number(first), last: Number(last) }))
}
