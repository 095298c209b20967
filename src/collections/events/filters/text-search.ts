import type { PageRequest } from '../../../core/list-page.ts'
import { raw, type Sql, sql } from '../../../db/database.ts'
import { containsWordsCondition, displayLanguageCondition } from '../../../db/fragments.ts'
import { limitOffsetSql } from '../../../db/select-page.ts'
import { displayLanguageOf, type Scope } from '../../collection.ts'
import { type ListOrder, sortExpressionSql } from '../../posts/order.ts'
import { columnsContainCondition, type SearchedColumn } from '../../texts/search-text.ts'
import type { Window } from './date-window.ts'

/** The events to search: those of the public calendar in a range of dates (`listed`), or all that meet a condition. */
export type SearchTarget = { listed: Window } | { where: Sql; order: ListOrder }

/**
 * Finds one page of the events whose displayed text contains all words, and counts the events on all pages, in one
 * statement.
 */
export async function findSearchPage(
  scope: Scope,
  words: readonly string[],
  searched: SearchTarget,
  request: PageRequest,
): Promise<{ ids: number[]; total: number }> {
  const texts = await foundTextsSql(scope, words, 'listed' in searched ? searched.listed : undefined)
  const hits = 'listed' in searched ? listedHits(searched.listed) : matchingHits(scope, searched)
  const direction = raw('order' in searched && searched.order.isDescending ? 'DESC' : 'ASC')
  const rows = await scope.db.slow.all<{ id: number | null; total: number }>(sql`
    WITH found AS MATERIALIZED (${texts}), hit AS MATERIALIZED (${hits})
    SELECT shown.id, counted.total FROM (SELECT count(*) AS total FROM hit) AS counted
      LEFT JOIN (SELECT id, place FROM hit
        ORDER BY place ${direction}, id ${direction} ${limitOffsetSql(request)}) AS shown ON 1 = 1
    ORDER BY shown.place ${direction}, shown.id ${direction}`)
  return { ids: rows.flatMap(({ id }) => id ?? []), total: rows[0]?.total ?? 0 }
}

/**
 * Builds a subquery for the ids of events whose displayed text contains all words.
 * @param listed if given, only events of the public calendar in this range of dates are found
 * @param columns if given, each word must occur in one of these columns of the text
 */
export async function searchedEventIdsSql(
  scope: Scope,
  words: readonly string[],
  listed?: Window,
  columns?: readonly SearchedColumn[],
): Promise<Sql> {
  const texts = await foundTextsSql(scope, words, listed, columns)
  return sql`WITH found AS MATERIALIZED (${texts}) ${
    listed
      ? sql`SELECT id FROM (${listedHits(listed)}) AS hit`
      : sql`SELECT found.event_id FROM found
          UNION ALL SELECT p.id FROM found CROSS JOIN event p WHERE ${isDateOfFound}`
  }`
}

/**
 * SQL query for the events (`event_id`, `listed_start`) with a displayed text of their own that contains all words.
 * @param listed if given, only events of the public calendar in this range of dates, and repeated events
 * @param columns if given, each word must occur in one of these columns of the text
 */
async function foundTextsSql(
  scope: Scope,
  words: readonly string[],
  listed?: Window,
  columns?: readonly SearchedColumn[],
): Promise<Sql> {
  const { db } = scope
  // Repeated events are not in the public calendar, but their dates may be.
  const ofTexts = listed
    ? sql`(${isListedIn(sql`t`, listed)} OR t.event_id IN (SELECT r.event_id FROM event_repeat r))`
    : sql`1 = 1`
  const inColumns = columns ? sql`${ofTexts} AND ${columnsContainCondition(db.dialect, columns, words)}` : ofTexts
  const { from, where } = await db.dialect.eventTextSearchSql(db, words, inColumns)
  return sql`SELECT t.event_id, t.listed_start FROM ${from}
    WHERE ${where} AND ${displayLanguageCondition('event', displayLanguageOf(scope), originalOfText)}`
}

/**
 * SQL condition for queries that match few events: compares the words with the text of each event, without the search
 * index.
 */
export const compareWordsCondition = (scope: Scope, { where, words }: { where: Sql; words: readonly string[] }): Sql =>
  words.length === 0
    ? where
    : sql`(${where}) AND ${containsWordsCondition(scope.db, 'event', words, displayLanguageOf(scope))}`

const originalOfText = sql`(SELECT e.original_language FROM event e WHERE e.id = t.event_id)`

const isListedIn = (table: Sql, { from, to }: Window) =>
  sql`(${table}.listed_start >= ${from} AND ${table}.listed_start <= ${to})`

/** SQL condition that `p` is a date of the repeated event `found` and has no texts of its own. */
const isDateOfFound = sql`p.repeat_id = found.event_id AND p.texts = '[]'`

/**
 * SQL query for the found events of the public calendar in a range of dates. Only the dates of repeated events are read
 * from the table `event`.
 */
const listedHits = (listed: Window) => sql`
  SELECT found.event_id AS id, found.listed_start AS place FROM found WHERE ${isListedIn(sql`found`, listed)}
  UNION ALL SELECT p.id, p.listed_start FROM found CROSS JOIN event p
  WHERE ${isDateOfFound} AND ${isListedIn(sql`p`, listed)}`

/**
 * SQL query for the found events that meet a condition. CROSS JOIN makes SQLite find the texts first and then their
 * events.
 */
const matchingHits = (scope: Scope, { where, order }: { where: Sql; order: ListOrder }) => {
  const hits = (isFound: Sql) => sql`SELECT p.id, ${sortExpressionSql(scope, 'event', order.by)} AS place
    FROM found CROSS JOIN event p WHERE ${isFound} AND (${where})`
  return sql`${hits(sql`p.id = found.event_id`)} UNION ALL ${hits(isDateOfFound)}`
}
