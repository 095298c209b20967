import { type Caller, can, GUEST } from '../core/caller.ts'
import { POST_KINDS, type PostKind } from '../core/kinds.ts'
import { type Reader, type Sql, sql } from '../db/database.ts'
import { and, kindTable, or, publiclyVisible } from '../db/fragments.ts'
import type { PictureRow } from './store.ts'

/**
 * Condition that a user may see a picture: as its owner, with the right to upload pictures, or if the user may see a
 * record that has it as image. A picture that is the image of no record is visible to everybody, because it may be part
 * of a description.
 * @param now Unix time in seconds
 */
export function visiblePictures(caller: Caller, now: number): Sql {
  if (can(caller, 'media:upload')) return sql`1 = 1`
  const mayRead = sql`(${publiclyVisible(now)}) OR p.author_id = ${caller.id ?? 0}`
  const shownBy = (kind: PostKind) => sql`SELECT 1 FROM ${kindTable(kind)} p WHERE p.image_id = picture.id`
  return or([
    sql`picture.author_id = ${caller.id ?? 0}`,
    and(POST_KINDS.map((kind) => sql`NOT EXISTS (${shownBy(kind)})`)),
    ...POST_KINDS.map((kind) => sql`EXISTS (${shownBy(kind)} AND (${mayRead}))`),
  ])
}

export async function isPictureVisible(
  db: Reader,
  caller: Caller,
  now: number,
  { id, author_id }: Pick<PictureRow, 'id' | 'author_id'>,
): Promise<boolean> {
  if (can(caller, 'media:upload') || author_id === caller.id) return true
  const where = and([sql`picture.id = ${id}`, visiblePictures(caller, now)])
  return (await db.get(sql`SELECT 1 AS one FROM picture WHERE ${where}`)) !== undefined
}

/**
 * Whether anonymous visitors may see a picture.
 * @param now Unix time in seconds
 */
export const isPublicPicture = (db: Reader, now: number, picture: Pick<PictureRow, 'id' | 'author_id'>) =>
  isPictureVisible(db, GUEST, now, picture)
