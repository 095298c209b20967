import { type AuditActor, buildAuditEntryInsert } from '../../audit/audit-entry.ts'
import { isPostKind, KINDS, type Kind, POST_KINDS } from '../../core/kinds.ts'
import { type Database, type Reader, type Sql, sql, type Transaction } from '../../db/database.ts'
import { foreignKeyColumnOfKind, joinWithOr, tableOfKind, textTableOfKind } from '../../db/sql-fragments.ts'
import { deletePictureRow, PICTURE_COLUMNS, type PictureRow } from '../../media/picture-store.ts'

/**
 * Deletes the pictures that were stored before `before` and that no record uses, each in its own transaction. A picture
 * is used if a record, also one in the trash, has it as image or contains its address in a text or as website. The
 * audit entries have no titles.
 * @param before Unix time in seconds
 * @returns the deleted pictures
 */
export async function purgeUnusedPictures(db: Database, actor: AuditActor, before: number): Promise<PictureRow[]> {
  const candidates = await db.all<{ id: number }>(
    sql`SELECT id FROM picture WHERE created_at < ${before} AND NOT (${joinWithOr(isImageConditions(sql`picture.id`))}) ORDER BY id`,
  )
  // All texts are searched once here for the addresses of all pictures, because that takes long. Each transaction
  // searches again for its picture, because texts may have changed.
  const inTexts = candidates.length > 0 ? await selectPictureIdsInTexts(db) : new Set()
  const deleted: PictureRow[] = []
  for (const { id } of candidates) {
    const picture = inTexts.has(id)
      ? undefined
      : await db.transaction((tx) => lockAndDeletePictureIfUnused(tx, actor, id))
    if (picture) deleted.push(picture)
  }
  return deleted
}

/**
 * Deletes a picture unless a record uses it, and inserts the audit entry.
 * @param actor undefined if another audit entry describes this write
 * @returns the deleted picture; undefined when the picture is used or does not exist
 */
export async function lockAndDeletePictureIfUnused(
  tx: Transaction,
  actor: AuditActor | undefined,
  id: number,
): Promise<PictureRow | undefined> {
  // The lock stops other transactions from using the picture as image after the check.
  const picture = await tx.get<PictureRow>(
    sql`SELECT ${PICTURE_COLUMNS} FROM picture WHERE id = ${id} ${tx.dialect.forUpdate}`,
  )
  if (!picture || (await isUsed(tx, picture))) return undefined
  if (actor) await tx.run(buildAuditEntryInsert(actor, { action: 'deleted', collection: 'media', id }))
  await deletePictureRow(tx, id)
  return picture
}

const isImageConditions = (id: Sql): Sql[] =>
  POST_KINDS.map((kind) => sql`EXISTS (SELECT 1 FROM ${tableOfKind(kind)} p WHERE p.image_id = ${id})`)

/**
 * Whether a record has the picture as image, or a text or website contains the file name of the picture or of one of
 * its sizes.
 */
async function isUsed(db: Reader, { id, file_name }: PictureRow): Promise<boolean> {
  const stem = `/${file_name.replace(/\.[^.]*$/, '')}`
  const inTexts = KINDS.map(
    (kind) =>
      sql`EXISTS (SELECT 1 FROM ${textTableOfKind(kind)} WHERE ${descriptionOrExcerptContainsCondition(db, kind, stem)})`,
  )
  const asWebsite = POST_KINDS.map(
    (kind) => sql`EXISTS (SELECT 1 FROM ${tableOfKind(kind)} WHERE ${db.dialect.contains(sql`website`, stem)})`,
  )
  const row = await db.get<{ used: number | boolean }>(
    sql`SELECT ${joinWithOr([...isImageConditions(sql`${id}`), ...inTexts, ...asWebsite])} AS used`,
  )
  return Boolean(row?.used)
}

/** SQL condition that the description or excerpt of a text contains `part`. */
export function descriptionOrExcerptContainsCondition({ dialect }: Reader, kind: Kind, part: string): Sql {
  const columns = isPostKind(kind) ? [sql`description`, sql`excerpt`] : [sql`description`]
  return joinWithOr(columns.map((column) => dialect.contains(column, part)))
}

/** How many records one query covers, so that no query returns the texts of the whole calendar. */
const RECORDS_A_QUERY = 1000
const PICTURE_ADDRESS = /\/media\/(\d{1,10})-/g

/** The ids of all pictures whose addresses texts contain. */
export async function selectPictureIdsInTexts(db: Reader): Promise<Set<number>> {
  const found = new Set<number>()
  for (const kind of KINDS) {
    const id = foreignKeyColumnOfKind(kind)
    const texts = isPostKind(kind) ? sql`description || excerpt` : sql`description`
    for (let before = 0, last: number | undefined; ; before = last) {
      const records = await db.all<{ id: number }>(
        sql`SELECT id FROM ${tableOfKind(kind)} WHERE id > ${before} ORDER BY id LIMIT ${RECORDS_A_QUERY}`,
      )
      last = records.at(-1)?.id
      if (last === undefined) break
      const rows = await db.all<{ texts: string }>(sql`SELECT ${texts} AS texts FROM ${textTableOfKind(kind)}
        WHERE ${id} > ${before} AND ${id} <= ${last} AND (${descriptionOrExcerptContainsCondition(db, kind, '/media/')})`)
      for (const row of rows) for (const [, number] of row.texts.matchAll(PICTURE_ADDRESS)) found.add(Number(number))
    }
  }
  return found
}
