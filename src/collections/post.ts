import { can, canEdit } from '../core/caller.ts'
import { fold } from '../core/fold.ts'
import type { Language } from '../core/language.ts'
import { type Reader, raw, sql } from '../db/database.ts'
import { idColumn, type PostKind, table, textTable } from '../db/fragments.ts'
import { type PictureRow, picturesById } from '../media/store.ts'
import type { Key, Rights, Scope } from './collection.ts'
import { idsBySlug, shownText, type Text, textsOf } from './texts.ts'

/** The columns that events, venues and organizers have in common. */
export interface PostColumns {
  id: number
  author_id: number
  original_language: Language
  /** As stored: a scheduled post is published with a date to come. */
  status: StoredStatus
  published_at: number
  dating: 'floating' | 'given' | 'settled'
  created_at: number
  modified_at: number | null
  image_id: number | null
}

export type StoredStatus = 'publish' | 'draft' | 'pending' | 'private' | 'trash'

/** What a post is loaded with besides its own columns. */
export interface PostParts {
  text: Text
  texts: Text[]
  image: PictureRow | undefined
}

export const statusOf = (post: PostColumns, now: number) =>
  post.status === 'publish' && post.published_at > now ? 'future' : post.status

/** The rights over posts of one kind; reading needs no right once a post is out. */
export const postRights: Rights<PostColumns> = {
  canRead: ({ caller, now }, post) =>
    statusOf(post, now) === 'publish' || can(caller, 'posts:edit-others') || post.author_id === caller.id,
  canCreate: (caller) => can(caller, 'posts:create'),
  canEdit: (caller, post) => post !== undefined && canEdit(caller, post),
}

/** Adds texts and pictures to the rows of a page: two statements, however many rows. */
export async function withParts<Row extends PostColumns>(
  scope: Scope,
  kind: PostKind,
  rows: Row[],
): Promise<(Row & PostParts)[]> {
  const imageIds = rows.flatMap(({ image_id }) => (image_id === null ? [] : [image_id]))
  const [texts, images] = await Promise.all([
    textsOf(
      scope.db,
      kind,
      rows.map(({ id }) => id),
    ),
    imageIds.length > 0 ? picturesById(scope.db, imageIds) : new Map<number, PictureRow>(),
  ])
  return rows.map((row) => {
    const own = texts.get(row.id) ?? []
    const image = row.image_id === null ? undefined : images.get(row.image_id)
    return { ...row, text: shownText(scope, own, row.original_language), texts: own, image }
  })
}

/** The id a key means: of several that bear a slug, the only one the caller may see. */
export async function idOf(scope: Scope, kind: PostKind, key: Key): Promise<number | undefined> {
  if ('id' in key) return key.id
  const ids = await idsBySlug(scope, kind, key.slug)
  if (ids.length <= 1) return ids[0]
  const rows = await postsById(scope.db, kind, ids)
  const readable = rows.filter((row) => postRights.canRead(scope, row))
  return readable.length === 1 ? readable[0]?.id : undefined
}

export const postColumns = sql`p.id, p.author_id, p.original_language, p.status, p.published_at, p.dating, p.created_at,
  p.modified_at, p.image_id`

export const postsById = (db: Reader, kind: PostKind, ids: readonly number[]) =>
  db.all<PostColumns>(sql`SELECT ${postColumns} FROM ${table(kind)} p WHERE ${db.dialect.among(sql`p.id`, ids)}`)

/** A post of the same name (and description, if one is given) in the scope's language that the caller may see. */
export async function findNamesake(
  scope: Scope,
  kind: 'venue' | 'organizer',
  title: string,
  description: string | undefined,
): Promise<number | undefined> {
  const folded = fold(title)
  const start = Array.from(folded).slice(0, NAME_INDEX_LENGTH).join('')
  const rows = await scope.db.all<PostColumns & { description: string }>(sql`
    SELECT ${postColumns}, t.description FROM ${table(kind)} p JOIN ${textTable(kind)} t ON t.${idColumn(kind)} = p.id
    WHERE t.language = ${scope.language} AND substr(t.title_folded, 1, ${raw(String(NAME_INDEX_LENGTH))}) = ${start} AND t.title_folded = ${folded}
      AND p.status <> 'trash'
    ORDER BY p.id`)
  // A name alone means the namesake; with a description only one that says the same.
  const isMeant = (row: { description: string }) => !description || row.description === description
  return rows.find((row) => postRights.canRead(scope, row) && isMeant(row))?.id
}

/** Names are indexed by their beginning: PostgreSQL refuses to index a text of any length. */
const NAME_INDEX_LENGTH = 100

/** The post of any kind that has this id: ids are unique across kinds. */
export async function anyPost(db: Reader, id: number): Promise<PostColumns | undefined> {
  const found = await Promise.all(POST_KINDS.map((kind) => postsById(db, kind, [id])))
  return found.flat()[0]
}

export const POST_KINDS = ['event', 'venue', 'organizer'] as const

/** Of the ids, those that are posts of this kind which the caller may see and nobody has thrown away. */
export async function usableIds(scope: Scope, kind: PostKind, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await postsById(scope.db, kind, ids)
  return new Set(rows.filter((row) => row.status !== 'trash' && postRights.canRead(scope, row)).map(({ id }) => id))
}
