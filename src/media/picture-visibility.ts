import { ANONYMOUS, type Caller, hasRight } from '../core/caller.ts'
import { POST_KINDS, type PostKind } from '../core/kinds.ts'
import { empty, type Reader, type Sql, sql, type Transaction } from '../db/database.ts'
import { joinWithAnd, joinWithOr, publiclyVisibleCondition, tableOfKind } from '../db/sql-fragments.ts'

/**
 * SQL condition: the caller may see a row of `picture`. Editors may see all pictures, others their own and those that
 * are the image of a record that they may read. A picture that is the image of no record may be part of a description,
 * so everybody may see it, unless it was the image of a record that was not public (see
 * `markPictureOfNonPublicRecordAsWithdrawn`).
 * @param now Unix time in seconds
 */
export function visiblePictureCondition(caller: Caller, now: number): Sql {
  if (hasRight(caller, 'posts:edit-others')) return sql`1 = 1`
  const owner = caller.id ?? 0
  const mayRead = sql`AND ((${publiclyVisibleCondition(now)}) OR p.author_id = ${owner})`
  return joinWithOr([
    sql`picture.author_id = ${owner}`,
    pictureIsImageOfRecordCondition(mayRead),
    joinWithAnd([sql`picture.is_withdrawn = 0`, sql`NOT (${pictureIsImageOfRecordCondition(empty)})`]),
  ])
}

/** SQL condition: a row of `picture` is the image of a record for which `condition` is true. */
export const pictureIsImageOfRecordCondition = (condition: Sql): Sql =>
  joinWithOr(
    POST_KINDS.map(
      (kind) => sql`EXISTS (SELECT 1 FROM ${tableOfKind(kind)} p WHERE p.image_id = picture.id ${condition})`,
    ),
  )

/**
 * Whether a user may see a picture.
 * @param now Unix time in seconds
 */
export async function isPictureVisible(db: Reader, caller: Caller, now: number, id: number): Promise<boolean> {
  const visible = visiblePictureCondition(caller, now)
  return (await db.get(sql`SELECT 1 AS found FROM picture WHERE picture.id = ${id} AND (${visible})`)) !== undefined
}

/**
 * Whether anonymous visitors may see a picture.
 * @param now Unix time in seconds
 */
export const isPublicPicture = (db: Reader, now: number, id: number) => isPictureVisible(db, ANONYMOUS, now, id)

/**
 * Hides the picture of a record that is not public. Must be called before the record gets another image or none, or is
 * deleted for good: the picture was hidden together with the record, and must not become public without it.
 * @param now Unix time in seconds
 */
export async function markPictureOfNonPublicRecordAsWithdrawn(
  tx: Transaction,
  kind: PostKind,
  recordId: number,
  now: number,
): Promise<void> {
  await tx.run(sql`UPDATE picture SET is_withdrawn = 1 WHERE id =
    (SELECT p.image_id FROM ${tableOfKind(kind)} p WHERE p.id = ${recordId} AND NOT (${publiclyVisibleCondition(now)}))`)
}
