import { hasRight } from '../../core/caller.ts'
import { canKindRepeat, collectionNameOfKind, isPostKind, type PostKind } from '../../core/kinds.ts'
import type { Page } from '../../core/list-page.ts'
import { type Sql, sql } from '../../db/database.ts'
import {
  hasUnpublishedStatusCondition,
  joinWithAnd,
  readableWithOneOfStatusesCondition,
  tableOfKind,
} from '../../db/sql-fragments.ts'
import type { AnyCollection } from '../collection.ts'
import type { Scope } from '../scope.ts'
import { selectPageOfPostIds } from './list-posts.ts'
import { loadPostsInOrder, type PostColumns, type PostContent } from './load-posts.ts'
import { MODIFIED_AT } from './post-order-sql.ts'

/**
 * The functions of this file list posts that users may still have to work on: drafts, posts to review, and posts in the
 * trash. Dates of repeated events are left out.
 */

/** A draft, a post to review or a post in the trash: the fields that events, venues, organizers and series share. */
export type UnpublishedPost = PostColumns & PostContent

/** Lists the drafts whose author is the caller, last changed first. */
export const listOwnDrafts = (scope: Scope, collection: AnyCollection, max: number): Promise<Page<UnpublishedPost>> =>
  listPostsWhere(
    scope,
    collection,
    // An author may have written most records, but few are drafts: with coalesce, SQLite uses the index of unpublished
    // posts instead of the index of authors.
    [hasUnpublishedStatusCondition('draft'), sql`coalesce(p.author_id, 0) = ${scope.caller.id ?? 0}`],
    sql`${MODIFIED_AT} DESC, p.id DESC`,
    max,
  )

/** The posts that wait for review, oldest first; an empty list unless the caller may publish the posts of others. */
export const listPendingPosts = (
  scope: Scope,
  collection: AnyCollection,
  max: number,
): Promise<Page<UnpublishedPost>> =>
  hasRight(scope.caller, 'posts:edit-others')
    ? listPostsWhere(scope, collection, [hasUnpublishedStatusCondition('pending')], sql`${MODIFIED_AT}, p.id`, max)
    : Promise.resolve({ rows: [], total: 0 })

/** The posts in the trash that the caller may read, last changed first. */
export const listTrashedPosts = (
  scope: Scope,
  collection: AnyCollection,
  max: number,
): Promise<Page<UnpublishedPost>> =>
  listPostsWhere(
    scope,
    collection,
    [readableWithOneOfStatusesCondition(['trash'], scope.caller, scope.now)],
    sql`${MODIFIED_AT} DESC, p.id DESC`,
    max,
  )

async function listPostsWhere(
  scope: Scope,
  { kind, load }: AnyCollection,
  conditions: readonly Sql[],
  order: Sql,
  max: number,
): Promise<Page<UnpublishedPost>> {
  if (!isPostKind(kind) || load === undefined) return { rows: [], total: 0 }
  const where = joinWithAnd([...conditions, ...withoutDatesOfOthers(kind)])
  const { ids, total } = await selectPageOfPostIds(scope.db, { kind, where, order }, { page: 1, perPage: max })
  return { rows: await loadPostsInOrder(scope, load, ids), total }
}

/**
 * SQL conditions that leave out dates of repeated events, except dates with another status than their repeated event: a
 * date with the same status is already part of the listed event.
 */
const withoutDatesOfOthers = (kind: PostKind): Sql[] =>
  canKindRepeat(kind)
    ? [
        sql`p.repeat_id IS NULL
          OR NOT EXISTS (SELECT 1 FROM ${tableOfKind(kind)} r WHERE r.id = p.repeat_id AND r.status = p.status)`,
      ]
    : []

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
    WHERE collection = ${collectionNameOfKind(kind)} AND action IN ('trashed', 'merged') AND ${db.dialect.inList(sql`record_id`, ids)}
    ORDER BY id`)
  return new Map(rows.map(({ record_id, login, at }) => [record_id, { login, at }]))
}
