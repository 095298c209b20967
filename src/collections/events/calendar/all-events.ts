import type { Problems } from '../../../core/errors.ts'
import { sql } from '../../../db/database.ts'
import type { Scope } from '../../collection.ts'
import { type EventCriteria, translateQuery } from '../filters.ts'
import { loadEvents } from '../load.ts'
import type { EventRow } from '../row.ts'
import type { EventQuery } from '../schema.ts'
import { searchedEventIds } from '../search.ts'

/** All events that a query selects. Only their ids are held in memory. */
export interface AllEvents {
  /** Ids in the order of the list, read in one statement. */
  ids: Uint32Array
  /** Reads the years in which events that are not all-day begin or end, by time zone. */
  zoneYears(): Promise<ZoneYear[]>
  /**
   * Loads the events in batches, outside a transaction: each event is current when its batch is loaded, none occurs twice,
   * and events that no longer match the query are skipped.
   */
  batches(): AsyncGenerator<EventRow[]>
}

export interface ZoneYear {
  /** Time zone as stored with the event. */
  zone: string
  year: number
}

/** Events per batch. Loading a batch takes a few milliseconds; other requests are served between batches. */
const BATCH = 25

/** @throws {CalendarError} for the collected problems */
export async function listAllEvents(scope: Scope, query: EventQuery, problems: Problems): Promise<AllEvents> {
  const filter = await translateQuery(scope, query, problems, { hasWholeDays: true })
  problems.throwIfAny()
  const ids = await idsOf(scope, query, filter)
  return {
    ids,
    zoneYears: () => zoneYearsOf(scope, ids),
    async *batches() {
      for (let at = 0; at < ids.length; at += BATCH) {
        yield await loadEvents(scope, await stillListed(scope, filter, [...ids.subarray(at, at + BATCH)]))
      }
    },
  }
}

async function idsOf(scope: Scope, query: EventQuery, { where, words }: EventCriteria): Promise<Uint32Array> {
  const { dialect, slow } = scope.db
  // The same order as in `listEvents`.
  const order = query.include ? sql`p.published_at, p.id` : sql`p.start_local, p.id`
  const rows =
    words.length === 0
      ? sql`SELECT p.id FROM event p WHERE ${where} ORDER BY ${order}`
      : sql`SELECT p.id FROM event p WHERE (${where}) AND p.id IN (${await searchedEventIds(scope, words)}) ORDER BY ${order}`
  const row = await slow.get<{ ids: string | null }>(sql`SELECT ${dialect.joinedIds(rows)} AS ids`)
  return Uint32Array.from(row?.ids ? row.ids.split(',') : [], Number)
}

async function stillListed({ db }: Scope, { where }: EventCriteria, ids: number[]): Promise<number[]> {
  const rows = await db.all<{ id: number }>(
    sql`SELECT p.id FROM event p WHERE ${db.dialect.inList(sql`p.id`, ids)} AND (${where})`,
  )
  const listed = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => listed.has(id))
}

async function zoneYearsOf({ db }: Scope, ids: Uint32Array): Promise<ZoneYear[]> {
  if (ids.length === 0) return []
  const rows = await db.slow.all<{ zone: string; first: string; last: string }>(sql`
    SELECT p.timezone AS zone, substr(p.start_local, 1, 4) AS first, substr(p.end_local, 1, 4) AS last FROM event p
    WHERE ${db.dialect.inList(sql`p.id`, [...ids])} AND p.all_day = 0 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`)
  return rows.flatMap(({ zone, first, last }) =>
    [...new Set([first, last])].map((year) => ({ zone, year: Number(year) })),
  )
}
