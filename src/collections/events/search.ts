import type { PageRequest } from '../../core/page.ts'
import { empty, raw, type Sql, sql } from '../../db/database.ts'
import { displayLanguageCondition } from '../../db/fragments.ts'
import { limitOffsetSql } from '../../db/select-page.ts'
import { type Scope, siteDefaultLanguage } from '../collection.ts'
import { type ListOrder, sortExpressionSql } from '../posts/order.ts'
import type { Window } from './window.ts'

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
  const { db, language } = scope
  const source = 'listed' in searched ? listedEventsSource(searched.listed) : matchingEventsSource(scope, searched)
  const texts = await db.dialect.eventTextSearchSql(db.slow, words, source.ofTexts)
  const direction = raw('order' in searched && searched.order.isDescending ? 'DESC' : 'ASC')
  const rows = await db.slow.all<{ id: number | null; total: number }>(sql`
    WITH hit AS MATERIALIZED (
      SELECT t.event_id AS id, ${source.place} AS place FROM ${texts.from} ${source.join}
      WHERE ${texts.where} AND ${source.where}
        AND ${displayLanguageCondition('event', { language, siteDefault: siteDefaultLanguage(scope) }, source.original)}
    )
    SELECT shown.id, counted.total FROM (SELECT count(*) AS total FROM hit) AS counted
      LEFT JOIN (SELECT id, place FROM hit ORDER BY place ${direction}, id ${direction} ${limitOffsetSql(request)}) AS shown ON 1 = 1
    ORDER BY shown.place ${direction}, shown.id ${direction}`)
  return { ids: rows.flatMap(({ id }) => id ?? []), total: rows[0]?.total ?? 0 }
}

/**
 * Builds a subquery for the ids of events whose displayed text contains all words.
 * @param listed if given, only events of the public calendar in this range of dates are found
 */
export async function searchedEventIdsSql(scope: Scope, words: readonly string[], listed?: Window): Promise<Sql> {
  const { db, language } = scope
  const { ofTexts, original } = listed ? listedEventsSource(listed) : anywhere
  const texts = await db.dialect.eventTextSearchSql(db.slow, words, ofTexts)
  return sql`SELECT t.event_id FROM ${texts.from}
    WHERE ${texts.where} AND ${displayLanguageCondition('event', { language, siteDefault: siteDefaultLanguage(scope) }, original)}`
}

const originalOfText = sql`(SELECT e.original_language FROM event e WHERE e.id = t.event_id)`

const anywhere = { ofTexts: sql`1 = 1`, original: originalOfText }

/**
 * SQL fragments for a search in the events of the public calendar in a range of dates. These events are selected by the
 * table `event_text` alone, without `event`.
 */
const listedEventsSource = ({ from, to }: Window) => ({
  ofTexts: sql`t.listed_start >= ${from} AND t.listed_start <= ${to}`,
  join: empty,
  where: sql`1 = 1`,
  place: sql`t.listed_start`,
  original: originalOfText,
})

/**
 * SQL fragments for a search in the events that meet a condition. CROSS JOIN makes SQLite find the texts first and then
 * their events.
 */
const matchingEventsSource = (scope: Scope, { where, order }: { where: Sql; order: ListOrder }) => ({
  ofTexts: sql`1 = 1`,
  join: sql`CROSS JOIN event p`,
  where: sql`p.id = t.event_id AND (${where})`,
  place: sortExpressionSql(scope, 'event', order.by),
  original: sql`p.original_language`,
})
