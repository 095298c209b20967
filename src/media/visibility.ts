import { type Caller, can, GUEST } from '../core/caller.ts'
import { POST_KINDS } from '../core/kinds.ts'
import { join, type Reader, sql } from '../db/database.ts'
import { kindTable, publiclyVisible } from '../db/fragments.ts'
import type { PictureRow } from './store.ts'

/**
 * Whether a user may see a picture: as its owner, with the right to upload pictures, or if the user may see a record
 * that has it as image. A picture that is the image of no record is visible to everybody, because it may be part of a
 * description.
 * @param now Unix time in seconds
 */
export async function isPictureVisible(
  db: Reader,
  caller: Caller,
  now: number,
  { id, author_id }: Pick<PictureRow, 'id' | 'author_id'>,
): Promise<boolean> {
  if (can(caller, 'media:upload') || author_id === caller.id) return true
  const mayRead = sql`(${publiclyVisible(now)}) OR p.author_id = ${caller.id ?? 0}`
  const showing = POST_KINDS.map(
    (kind) =>
      sql`SELECT CASE WHEN ${mayRead} THEN 1 ELSE 0 END AS readable FROM ${kindTable(kind)} p WHERE p.image_id = ${id}`,
  )
  const shown = await db.get<{ readable: number | null }>(
    sql`SELECT max(s.readable) AS readable FROM (${join(showing, ' UNION ALL ')}) s`,
  )
  return shown?.readable !== 0
}

/**
 * Whether anonymous visitors may see a picture.
 * @param now Unix time in seconds
 */
export const isPublicPicture = (db: Reader, now: number, picture: Pick<PictureRow, 'id' | 'author_id'>) =>
  isPictureVisible(db, GUEST, now, picture)
