import type { TermKind } from '../../core/kinds.ts'
import type { Page, PageRequest } from '../../core/list-page.ts'
import { foldTextForSearch } from '../../core/text/fold-text.ts'
import { raw, type Sql, sql } from '../../db/database.ts'
import { readPageOfRows } from '../../db/read-page-of-rows.ts'
import {
  foreignKeyColumnOfKind,
  isTextInDisplayLanguageCondition,
  joinWithAnd,
  joinWithOr,
  ownEventLinksSql,
  tableOfKind,
  textTableOfKind,
} from '../../db/sql-fragments.ts'
import { type Scope, siteDefaultLanguage } from '../scope.ts'
import { selectRecordIdsBySlugsInOrder } from '../texts/find-by-slug.ts'
import { languageFilterConditions } from '../texts/record-languages.ts'
import { loadCategoriesOrTags, publicEventCountSql, type TermRow } from './load-terms.ts'

/** A filter that selects the categories or tags of a list. Undefined members do not filter. */
export interface TermFilter {
  /** Text that must occur in the name or slug. */
  search?: string | undefined
  include?: readonly number[] | undefined
  /** Ids of terms that are left out. Ignored if the filter also has `include` (API contract). */
  exclude?: readonly number[] | undefined
  slugs?: readonly string[] | undefined
  /** Id of the parent category; null for categories without a parent. */
  parent?: number | null | undefined
  /** Id of an event to which the terms belong. The calling code must check that the user may read the event. */
  event?: number | undefined
  /** Whether to leave out terms without public events. */
  hideEmpty?: boolean | undefined
  fallback?: boolean | undefined
}

export interface TermOrder {
  by: 'name' | 'id' | 'slug' | 'count' | 'description' | 'include' | 'include_slugs'
  direction: 'ASC' | 'DESC'
}

/** Reads one page of the categories or tags that a filter selects. */
export async function selectPageOfCategoriesOrTags(
  scope: Scope,
  kind: TermKind,
  filter: TermFilter,
  order: TermOrder,
  request: PageRequest,
): Promise<Page<TermRow>> {
  const { db, language } = scope
  const from = sql`${tableOfKind(kind)} p JOIN ${textTableOfKind(kind)} t ON t.${foreignKeyColumnOfKind(kind)} = p.id
    AND ${isTextInDisplayLanguageCondition(kind, { language, siteDefault: siteDefaultLanguage(scope) })}`
  const where = joinWithAnd(await conditionsOf(scope, kind, filter))
  const { include, slugs } = filter
  const chosen =
    order.by === 'include_slugs' ? slugs && (await selectRecordIdsBySlugsInOrder(scope, kind, slugs)) : include
  const columns = { columns: sql`p.id`, from, where, order: orderOf(scope, kind, chosen, order) }
  const { rows, total } = await readPageOfRows<{ id: number }>(db, columns, request)
  const ids = rows.map(({ id }) => id)
  return { rows: await loadCategoriesOrTags(scope, kind, ids), total }
}

async function conditionsOf(scope: Scope, kind: TermKind, filter: TermFilter): Promise<Sql[]> {
  const { inList, contains } = scope.db.dialect
  const { search, include, exclude, slugs, parent, event, hideEmpty, fallback } = filter
  const conditions: Sql[] = languageFilterConditions(scope, kind, { ...(fallback !== undefined && { fallback }) })
  if (search !== undefined) {
    // The search text must occur as a whole, not word by word, as in The Events Calendar.
    const needle = foldTextForSearch(search)
    conditions.push(joinWithOr([contains(sql`t.title_folded`, needle), contains(sql`t.slug`, needle)]))
  }
  if (include) conditions.push(inList(sql`p.id`, include))
  else if (exclude) conditions.push(sql`NOT (${inList(sql`p.id`, exclude)})`)
  if (slugs) conditions.push(inList(sql`p.id`, await selectRecordIdsBySlugsInOrder(scope, kind, slugs)))
  if (parent === null) conditions.push(sql`p.parent_id IS NULL`)
  else if (parent !== undefined) conditions.push(sql`p.parent_id = ${parent}`)
  if (event !== undefined) {
    conditions.push(
      sql`EXISTS (SELECT 1 FROM ${ownEventLinksSql(kind)} l WHERE l.${foreignKeyColumnOfKind(kind)} = p.id AND l.event_id = ${event})`,
    )
  }
  if (hideEmpty) conditions.push(sql`${publicEventCountSql(kind)} > 0`)
  return conditions
}

/**
 * The SQL order of a list of terms.
 * @param chosen the ids in whose order the list is sorted if the query asks for that
 */
function orderOf(
  { db }: Scope,
  kind: TermKind,
  chosen: readonly number[] | undefined,
  { by, direction: word }: TermOrder,
): Sql {
  const { binaryOrder, positionIn } = db.dialect
  const direction = raw(word)
  const byName = sql`${binaryOrder(sql`t.title_folded`)} ${direction}, p.id ${direction}`
  switch (by) {
    case 'id':
      return sql`p.id ${direction}`
    case 'slug':
      return sql`${binaryOrder(sql`t.slug`)} ${direction}, p.id`
    case 'count':
      return sql`${publicEventCountSql(kind)} ${direction}, ${byName}`
    case 'description':
      return sql`${binaryOrder(sql`t.description`)} ${direction}, ${byName}`
    case 'include':
    case 'include_slugs':
      return chosen ? sql`${positionIn(sql`p.id`, chosen)} ${direction}` : byName
    case 'name':
      return byName
  }
}
