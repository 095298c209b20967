import type { Problems } from '../../../core/errors.ts'
import type { TermKind } from '../../../core/kinds.ts'
import { type Sql, sql } from '../../../db/database.ts'
import { foreignKeyColumn, linkTable } from '../../../db/fragments.ts'
import type { Scope } from '../../collection.ts'
import { type PostFilter, postConditions } from '../../posts/select.ts'
import { searchedEventIdsSql } from './text-search.ts'

/** A filter of events that are listed like other posts: without a range of dates, which only calendars have. */
export interface EventPostFilter extends PostFilter {
  /** Selects events that have one of these categories or tags themselves; descendants of categories do not count. */
  terms?: Partial<Record<TermKind, readonly number[]>> | undefined
  /** Leaves out events that have one of these categories or tags. */
  excludedTerms?: Partial<Record<TermKind, readonly number[]>> | undefined
}

/** SQL conditions: the filter selects the event, and lists may show it to the caller. */
export async function eventPostConditions(
  scope: Scope,
  { terms = {}, excludedTerms = {}, ...filter }: EventPostFilter,
  problems: Problems,
): Promise<Sql[]> {
  const search = async (words: string[]) => sql`p.id IN (${await searchedEventIdsSql(scope, words)})`
  const has = ([kind, ids]: [string, readonly number[]]) => sql`p.id IN (
    SELECT l.event_id FROM ${linkTable(kind as TermKind)} l
    WHERE ${scope.db.dialect.inList(sql`l.${foreignKeyColumn(kind as TermKind)}`, ids)})`
  return [
    ...(await postConditions(scope, 'event', filter, problems, search)),
    sql`p.hide_from_listings = 0`,
    ...Object.entries(terms).map(has),
    ...Object.entries(excludedTerms).map((excluded) => sql`NOT (${has(excluded)})`),
  ]
}
