import type { PageRequest } from '../../../core/list-page.ts'
import { raw, type Sql, sql } from '../../../db/database.ts'
import { limitOffsetSql } from '../../../db/read-page-of-rows.ts'
import { displayedTextContainsWordsCondition, isTextInDisplayLanguageCondition } from '../../../db/sql-fragments.ts'
import { type ListOrder, postSortExpressionSql } from '../../posts/post-order-sql.ts'
import { displayLanguagesOfRequest, type Scope } from '../../scope.ts'
import { columnsContainCondition, type SearchedColumn } from '../../texts/search-text.ts'
import { isDateAboutInWindowCondition, type Window } from './date-window.ts'
import { allListedHaveTextCondition } from './facets.ts'

/**
 * The events to search, found by their start: all events of the public calendar in a range of dates, and perhaps other
 * events.
 */
export interface ListedSearch {
  window: Window
  /**
   * SQL condition for the other events, such as drafts, which the public calendar does not list. Events of the public
   * calendar in the range of dates meet the condition too. Undefined: no other events are searched.
   */
  unlisted: Sql | undefined
}

/**
 * The events to search: those of the public calendar in a range of dates, perhaps with others (`ListedSearch`), or all
 * events that meet an SQL condition.
 */
export type SearchTarget = ListedSearch | { where: Sql; order: ListOrder }

/**
 * Finds one page of the events whose displayed text contains all words, and counts the events on all pages, in one
 * statement.
 */
export async function findPageOfEventsContainingWords(
  scope: Scope,
  words: readonly string[],
  searched: SearchTarget,
  request: PageRequest,
): Promise<{ ids: number[]; total: number }> {
  const texts = await foundTextsSql(scope, words, 'window' in searched ? searched : undefined)
  // Both queries read many rows for a frequent word. A copy of these rows is made only if it takes less time than
  // selecting them twice.
  const hits =
    'window' in searched
      ? sql`other AS MATERIALIZED (${otherHits(searched)}), hit AS NOT MATERIALIZED (${listedHits(sql`other`)})`
      : sql`hit AS MATERIALIZED (${matchingHits(scope, searched)})`
  const direction = raw('order' in searched && searched.order.isDescending ? 'DESC' : 'ASC')
  const rows = await scope.db.slow.all<{ id: number | null; total: number }>(sql`
    WITH found AS MATERIALIZED (${texts}), ${hits}
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
export async function eventIdsContainingWordsSql(
  scope: Scope,
  words: readonly string[],
  listed?: Window,
  columns?: readonly SearchedColumn[],
): Promise<Sql> {
  const searched = listed && { window: listed, unlisted: undefined }
  const texts = await foundTextsSql(scope, words, searched, columns)
  return sql`WITH found AS MATERIALIZED (${texts}) ${
    searched
      ? sql`SELECT id FROM (${listedHits(sql`(${otherHits(searched)}) AS other`)}) AS hit`
      : sql`SELECT found.event_id FROM found
          UNION ALL SELECT p.id FROM found CROSS JOIN event p WHERE ${isDateOfFound}`
  }`
}

/**
 * SQL query for the events (`event_id`, `listed_start`) with a displayed text of their own that contains all words.
 * @param searched if given, events that cannot be among these are left out
 * @param columns if given, each word must occur in one of these columns of the text
 */
async function foundTextsSql(
  scope: Scope,
  words: readonly string[],
  searched?: ListedSearch,
  columns?: readonly SearchedColumn[],
): Promise<Sql> {
  const { db } = scope
  // Repeated events are not in the public calendar, but their dates may be.
  const others = searched?.unlisted ? isUnlisted('t') : sql`t.event_id IN (SELECT r.event_id FROM event_repeat r)`
  const ofTexts = searched ? sql`(${isListedIn('t', searched.window)} OR ${others})` : sql`1 = 1`
  const inColumns = columns ? sql`${ofTexts} AND ${columnsContainCondition(db.dialect, columns, words)}` : ofTexts
  const { from, where } = await db.dialect.eventTextSearchSql(db, words, inColumns)
  return sql`SELECT t.event_id, t.listed_start FROM ${from} WHERE ${where} AND ${isDisplayed(scope, searched)}`
}

/**
 * SQL condition that the text `t` is in the language in which its event is displayed. For a text in another language
 * than that of the request, its event has to be looked up, unless all events of the list have a text in that language.
 */
function isDisplayed(scope: Scope, searched: ListedSearch | undefined): Sql {
  const shown = displayLanguagesOfRequest(scope)
  const isShown = isTextInDisplayLanguageCondition('event', shown, originalOfText)
  if (!searched) return isShown
  const haveAll = allListedHaveTextCondition(scope.db.dialect, shown.language, searched.window)
  return sql`(t.language = ${shown.language} OR ((${isUnlisted('t')} OR NOT (${haveAll})) AND ${isShown}))`
}

/**
 * SQL condition for queries that match few events: compares the words with the text of each event, without the search
 * index.
 */
export const unindexedWordsCondition = (
  scope: Scope,
  { where, words }: { where: Sql; words: readonly string[] },
): Sql =>
  words.length === 0
    ? where
    : sql`(${where}) AND ${displayedTextContainsWordsCondition(scope.db, 'event', words, displayLanguagesOfRequest(scope))}`

const originalOfText = sql`(SELECT e.original_language FROM event e WHERE e.id = t.event_id)`

const isListedIn = (table: string, { from, to }: Window) =>
  sql`(${raw(table)}.listed_start >= ${from} AND ${raw(table)}.listed_start <= ${to})`

/** SQL condition that the event is not in the public calendar, as for example a draft or a repeated event. */
const isUnlisted = (table: string) => sql`${raw(table)}.listed_start IS NULL`

/** SQL condition that `p` is a date of the repeated event `found` and has no texts of its own. */
const isDateOfFound = sql`${isUnlisted('found')} AND p.repeat_id = found.event_id AND p.texts = '[]'`

/**
 * SQL query for the ids and starts of the events of a `ListedSearch` whose texts contain the words, from the query
 * `found` (`foundTextsSql`), where only events of the public calendar in the range of dates have a start.
 * @param others SQL after FROM: the rows of `otherHits`, as `other`
 */
const listedHits = (others: Sql): Sql => sql`
  SELECT found.event_id AS id, found.listed_start AS place FROM found WHERE found.listed_start IS NOT NULL
  UNION ALL SELECT other.id, other.place FROM ${others}`

/**
 * SQL query for the other events of a `ListedSearch`: those that are not in the public calendar, and dates of repeated
 * events. Only these are read from the table `event`, because reading all events takes longer.
 */
function otherHits({ window, unlisted }: ListedSearch): Sql {
  const dates = sql`SELECT p.id, p.start_local AS place FROM found CROSS JOIN event p
    WHERE ${isDateOfFound} AND (${unlisted ?? sql`${isListedIn('p', window)} AND ${isDateAboutInWindowCondition(window)}`})`
  if (unlisted === undefined) return dates
  return sql`${dates} UNION ALL SELECT p.id, p.start_local FROM found CROSS JOIN event p
    WHERE ${isUnlisted('found')} AND p.id = found.event_id AND (${unlisted})`
}

/**
 * SQL query for the events that meet a condition and whose texts contain the words, from the query `found`
 * (`foundTextsSql`). CROSS JOIN makes SQLite find the texts first and then their events.
 */
const matchingHits = (scope: Scope, { where, order }: { where: Sql; order: ListOrder }) => {
  const hits = (isFound: Sql) => sql`SELECT p.id, ${postSortExpressionSql(scope, 'event', order.by)} AS place
    FROM found CROSS JOIN event p WHERE ${isFound} AND (${where})`
  return sql`${hits(sql`p.id = found.event_id`)} UNION ALL ${hits(isDateOfFound)}`
}
