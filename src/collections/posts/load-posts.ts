import { canEdit, hasRight, missingEditRight } from '../../core/caller.ts'
import { POST_KINDS, type PostKind } from '../../core/kinds.ts'
import type { Language } from '../../core/language.ts'
import { empty, type Reader, type Sql, sql } from '../../db/database.ts'
import { canCallerSeePost, tableOfKind } from '../../db/sql-fragments.ts'
import { loadPicturesById, type PictureRow } from '../../media/picture-store.ts'
import type { Key, Rights } from '../collection.ts'
import type { Scope } from '../scope.ts'
import { preferRowsInRequestedLanguage, recordHasSlugCondition } from '../texts/find-by-slug.ts'
import {
  addDisplayText,
  chooseDisplayText,
  parseTextsOfRows,
  type RecordText,
  textsColumnSql,
  type WithTexts,
} from '../texts/record-texts.ts'

/** The columns that the tables of events, venues and organizers share. */
export interface PostColumns {
  id: number
  author_id: number
  original_language: Language
  /** The stored status. A scheduled post has the status `publish` and a publication date in the future. */
  status: StoredStatus
  published_at: number
  dating: 'floating' | 'given' | 'settled'
  created_at: number
  modified_at: number | null
  /**
   * Version of the post: 1 when it is new; every write of the post, its texts or its references to other records raises
   * it.
   */
  version: number
  image_id: number | null
}

export type StoredStatus = 'publish' | 'draft' | 'pending' | 'private' | 'trash'

/** The texts and the picture that are loaded together with a post. */
export interface PostContent {
  text: RecordText
  texts: RecordText[]
  image: PictureRow | undefined
  /** The part of the page's path after the slug, which only pages of single dates of a repeated event have. */
  page_path?: readonly string[] | undefined
  /** True while texts of a date of a repeated event are being written: these texts have no slug. */
  hasNoSlug?: boolean
}

/** The columns on which the publication of a post depends. */
export type PublicationColumns = Pick<PostColumns, 'id' | 'status' | 'published_at'>

export const displayedPostStatus = (post: Pick<PostColumns, 'status' | 'published_at'>, now: number) =>
  post.status === 'publish' && post.published_at > now ? 'future' : post.status

/** Rights to read and edit events, venues and organizers. Everyone may read published ones. */
export const postRights: Rights<PostColumns> = {
  canRead: ({ caller, now }, post) =>
    displayedPostStatus(post, now) === 'publish' ||
    hasRight(caller, 'posts:edit-others') ||
    post.author_id === caller.id,
  canCreate: (caller) => hasRight(caller, 'posts:create'),
  canEdit: (caller, post) => post !== undefined && canEdit(caller, post),
  missingEditRight,
}

/** The kind of the posts to load, and the columns that only this kind has. */
export interface PostSource {
  kind: PostKind
  columns: Sql
  /**
   * For rows that share values with another row, as dates share values of their repeated event: SQL for a column that
   * contains the shared values, and a function that adds them to the rows.
   */
  // biome-ignore lint/suspicious/noExplicitAny: the rows have the columns of this source
  shared?: { columnSql: (db: Reader) => Sql; fillIn: (rows: any[]) => any[] }
}

/**
 * Loads posts of one kind with texts and pictures, in no particular order.
 * @param where SQL condition on the post table, with the alias `p`
 */
export type LoadPosts<Row extends PostColumns & PostContent> = (scope: Scope, where: Sql) => Promise<Row[]>

export async function loadPosts<Row extends PostColumns>(
  scope: Scope,
  source: PostSource,
  where: Sql,
): Promise<(Row & PostContent)[]> {
  const posts = await readPosts<Row>(scope.db, source, where)
  return posts.map((post) => Object.assign(post, { text: chooseDisplayText(scope, post) }))
}

/** Loads posts in the order of the ids; ids without a post are skipped. */
export async function loadPostsInOrder<Row extends PostColumns & PostContent>(
  scope: Scope,
  load: LoadPosts<Row>,
  ids: readonly number[],
): Promise<Row[]> {
  return ids.length === 0 ? [] : sortRowsInOrderOfIds(ids, await load(scope, scope.db.dialect.inList(sql`p.id`, ids)))
}

/** Loads the venues or organizers that events refer to, as a map by id, without those that the caller may not see. */
export async function loadVisiblePostsById<Row extends PostColumns>(
  scope: Scope,
  source: PostSource,
  ids: readonly number[],
): Promise<Map<number, Row & PostContent>> {
  if (ids.length === 0) return new Map()
  const { db, caller, now } = scope
  const found = await db
    .recordCache()
    .find(source.kind, ids, async (missing) =>
      mapRowsById(await readPosts<Row>(db, source, db.dialect.inList(sql`p.id`, missing))),
    )
  const visible = [...found.values()].filter((post) => canCallerSeePost(caller, now, post))
  return mapRowsById(visible.map((post) => addDisplayText(scope, post)))
}

/** Reads posts with their texts in one SQL statement, and their pictures in another. */
async function readPosts<Row extends PostColumns>(
  db: Reader,
  { kind, columns, shared }: PostSource,
  where: Sql,
): Promise<(Row & Omit<PostContent, 'text'>)[]> {
  const rows = await db.all<Row & WithTexts>(sql`
    SELECT ${postColumns}, ${columns}, ${textsColumnSql(db, kind)}${shared ? sql`, ${shared.columnSql(db)}` : empty}
    FROM ${tableOfKind(kind)} p WHERE ${where}`)
  const posts = parseTextsOfRows<Row>(shared ? shared.fillIn(rows) : rows)
  const imageIds = posts.flatMap(({ image_id }) => (image_id === null ? [] : [image_id]))
  const pictures = await loadPicturesById(db, imageIds)
  return posts.map((post) =>
    Object.assign(post, { image: post.image_id === null ? undefined : pictures.get(post.image_id) }),
  )
}

export const mapRowsById = <Row extends { id: number }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.id, row]))

/** Sorts rows into the order of `ids`; an id without a row is skipped. */
export const sortRowsInOrderOfIds = <Row extends { id: number }>(ids: readonly number[], rows: Row[]): Row[] => {
  const rowsById = mapRowsById(rows)
  return ids.flatMap((id) => rowsById.get(id) ?? [])
}

/**
 * Finds a post by id or slug. If several posts have the slug, the result is the only one that the caller may read.
 * Undefined if the caller may read none or more than one of them.
 */
export async function findPost<Row extends PostColumns & PostContent>(
  scope: Scope,
  kind: PostKind,
  key: Key,
  load: LoadPosts<Row>,
): Promise<Row | undefined> {
  if ('id' in key) return (await load(scope, sql`p.id = ${key.id}`))[0]
  const found = await findPostsWithSlug(scope, kind, key.slug, load)
  if (found.length <= 1) return found[0]
  const readable = found.filter((row) => postRights.canRead(scope, row))
  return readable.length === 1 ? readable[0] : undefined
}

/** Finds the post with a slug in the requested language or, if there is none, all posts with it in other languages. */
export async function findPostsWithSlug<Row extends PostContent>(
  scope: Scope,
  kind: PostKind,
  slug: string,
  load: (scope: Scope, where: Sql) => Promise<Row[]>,
): Promise<Row[]> {
  const where = recordHasSlugCondition(kind, slug)
  return where ? preferRowsInRequestedLanguage(scope, slug, await load(scope, where)) : []
}

export const postColumns = sql`p.id, p.author_id, p.original_language, p.status, p.published_at, p.dating, p.created_at,
  p.modified_at, p.version, p.image_id`

export const readPostColumns = (db: Reader, kind: PostKind, ids: readonly number[]) =>
  db.all<PostColumns>(sql`SELECT ${postColumns} FROM ${tableOfKind(kind)} p WHERE ${db.dialect.inList(sql`p.id`, ids)}`)

/** Finds the post with this id, whether it is an event, a venue or an organizer. */
export async function findPostOfAnyKind(db: Reader, id: number): Promise<PostColumns | undefined> {
  const found = await Promise.all(POST_KINDS.map((kind) => readPostColumns(db, kind, [id])))
  return found.flat()[0]
}
