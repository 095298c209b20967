import { FIRST_CALENDAR_DAY, LAST_CALENDAR_DAY } from '../../core/time/local-time.ts'
import { type Reader, sql } from '../../db/database.ts'
import { mapRowsById } from '../posts/load-posts.ts'

/** Totals of those events of a series that the public calendar lists. */
export interface SeriesTotals {
  events_total: number
  /** Local start of the first event; null if there is none. */
  first_start: string | null
  last_start: string | null
}

/**
 * Reads the totals of several series, from counters and indexes: the time that it takes does not depend on the number
 * of events.
 */
export async function loadEventTotalsOfSeries(db: Reader, ids: readonly number[]): Promise<Map<number, SeriesTotals>> {
  if (ids.length === 0) return new Map()
  const starts = sql`FROM event_series l WHERE l.series_id = p.id AND l.listed_start IS NOT NULL`
  const counts = db.dialect.eventCounts('month', FIRST_CALENDAR_DAY, LAST_CALENDAR_DAY)
  const rows = await db.all<SeriesTotals & { id: number }>(sql`
    SELECT p.id, coalesce((SELECT sum(c.events) FROM ${counts} c WHERE c.facet = 'series:' || p.id), 0) AS events_total,
      (SELECT min(l.listed_start) ${starts}) AS first_start, (SELECT max(l.listed_start) ${starts}) AS last_start
    FROM series p WHERE ${db.dialect.inList(sql`p.id`, ids)}`)
  return mapRowsById(rows)
}

const VENUES_MAX = 50

/**
 * Reads the ids of the venues of those events of a series that the public calendar lists, the venues with most events
 * first. The caller may not see all of them.
 */
export async function listVenueIdsOfSeries(db: Reader, id: number): Promise<number[]> {
  const rows = await db.slow.all<{ id: number }>(sql`
    SELECT v.venue_id AS id FROM event_series l JOIN event_venue v ON v.event_id = l.event_id
    WHERE l.series_id = ${id} AND l.listed_start IS NOT NULL
    GROUP BY v.venue_id ORDER BY count(*) DESC, v.venue_id LIMIT ${VENUES_MAX}`)
  return rows.map((row) => row.id)
}

/** Reads the ids of the events directly before and after an event in the programme of a series. */
export async function findEventsBeforeAndAfterInSeries(
  db: Reader,
  seriesId: number,
  { id, start_local }: { id: number; start_local: string },
): Promise<{ earlier: number | undefined; later: number | undefined }> {
  const listed = sql`SELECT l.event_id AS id FROM event_series l WHERE l.series_id = ${seriesId} AND l.listed_start IS NOT NULL`
  const [earlier, later] = await Promise.all([
    db.get<{ id: number }>(sql`${listed} AND (l.listed_start, l.event_id) < (${start_local}, ${id})
      ORDER BY l.listed_start DESC, l.event_id DESC LIMIT 1`),
    db.get<{ id: number }>(sql`${listed} AND (l.listed_start, l.event_id) > (${start_local}, ${id})
      ORDER BY l.listed_start, l.event_id LIMIT 1`),
  ])
  return { earlier: earlier?.id, later: later?.id }
}
