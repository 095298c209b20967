import type { Problems } from '../../../core/errors.ts'
import type { TermKind } from '../../../core/kinds.ts'
import { empty, type Sql, sql } from '../../../db/database.ts'
import { eventLinkTable, foreignKeyColumnOfKind, ownEventLinksSql } from '../../../db/sql-fragments.ts'
import { type PostFilter, postFilterConditions } from '../../posts/select-posts.ts'
import type { Scope } from '../../scope.ts'
import { eventIdsContainingWordsSql } from './text-search.ts'

/** A filter of events that are listed like other posts: without a range of dates, which only calendars have. */
export interface EventPostFilter extends PostFilter {
  terms?: Partial<Record<TermKind, TermSelection>> | undefined
  /** Categories and tags whose events are left out. */
  excludedTerms?: Partial<Record<TermKind, TermSelection>> | undefined
}

/** Selects events by their categories or by their tags. */
export interface TermSelection {
  ids: readonly number[]
  /** Whether events with a descendant of a category count as events of that category. Default: no. */
  includesDescendants?: boolean | undefined
  /** Whether the events must have all of the categories or tags. Default: one is enough. */
  needsAll?: boolean
}

/** SQL conditions that the filter selects the event, and that lists may show the event to the caller. */
export async function eventFilterConditions(
  scope: Scope,
  { terms = {}, excludedTerms = {}, ...filter }: EventPostFilter,
  problems: Problems,
): Promise<Sql[]> {
  const search = async (words: string[], columns: PostFilter['searchColumns']) =>
    sql`p.id IN (${await eventIdsContainingWordsSql(scope, words, undefined, columns)})`
  const has = ([kind, selection]: [string, TermSelection]) => hasTermsCondition(scope, kind as TermKind, selection)
  return [
    ...(await postFilterConditions(scope, 'event', filter, problems, search)),
    filter.slugs ? sql`(${IS_LISTED} OR ${IS_LISTED_REPEATED_EVENT})` : IS_LISTED,
    ...Object.entries(terms).map(has),
    ...Object.entries(excludedTerms).map((excluded) => sql`NOT (${has(excluded)})`),
  ]
}

const IS_LISTED = sql`p.hide_from_listings = 0`

/**
 * SQL condition that the event is a repeated event whose dates are not hidden. Lists contain its dates instead, but a
 * filter by slug selects the repeated event, as in The Events Calendar.
 */
const IS_LISTED_REPEATED_EVENT = sql`p.id IN (SELECT r.event_id FROM event_repeat r WHERE r.is_hidden = 0)`

function hasTermsCondition(
  { db }: Scope,
  kind: TermKind,
  { ids, includesDescendants = false, needsAll = false }: TermSelection,
): Sql {
  const linked = includesDescendants ? eventLinkTable(kind) : ownEventLinksSql(kind)
  const withAll = needsAll ? sql`GROUP BY l.event_id HAVING count(*) = ${ids.length}` : empty
  return sql`p.id IN (SELECT l.event_id FROM ${linked} l
    WHERE ${db.dialect.inList(sql`l.${foreignKeyColumnOfKind(kind)}`, ids)} ${withAll})`
}
