import { COLLECTION_BY_KIND } from '../../../../collections/collection-by-kind.ts'
import {
  type EventPostFilter,
  eventFilterConditions,
} from '../../../../collections/events/filters/event-filter-conditions.ts'
import { type LoadPosts, loadPostsInOrder } from '../../../../collections/posts/load-posts.ts'
import {
  type PostOrder,
  postFilterConditions,
  selectPageOfFilteredPostIds,
} from '../../../../collections/posts/select-posts.ts'
import type { Scope } from '../../../../collections/scope.ts'
import type { Problems } from '../../../../core/errors.ts'
import type { PostKind } from '../../../../core/kinds.ts'
import type { Page, PageRequest } from '../../../../core/list-page.ts'
import type { AnyPost } from './present-event-venue-or-organizer-as-post.ts'

/** SQL conditions that a list contains a post: the filter selects it, and lists may show it to the caller. */
export const sqlConditionsOfWordpressPostFilter = (
  scope: Scope,
  kind: PostKind,
  filter: EventPostFilter,
  problems: Problems,
) =>
  kind === 'event'
    ? eventFilterConditions(scope, filter, problems)
    : postFilterConditions(scope, kind, filter, problems)

/**
 * Lists one page of the events, venues or organizers (`kind`) that a filter selects.
 * @param problems invalid parameters of the request found so far; those of the filter are added
 * @throws {CalendarError} naming all invalid parameters, before any post is read
 */
export async function listPageOfPosts(
  scope: Scope,
  kind: PostKind,
  { filter, order, page }: { filter: EventPostFilter; order: PostOrder; page: PageRequest },
  problems: Problems,
): Promise<Page<AnyPost>> {
  const conditions = await sqlConditionsOfWordpressPostFilter(scope, kind, filter, problems)
  problems.throwIfAny()
  const { ids, total } = await selectPageOfFilteredPostIds(scope, kind, conditions, filter, order, page)
  return { rows: await loadPostsByIds(scope, kind, ids), total }
}

/** Loads events, venues or organizers (`kind`) in the order of the ids. */
export const loadPostsByIds = (scope: Scope, kind: PostKind, ids: readonly number[]): Promise<AnyPost[]> =>
  loadPostsInOrder(scope, COLLECTION_BY_KIND[kind].load as LoadPosts<AnyPost>, ids)
