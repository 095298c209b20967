import { sql } from '../../db/database.ts'
import { visibleToCallerCondition } from '../../db/sql-fragments.ts'
import { sortRowsInOrderOfIds } from '../posts/load-posts.ts'
import type { Scope } from '../scope.ts'
import { loadSeriesWhere, type SeriesRow } from './series-store.ts'

const FESTIVALS_MAX = 20

/**
 * Loads the festivals that take place on any day from `first` to `last`, the earliest first, at most `FESTIVALS_MAX`.
 * @param first `YYYY-MM-DD`
 * @param last `YYYY-MM-DD`
 */
export async function loadFestivalsOfDateRange(scope: Scope, first: string, last: string): Promise<SeriesRow[]> {
  const { db, caller, now } = scope
  const starts = sql`FROM event_series l WHERE l.series_id = p.id AND l.listed_start IS NOT NULL`
  const rows = await db.all<{ id: number }>(sql`
    SELECT id FROM (
      SELECT p.id, (SELECT min(l.listed_start) ${starts}) AS first_start,
        (SELECT max(l.listed_start) ${starts}) AS last_start
      FROM series p WHERE p.kind = 'festival' AND (${visibleToCallerCondition(caller, now)})
    ) festival
    WHERE first_start <= ${`${last} 23:59:59`} AND last_start >= ${`${first} 00:00:00`}
    ORDER BY first_start, id LIMIT ${FESTIVALS_MAX}`)
  const ids = rows.map(({ id }) => id)
  return ids.length === 0
    ? []
    : sortRowsInOrderOfIds(ids, await loadSeriesWhere(scope, db.dialect.inList(sql`p.id`, ids)))
}
