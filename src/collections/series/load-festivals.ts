import { sql } from '../../db/database.ts'
import { visibleToCallerCondition } from '../../db/sql-fragments.ts'
import { sortRowsInOrderOfIds } from '../posts/load-posts.ts'
import { cacheUntilNextPublication } from '../posts/next-publication.ts'
import type { Scope } from '../scope.ts'
import { loadSeriesWhere, type SeriesRow } from './series-store.ts'

const FESTIVALS_MAX = 20

/** A festival, with the local starts of its first and last public event. */
interface FestivalDates {
  id: number
  first_start: string
  last_start: string
}

/**
 * Loads the festivals that take place on any day from `first` to `last`, the earliest first, at most `FESTIVALS_MAX`.
 * @param first `YYYY-MM-DD`
 * @param last `YYYY-MM-DD`
 */
export async function loadFestivalsOfDateRange(scope: Scope, first: string, last: string): Promise<SeriesRow[]> {
  const { db } = scope
  const festivals = await cacheUntilNextPublication(scope, db.countCache(), 'series', 'festivals', () =>
    readDatesOfFestivals(scope),
  )
  const ids = festivals
    .filter(({ first_start, last_start }) => first_start <= `${last} 23:59:59` && last_start >= `${first} 00:00:00`)
    .map(({ id }) => id)
    .slice(0, FESTIVALS_MAX)
  return ids.length === 0
    ? []
    : sortRowsInOrderOfIds(ids, await loadSeriesWhere(scope, db.dialect.inList(sql`p.id`, ids)))
}

/** Reads the dates of all festivals with events that the caller may see, the earliest first. */
function readDatesOfFestivals({ db, caller, now }: Scope): Promise<FestivalDates[]> {
  const starts = sql`FROM event_series l WHERE l.series_id = p.id AND l.listed_start IS NOT NULL`
  return db.all<FestivalDates>(sql`
    SELECT id, first_start, last_start FROM (
      SELECT p.id, (SELECT min(l.listed_start) ${starts}) AS first_start,
        (SELECT max(l.listed_start) ${starts}) AS last_start
      FROM series p WHERE p.kind = 'festival' AND (${visibleToCallerCondition(caller, now)})
    ) festival
    WHERE first_start IS NOT NULL ORDER BY first_start, id`)
}
