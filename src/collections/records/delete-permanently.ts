import { canRepeat, isListedByDate, isPost, type PostKind } from '../../core/kinds.ts'
import { sql, type Transaction } from '../../db/database.ts'
import { tableOfKind } from '../../db/sql-fragments.ts'
import { hidePictureOfHiddenRecord } from '../../media/picture-visibility.ts'
import { permitEdit, type Writable } from '../collection.ts'
import type { Removal } from '../extent-of-write.ts'
import { insertAuditEntry } from '../insert-audit-entries.ts'
import type { Scope } from '../scope.ts'
import { requireExpectedVersion } from './expected-version.ts'
import { lockEditableRecord, removeRecord, type Titled, type WriteScope } from './write-records.ts'

/**
 * Deletes a record for good, from the trash or not, with its texts and the references from and to it. The other records
 * stay, and the id is never used again.
 * @returns the record as it was before
 */
export async function deleteRecordPermanently<Plan, Row extends Titled>(
  collection: Writable<never, Plan, Row>,
  scope: WriteScope,
  row: Row,
  removal: Removal = {},
): Promise<Row> {
  if (!isPost(collection.kind)) return removeRecord(collection, scope, row, removal)
  permitEdit(collection.rights, scope.caller, row)
  return scope.db.transaction(async (tx) => {
    const inside = { ...scope, db: tx }
    const locked = await lockEditableRecord(collection, inside, row.id)
    requireExpectedVersion(scope, locked)
    await deleteLockedRecord(collection, inside, locked)
    return locked
  })
}

/** Deletes a locked post for good, with its audit entry. */
export async function deleteLockedRecord<Plan, Row extends Titled>(
  collection: Writable<never, Plan, Row>,
  scope: Scope<Transaction>,
  locked: Row,
): Promise<void> {
  const { kind, name } = collection
  if (!isPost(kind)) return
  insertAuditEntry(scope, { action: 'deleted', collection: name, id: locked.id, title: locked.text.title })
  await collection.beforeErase?.(scope, locked)
  await hidePictureOfHiddenRecord(scope.db, kind, locked.id, scope.now)
  await deletePostWithDates(scope.db, kind, locked.id)
}

/**
 * Deletes a post; foreign keys delete its texts and the rows of link tables such as `event_venue`. The dates of a
 * repeated event are deleted before it and in parts: a foreign key would delete thousands of them without a pause, in
 * which no other request runs.
 */
export async function deletePostWithDates(tx: Transaction, kind: PostKind, id: number): Promise<void> {
  if (canRepeat(kind)) {
    const dates = await tx.all<{ id: number }>(
      sql`SELECT id FROM ${tableOfKind(kind)} WHERE repeat_id = ${id} ORDER BY id`,
    )
    const ids = dates.map((date) => date.id)
    await tx.inParts(ids, (part) => deletePostRows(tx, kind, part))
  }
  await deletePostRows(tx, kind, [id])
}

/** Deletes posts that no date of a repeated event belongs to. */
export async function deletePostRows(tx: Transaction, kind: PostKind, ids: readonly number[]): Promise<void> {
  const which = tx.dialect.inList(sql`id`, ids)
  // The triggers that count events read the rows of `event`, so events are removed from the counters before foreign keys
  // delete their texts and their rows in link tables.
  if (isListedByDate(kind)) {
    await tx.run(sql`UPDATE ${tableOfKind(kind)} SET status = 'trash', is_public = 0 WHERE ${which}`)
  }
  await tx.run(sql`DELETE FROM ${tableOfKind(kind)} WHERE ${which}`)
}
