import { hasListedStart, isPost, type PostKind } from '../../core/kinds.ts'
import { sql, type Transaction } from '../../db/database.ts'
import { kindTable } from '../../db/fragments.ts'
import { withdrawPicture } from '../../media/visibility.ts'
import { insertAuditEntry } from '../audit-log.ts'
import { permitEdit, type Writable } from '../collection.ts'
import { lockEditableRecord, removeRecord, type Titled, type WriteScope } from './write.ts'

/**
 * Deletes a record for good, from the trash or not: with its texts and its links to other records. The records that it was
 * linked to stay, and its id is never used again.
 * @returns the record as it was before
 */
export async function eraseRecord<Plan, Row extends Titled>(
  collection: Writable<never, Plan, Row>,
  scope: WriteScope,
  row: Row,
): Promise<Row> {
  const { kind, name } = collection
  if (!isPost(kind)) return removeRecord(collection, scope, row)
  permitEdit(collection.rights, scope.caller, row)
  return scope.db.transaction(async (tx) => {
    const inside = { ...scope, db: tx }
    const locked = await lockEditableRecord(collection, inside, row.id)
    insertAuditEntry(inside, { action: 'deleted', collection: name, id: row.id, title: locked.text.title })
    await withdrawPicture(tx, kind, row.id, scope.now)
    await deletePost(tx, kind, row.id)
    return locked
  })
}

/** Deletes the row of a post; foreign keys delete the rows of its texts and links. */
async function deletePost(tx: Transaction, kind: PostKind, id: number): Promise<void> {
  if (hasListedStart(kind)) {
    // The triggers that count events read this row, so it leaves the counters before its texts and links are deleted.
    await tx.run(sql`UPDATE ${kindTable(kind)} SET status = 'trash', is_public = 0 WHERE id = ${id}`)
  }
  await tx.run(sql`DELETE FROM ${kindTable(kind)} WHERE id = ${id}`)
}
