import { startOfDay } from '../../../core/time/local-time.ts'
import { join, sql } from '../../../db/database.ts'
import {
  idOfRecordWhoseTextsAreUsedSql,
  isTextInDisplayLanguageCondition,
  joinWithAnd,
} from '../../../db/sql-fragments.ts'
import { displayLanguagesOfRequest, type Scope } from '../../scope.ts'

/** Number of upcoming events whose titles are compared, so that it takes equally long in small and large calendars. */
const COMPARED_MAX = 2000

/**
 * The ids of those of the next public events whose displayed title contains all words, earliest start first. Instead of
 * dates of a repeated event, the id of the repeated event is returned.
 * @param words case-folded, at least one
 * @param from `YYYY-MM-DD`
 */
export async function findUpcomingEventIdsByTitle(
  scope: Scope,
  words: readonly string[],
  from: string,
  max: number,
): Promise<number[]> {
  const { db } = scope
  const shown = isTextInDisplayLanguageCondition('event', displayLanguagesOfRequest(scope))
  const contained = joinWithAnd(words.map((word) => db.dialect.contains(sql`t.title_folded`, word)))
  const columns = join([
    sql`p.listed_start`,
    sql`p.original_language`,
    sql`${idOfRecordWhoseTextsAreUsedSql('event')} AS owner`,
  ])
  const rows = await db.slow.all<{ id: number }>(sql`
    SELECT t.event_id AS id FROM (
      SELECT ${columns} FROM event p WHERE p.listed_start >= ${startOfDay(from)} ORDER BY p.listed_start LIMIT ${COMPARED_MAX}
    ) p JOIN event_text t ON t.event_id = p.owner AND ${shown}
    WHERE ${contained} GROUP BY t.event_id ORDER BY min(p.listed_start), t.event_id LIMIT ${max}`)
  return rows.map(({ id }) => id)
}
