import { type AuditActor, buildAuditEntryInsert } from '../../audit/audit-entry.ts'
import { collectionNameOfKind, POST_KINDS, type PostKind } from '../../core/kinds.ts'
import { type Database, type Sql, sql, type Transaction } from '../../db/database.ts'
import { tableOfKind } from '../../db/sql-fragments.ts'
import { deletePostWithDates } from './delete-permanently.ts'

/**
 * Deletes the events, venues and organizers for good that have been in the trash since before `before`, each in its own
 * transaction, with its texts. The audit entries have no titles.
 * @param before Unix time in seconds
 * @returns the number of deleted records
 */
export async function purgeTrash(db: Database, actor: AuditActor, before: number): Promise<number> {
  let deleted = 0
  for (const kind of POST_KINDS) {
    const old = await db.all<{ id: number }>(
      sql`SELECT id FROM ${tableOfKind(kind)} WHERE ${trashedBefore(before)} ORDER BY id`,
    )
    for (const { id } of old) {
      if (await db.transaction((tx) => purgeRecord(tx, actor, kind, id, before))) deleted += 1
    }
  }
  return deleted
}

/**
 * SQL condition that a record was moved to the trash before a time: moving it there sets `modified_at`, and a record in
 * the trash cannot change.
 */
const trashedBefore = (before: number): Sql => sql`status = 'trash' AND coalesce(modified_at, created_at) < ${before}`

/**
 * Deletes one record for good, if it is still in the trash.
 * @returns whether the record was deleted: it may have been restored since it was listed
 */
async function purgeRecord(
  tx: Transaction,
  actor: AuditActor,
  kind: PostKind,
  id: number,
  before: number,
): Promise<boolean> {
  const record = await tx.get(
    sql`SELECT id FROM ${tableOfKind(kind)} WHERE id = ${id} AND ${trashedBefore(before)} ${tx.dialect.forUpdate}`,
  )
  if (!record) return false
  await tx.run(buildAuditEntryInsert(actor, { action: 'deleted', collection: collectionNameOfKind(kind), id }))
  await deletePostWithDates(tx, kind, id)
  return true
}
