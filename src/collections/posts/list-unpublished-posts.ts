import { hasRight } from '../../core/caller.ts'
import { canKindRepeat, collectionNameOfKind, isPostKind } from '../../core/kinds.ts'
import type { Page, PageRequest } from '../../core/list-page.ts'
import { type Sql, sql } from '../../db/database.ts'
import {
  hasUnpublishedStatusCondition,
  joinWithAnd,
  readableWithOneOfStatusesCondition,
} from '../../db/sql-fragments.ts'
import type { AnyCollection } from '../collection.ts'
import type { Scope } from '../scope.ts'
import { selectPageOfPostIds } from './list-posts.ts'
import { loadPostsInOrder, type PostColumns, type PostContent } from './load-posts.ts'
import { MODIFIED_AT } from './post-order-sql.ts'

/** The functions of this file list posts that users may still have to work on: drafts, posts to review, and the trash. */

/** A draft, a post to review or a post in the trash: the fields that events, venues, organizers and series share. */
export type UnpublishedPost = PostColumns & PostContent

/** Lists the drafts whose author is the caller, last changed first. */
export const listOwnDrafts = (scope: Scope, collection: AnyCollection, max: number): Promise<Page<UnpublishedPost>> =>
  listPostsWhere(
    scope,
    collection,
    // An author may have written most records, but few are drafts: with coalesce, SQLite uses the index of unpublished
    // posts instead of the index of authors.
    [
      hasUnpublishedStatusCondition('draft'),
      sql`coalesce(p.author_id, 0) = ${scope.caller.id ?? 0}`,
      ...conditionForDates(collection, isNoDate),
    ],
    sql`${MODIFIED_AT} DESC, p.id DESC`,
    { page: 1, perPage: max },
  )

/** The posts that wait for review, oldest first; an empty list unless the caller may publish the posts of others. */
export const listPendingPosts = (
  scope: Scope,
  collection: AnyCollection,
  max: number,
): Promise<Page<UnpublishedPost>> =>
  hasRight(scope.caller, 'posts:edit-others')
    ? listPostsWhere(
        scope,
        collection,
        [hasUnpublishedStatusCondition('pending'), ...conditionForDates(collection, isNoDate)],
        sql`${MODIFIED_AT}, p.id`,
        { page: 1, perPage: max },
      )
    : Promise.resolve({ rows: [], total: 0 })

/**
 * The posts in the trash that the caller may read, last changed first. Dates of repeated events are left out if their
 * event is in the trash, too, or if nobody deleted them: a change of the rules drops dates, often more than a hundred.
 */
export const listTrashedPosts = (
  scope: Scope,
  collection: AnyCollection,
  request: PageRequest,
): Promise<Page<UnpublishedPost>> =>
  listPostsWhere(
    scope,
    collection,
    [
      readableWithOneOfStatusesCondition(['trash'], scope.caller, scope.now),
      ...conditionForDates(collection, isNoDateOrDeletedDate),
    ],
    sql`${MODIFIED_AT} DESC, p.id DESC`,
    request,
  )

/** SQL condition that a revision was stored when a user moved its record to the trash. */
const isRevisionOfDeletion = sql`action IN ('trashed', 'merged')`

/** SQL condition that a post is no date of a repeated event: drafts and posts to review are listed with their event. */
const isNoDate = sql`p.repeat_id IS NULL`

/** A date that a user deleted has a revision of that. If it was restored later, that is not its last revision. */
const isNoDateOrDeletedDate = sql`${isNoDate}
  OR (EXISTS (SELECT 1 FROM event r WHERE r.id = p.repeat_id AND r.status <> 'trash')
    AND EXISTS (SELECT 1 FROM revision WHERE ${isRevisionOfDeletion} AND id = (
      SELECT max(v.id) FROM revision v WHERE v.collection = 'events' AND v.record_id = p.id)))`

/** A condition that applies only to posts that can repeat. */
const conditionForDates = ({ kind }: AnyCollection, condition: Sql): Sql[] => (canKindRepeat(kind) ? [condition] : [])

async function listPostsWhere(
  scope: Scope,
  { kind, load }: AnyCollection,
  conditions: readonly Sql[],
  order: Sql,
  request: PageRequest,
): Promise<Page<UnpublishedPost>> {
  if (!isPostKind(kind) || load === undefined) return { rows: [], total: 0 }
  const { ids, total } = await selectPageOfPostIds(scope.db, { kind, where: joinWithAnd(conditions), order }, request)
  return { rows: await loadPostsInOrder(scope, load, ids), total }
}

/** The user who moved a post to the trash, and when: Unix time in seconds. */
export interface Trashed {
  login: string
  at: number
}

/**
 * Reads from the revisions which users moved posts to the trash. Posts whose revision was deleted are missing in the
 * result.
 */
export async function readWhoTrashedPosts(
  { db }: Scope,
  { kind }: AnyCollection,
  ids: readonly number[],
): Promise<Map<number, Trashed>> {
  if (ids.length === 0) return new Map()
  const rows = await db.all<Trashed & { record_id: number }>(sql`SELECT record_id, login, at FROM revision
    WHERE collection = ${collectionNameOfKind(kind)} AND ${isRevisionOfDeletion} AND ${db.dialect.inList(sql`record_id`, ids)}
    ORDER BY id`)
  return new Map(rows.map(({ record_id, login, at }) => [record_id, { login, at }]))
}
