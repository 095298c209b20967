import { loadOrganizersById } from '../collections/organizers/organizer-store.ts'
import type { PostColumns, PostContent } from '../collections/posts/load-posts.ts'
import type { Scope } from '../collections/scope.ts'
import { loadSeriesById } from '../collections/series/series-store.ts'
import { loadCategoriesOrTags, type TermRow } from '../collections/terms/load-terms.ts'
import { loadVenuesById } from '../collections/venues/venue-store.ts'
import type { IndexedKind } from '../core/kinds.ts'
import { hrefOfPost, hrefOfTerm, type PageContext } from './page-context.ts'

type LinkedPost = PostColumns & PostContent

/** A venue, organizer, series or category. */
export type IndexedRow = TermRow | LinkedPost

const POST_LOADERS: Record<
  Exclude<IndexedKind, 'category'>,
  (scope: Scope, ids: readonly number[]) => Promise<ReadonlyMap<number, LinkedPost>>
> = { venue: loadVenuesById, organizer: loadOrganizersById, series: loadSeriesById }

/** Loads records in the order of their ids. */
export async function loadRecordsForIndexPage(
  scope: Scope,
  kind: IndexedKind,
  ids: readonly number[],
): Promise<IndexedRow[]> {
  if (kind === 'category') return loadCategoriesOrTags(scope, kind, ids)
  const found = await POST_LOADERS[kind](scope, ids)
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** Path of the page of a venue, organizer, series or category. */
export const hrefOfIndexPageRecord = (context: PageContext, kind: IndexedKind, row: IndexedRow): string =>
  kind === 'category' ? hrefOfTerm(context, kind, row as TermRow) : hrefOfPost(context, kind, row as LinkedPost)
