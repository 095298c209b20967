import type { Problems } from '../../../core/errors.ts'
import { LINKED_POST_KINDS, type LinkedKind } from '../../../core/kinds.ts'
import { type Sql, sql } from '../../../db/database.ts'
import { eventLinkTable, foreignKeyColumnOfKind, visibleToCallerCondition } from '../../../db/sql-fragments.ts'
import { checkPostsExist } from '../../posts/list-posts.ts'
import type { Scope } from '../../scope.ts'
import type { EventQuery } from '../event-parameters.ts'
import { selectVisiblePostIds } from '../links/load-links.ts'
import { type Criterion, linkedRecordFacet } from './facets.ts'
import { findTermIdsByIdSlugOrName } from './find-terms-by-id-slug-or-name.ts'

/**
 * Translates the query parameters that name venues, organizers and series to SQL conditions and facets. Adds a problem
 * for each record that the query names and that does not exist.
 */
export async function linkedPostCriteriaOfQuery(
  scope: Scope,
  query: EventQuery,
  problems: Problems,
): Promise<Criterion[]> {
  const criteria: Criterion[] = []
  for (const kind of LINKED_POST_KINDS) {
    const ids = query[kind]
    if (ids === undefined) continue
    const visible = await selectVisiblePostIds(scope, kind, ids)
    // Filters by venues and organizers that are in the trash or hidden from the caller are valid, but match no events
    // (API contract). Series in the trash or hidden from the caller count as unknown, so that the response does not
    // reveal their ids.
    if (kind !== 'series') await checkPostsExist(scope.db, kind, kind, ids, problems)
    else if (!ids.every((id) => visible.has(id))) {
      problems.add(kind, 'reason.unknown-ids', { ids: ids.filter((id) => !visible.has(id)).join(', ') })
    }
    criteria.push(linkCriterion(scope, kind, [...visible]))
  }
  if (query.in_series !== undefined) criteria.push({ condition: inSeriesCondition(scope, query.in_series) })
  return criteria
}

/**
 * SQL condition that the event belongs to a series that the caller may see; or, if `isIn` is false, that it belongs to
 * none.
 */
function inSeriesCondition({ caller, now }: Scope, isIn: boolean): Sql {
  const belongs = sql`p.id IN (SELECT l.event_id FROM event_series l JOIN series s ON s.id = l.series_id
    WHERE ${visibleToCallerCondition(caller, now, 's')})`
  return isIn ? belongs : sql`NOT (${belongs})`
}

/**
 * Translates the query parameters that name categories (with their descendants) and tags to SQL conditions and facets.
 * Adds a problem for each category or tag that does not exist.
 * @returns the conditions, and the ids of the terms that the query names by id, slug or name
 */
export async function termCriteriaOfQuery(scope: Scope, query: EventQuery, problems: Problems) {
  const criteria: Criterion[] = []
  const named: { categories?: number[]; tags?: number[] } = {}
  for (const [name, kind] of [
    ['categories', 'category'],
    ['tags', 'tag'],
  ] as const) {
    const words = query[name]
    if (words === undefined) continue
    const { ids, unknown } = await findTermIdsByIdSlugOrName(scope, kind, words)
    if (unknown.length > 0) {
      problems.add(name, 'reason.unknown-ids', { ids: unknown.join(', ') })
      continue
    }
    named[name] = ids
    criteria.push(linkCriterion(scope, kind, ids))
  }
  return { criteria, ids: named }
}

function linkCriterion({ db }: Scope, kind: LinkedKind, ids: number[]): Criterion {
  const linked = eventLinkTable(kind)
  const [id] = ids
  return {
    condition: sql`p.id IN (SELECT l.event_id FROM ${linked} l
      WHERE ${db.dialect.inList(sql`l.${foreignKeyColumnOfKind(kind)}`, ids)})`,
    facet: ids.length === 1 && id !== undefined ? linkedRecordFacet(kind, id) : undefined,
  }
}
