import { type PageRequest, pageOffset } from '../../../core/list-page.ts'
import { type Queryable, raw, type Sql, sql } from '../../../db/database.ts'
import { limitOffsetSql } from '../../../db/read-page-of-rows.ts'
import { displayedTextContainsWordsCondition, joinWithAnd } from '../../../db/sql-fragments.ts'
import { displayLanguagesOfRequest, type Scope } from '../../scope.ts'
import type { EventQuery } from '../event-parameters.ts'
import type { EventRow } from '../event-row.ts'
import type { NextDates } from '../repeat/repeated-event-columns-and-overrides.ts'

/** Whether a list has only the first date of each repeated event. */
export const listsOnlyFirstDates = ({
  occurrences,
  hide_subsequent_recurrences,
}: Pick<EventQuery, 'occurrences' | 'hide_subsequent_recurrences'>): boolean =>
  occurrences === 'next' || hide_subsequent_recurrences === true

/**
 * Makes a search list only the first date of each repeated event, because its dates have the same texts and would fill
 * the page. The query can ask for all dates, for the dates of one event, or for dates by their ids.
 */
export function withOnlyFirstDatesFound(query: EventQuery): EventQuery {
  const { q, occurrences, post_parent, include } = query
  const namesDates = occurrences !== undefined || post_parent !== undefined || include !== undefined
  return q === undefined || namesDates ? query : { ...query, occurrences: 'next' }
}

/** Added to ids, so that they have equally many digits as text. */
const ID_BASE = 10_000_000_000
/** Position of the id in the keys of `findPageOfFirstDates`, which begin with the start, such as `2031-05-06 19:30:00`. */
const ID_AT = 20

/**
 * Finds one page of the events that meet a condition, of each repeated event only one date, and counts the events on
 * all pages. Each event that meets the condition is read once, so this is for searches, which few events meet.
 * @param matching SQL condition on the table `event` with the alias `p`
 * @param options.best SQL expression by which events are sorted before their start, and the number of events to sort
 *   so: those that are first by start. Default: all are sorted by start
 * @param options.isLatestFirst finds the last date of each repeated event instead of the first, the latest ones first
 */
export async function findPageOfFirstDates(
  db: Queryable,
  matching: Sql,
  request: PageRequest,
  { best, isLatestFirst = false }: { best?: { rank: Sql; rankedMax: number } | undefined; isLatestFirst?: boolean },
): Promise<{ ids: number[]; total: number }> {
  const { rank, rankedMax } = best ?? { rank: raw('0'), rankedMax: pageOffset(request) + request.perPage }
  const [firstOf, direction] = isLatestFirst ? [raw('max'), raw('DESC')] : [raw('min'), raw('ASC')]
  const rows = await db.all<{ id: number | null; total: number }>(sql`
    WITH found AS MATERIALIZED (
      SELECT ${firstOf}(CAST(p.start_local AS text) || (${raw(String(ID_BASE))} + p.id)) AS key FROM event p WHERE ${matching}
      GROUP BY coalesce(p.repeat_id, p.id)
    ), ranked AS MATERIALIZED (
      SELECT CAST(substr(key, ${ID_AT}) AS bigint) - ${raw(String(ID_BASE))} AS id FROM found ORDER BY key ${direction} LIMIT ${rankedMax}
    )
    SELECT shown.id, counted.total FROM (SELECT count(*) AS total FROM found) AS counted LEFT JOIN (
      SELECT p.id, row_number() OVER (ORDER BY ${rank}, p.start_local ${direction}, p.id ${direction}) AS place
      FROM event p WHERE p.id IN (SELECT id FROM ranked) ORDER BY 2 ${limitOffsetSql(request)}
    ) AS shown ON 1 = 1 ORDER BY shown.place`)
  return { ids: rows.flatMap(({ id }) => id ?? []), total: Number(rows[0]?.total ?? 0) }
}

/**
 * SQL condition that an event `p` meets another condition and, if it is a date of a repeated event, is the first of its
 * dates to meet it. The database looks up the first date of each repeated event, so the cost depends on the number of
 * repeated events, not of their dates.
 */
export function firstDateOfEachEventCondition(scope: Scope, matching: Sql, words: readonly string[]): Sql {
  const shown = displayLanguagesOfRequest(scope)
  const found = words.length > 0 ? [displayedTextContainsWordsCondition(scope.db, 'event', words, shown)] : []
  return sql`(p.repeat_id IS NULL AND (${matching})) OR p.id IN (
    SELECT (SELECT p.id FROM event p WHERE p.repeat_id = r.event_id AND ${joinWithAnd([matching, ...found])}
      ORDER BY p.start_local, p.id LIMIT 1) FROM event_repeat r)`
}

/** Maximum number of dates that a list of first dates shows for one repeated event. */
const SHOWN_MAX = 10

/** Adds to each row of a list of first dates the next dates of its repeated event. */
export async function addNextDatesToEventRows({ db }: Scope, rows: readonly EventRow[], matching: Sql): Promise<void> {
  const ids = rows.flatMap(({ repeat_id }) => repeat_id ?? [])
  if (ids.length === 0) return
  const dates = await db.slow.all<NextDates['first'][number] & { repeat_id: number; total: number }>(sql`
    SELECT id, start_local, end_local, repeat_id, total FROM (
      SELECT p.id, p.start_local, p.end_local, p.repeat_id, count(*) OVER (PARTITION BY p.repeat_id) AS total,
        row_number() OVER (PARTITION BY p.repeat_id ORDER BY p.start_local, p.id) AS place
      FROM event p WHERE ${db.dialect.inList(sql`p.repeat_id`, ids)} AND (${matching})
    ) AS placed WHERE place <= ${SHOWN_MAX} ORDER BY repeat_id, place`)
  const byEvent = Map.groupBy(dates, (date) => date.repeat_id)
  for (const row of rows) {
    const own = byEvent.get(row.repeat_id ?? 0)
    const [one] = own ?? []
    if (own && one) row.next_dates = { first: own, total: Number(one.total) }
  }
}
