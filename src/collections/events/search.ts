import type { PageRequest } from '../../core/page.ts'
import { empty, type Sql, sql } from '../../db/database.ts'
import { isShown, page } from '../../db/fragments.ts'
import { type Scope, siteDefault } from '../collection.ts'
import type { Window } from './filters.ts'

/** A search for what guests see in a window of days needs nothing but texts. */
const LISTED = { from: empty, id: sql`t.event_id`, where: sql`1 = 1` }
const JOINED = { from: sql`CROSS JOIN event p`, id: sql`p.id`, where: sql`p.id = t.event_id` }

/** What is searched: the texts of listed events in a window, or of the events that fulfil a condition. */
export type Searched = { listed: Window } | { where: Sql; order: Sql }

/** One page of the events whose shown text holds every word, and how many do: one walk over what the index found. */
export async function takeFound(
  scope: Scope,
  words: readonly string[],
  searched: Searched,
  request: PageRequest,
): Promise<{ ids: number[]; total: number }> {
  const { db, language } = scope
  const texts = db.dialect.eventTexts(words)
  const source = 'listed' in searched ? LISTED : JOINED
  const { where, order } = 'listed' in searched ? inWindow(searched.listed) : searched
  const original =
    'listed' in searched ? sql`(SELECT e.original_language FROM event e WHERE e.id = t.event_id)` : undefined
  const rows = await db.slow.all<{ id: number | null; total: number }>(sql`
    WITH hit AS MATERIALIZED (
      SELECT ${source.id} AS id, ${order} AS place FROM ${texts.from} ${source.from}
      WHERE ${texts.where} AND ${source.where} AND (${where})
        AND ${isShown('event', { language, siteDefault: siteDefault(scope) }, original)}
    )
    SELECT shown.id, counted.total FROM (SELECT count(*) AS total FROM hit) AS counted
      LEFT JOIN (SELECT id, place FROM hit ORDER BY place, id ${page(request)}) AS shown ON 1 = 1
    ORDER BY shown.place, shown.id`)
  return { ids: rows.flatMap(({ id }) => id ?? []), total: rows[0]?.total ?? 0 }
}

const inWindow = ({ from, to }: Window) => ({
  where: sql`t.listed_start >= ${from} AND t.listed_start <= ${to}`,
  order: sql`t.listed_start`,
})
