import { type AuditActor, buildAuditEntryInsert } from '../../audit/entry.ts'
import { collectionNameOf, KINDS, POST_KINDS, type PostKind } from '../../core/kinds.ts'
import { type Database, type Reader, type Sql, sql, type Transaction } from '../../db/database.ts'
import { kindTable, or, textTable } from '../../db/fragments.ts'
import { findPicture, type PictureRow, removePicture } from '../../media/store.ts'
import { deletePost } from './erase.ts'

/** Numbers of deleted rows. */
export interface Purged {
  records: number
  pictures: number
}

/**
 * Deletes the events, venues and organizers for good that have been in the trash since before `before`, each in its own
 * transaction, with its texts, and with its picture if nothing else uses that. The audit entries have no titles.
 * @param before Unix time in seconds
 */
export async function purgeTrash(db: Database, actor: AuditActor, before: number): Promise<Purged> {
  const total = { records: 0, pictures: 0 }
  for (const kind of POST_KINDS) {
    const old = await db.all<{ id: number }>(
      sql`SELECT id FROM ${kindTable(kind)} WHERE ${trashedBefore(before)} ORDER BY id`,
    )
    for (const { id } of old) {
      const { records, pictures } = await db.transaction((tx) => purgeRecord(tx, actor, kind, id, before))
      total.records += records
      total.pictures += pictures
    }
  }
  return total
}

/** Moving a record to the trash sets `modified_at`. */
const trashedBefore = (before: number): Sql => sql`status = 'trash' AND coalesce(modified_at, created_at) < ${before}`

async function purgeRecord(
  tx: Transaction,
  actor: AuditActor,
  kind: PostKind,
  id: number,
  before: number,
): Promise<Purged> {
  // The record may have been restored since it was listed.
  const record = await tx.get<{ image_id: number | null }>(sql`SELECT image_id FROM ${kindTable(kind)}
    WHERE id = ${id} AND ${trashedBefore(before)} ${tx.dialect.forUpdate}`)
  if (!record) return { records: 0, pictures: 0 }
  await tx.run(buildAuditEntryInsert(actor, { action: 'deleted', collection: collectionNameOf(kind), id }))
  await deletePost(tx, kind, id)
  const picture = record.image_id === null ? undefined : await findPicture(tx, record.image_id)
  if (!picture || (await isUsed(tx, picture))) return { records: 1, pictures: 0 }
  await tx.run(buildAuditEntryInsert(actor, { action: 'deleted', collection: 'media', id: picture.id }))
  await removePicture(tx, picture.id)
  return { records: 1, pictures: 1 }
}

/** Whether a record has the picture as image, or a text contains its file name or that of one of its sizes. */
async function isUsed(db: Reader, { id, file_name }: PictureRow): Promise<boolean> {
  const stem = `/${file_name.replace(/\.[^.]*$/, '')}`
  const shows = (column: Sql) => db.dialect.contains(column, stem)
  const uses = [
    ...POST_KINDS.map((kind) => sql`EXISTS (SELECT 1 FROM ${kindTable(kind)} WHERE image_id = ${id})`),
    ...KINDS.map((kind) => sql`EXISTS (SELECT 1 FROM ${textTable(kind)} WHERE ${shows(sql`description`)})`),
    ...POST_KINDS.map((kind) => sql`EXISTS (SELECT 1 FROM ${textTable(kind)} WHERE ${shows(sql`excerpt`)})`),
  ]
  const row = await db.get<{ used: number | boolean }>(sql`SELECT ${or(uses)} AS used`)
  return Boolean(row?.used)
}
