import type { Problems } from '../../../core/errors.ts'
import { sql } from '../../../db/database.ts'
import type { Scope } from '../../collection.ts'
import { type EventFilter, readFilter } from '../filters.ts'
import { loadEvents } from '../load.ts'
import type { EventRow } from '../row.ts'
import type { EventQuery } from '../schema.ts'
import { searchedEventIds } from '../search.ts'

/** All events that a query selects, however many, without holding them in memory. */
export interface AllEvents {
  /** In the order of the list, as of one moment. */
  ids: Uint32Array
  /** In which years events with hours begin or end, by zone. */
  zoneYears(): Promise<ZoneYear[]>
  /**
   * The events, a few at a time. No transaction stays open meanwhile: each event is as it is when its turn comes, none
   * comes twice, and what no longer fits the query by then is left out.
   */
  batches(): AsyncGenerator<EventRow[]>
}

export interface ZoneYear {
  /** As written. */
  zone: string
  year: number
}

/** Loading these takes a few milliseconds, after which others have their turn. */
const BATCH = 25

/** @throws what `problems` has collected */
export async function listAllEvents(scope: Scope, query: EventQuery, problems: Problems): Promise<AllEvents> {
  const filter = await readFilter(scope, query, problems)
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

async function idsOf(scope: Scope, query: EventQuery, { where, words }: EventFilter): Promise<Uint32Array> {
  const { dialect, slow } = scope.db
  // As the list has it (see `listEvents`).
  const order = query.include ? sql`p.published_at, p.id` : sql`p.start_local, p.id`
  const rows =
    words.length === 0
      ? sql`SELECT p.id FROM event p WHERE ${where} ORDER BY ${order}`
      : sql`SELECT p.id FROM event p WHERE (${where}) AND p.id IN (${await searchedEventIds(scope, words)}) ORDER BY ${order}`
  const row = await slow.get<{ ids: string | null }>(sql`SELECT ${dialect.joinedIds(rows)} AS ids`)
  return Uint32Array.from(row?.ids ? row.ids.split(',') : [], Number)
}

async function stillListed({ db }: Scope, { where }: EventFilter, ids: number[]): Promise<number[]> {
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
