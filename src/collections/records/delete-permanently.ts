import { canKindRepeat, isKindListedByDate, isPostKind, type PostKind } from '../../core/kinds.ts'
import { sql, type Transaction } from '../../db/database.ts'
import { tableOfKind } from '../../db/sql-fragments.ts'
import { markPictureOfNonPublicRecordAsWithdrawn } from '../../media/picture-visibility.ts'
import { requireRightToEditRecord, type Writable } from '../collection.ts'
import type { Removal } from '../dates-affected-by-write.ts'
import { insertAuditEntry } from '../insert-audit-entries.ts'
import type { Scope } from '../scope.ts'
import { requireExpectedVersion } from './expected-version.ts'
import { lockEditableRecord, type Titled, trashOrDeleteRecord, type WriteScope } from './write-records.ts'

/**
 * Deletes a record for good, even if it is not in the trash, with its texts and the references from and to it. The
 * other records stay, and the id is never used again.
 * @returns the record as it was before
 */
export async function deleteRecordPermanently<Plan, Row extends Titled>(
  collection: Writable<never, Plan, Row>,
  scope: WriteScope,
  row: Row,
  removal: Removal = {},
): Promise<Row> {
  if (!isPostKind(collection.kind)) return trashOrDeleteRecord(collection, scope, row, removal)
  requireRightToEditRecord(collection.rights, scope.caller, row)
  return scope.db.transaction(async (tx) => {
    const inside = { ...scope, db: tx }
    const locked = await lockEditableRecord(collection, inside, row.id)
    requireExpectedVersion(scope, locked)
    await deleteLockedPostPermanently(collection, inside, locked)
    return locked
  })
}

/** Deletes a locked post for good, with its audit entry. */
export async function deleteLockedPostPermanently<Plan, Row extends Titled>(
  collection: Writable<never, Plan, Row>,
  scope: Scope<Transaction>,
  locked: Row,
): Promise<void> {
  const { kind, name } = collection
  if (!isPostKind(kind)) return
  insertAuditEntry(scope, { action: 'deleted', collection: name, id: locked.id, title: locked.text.title })
  await collection.beforeErase?.(scope, locked)
  await markPictureOfNonPublicRecordAsWithdrawn(scope.db, kind, locked.id, scope.now)
  await deletePostWithDates(scope.db, kind, locked.id)
}

/**
 * Deletes a post; foreign keys delete its texts and the rows of link tables such as `event_venue`. The dates of a
 * repeated event are deleted before it and in parts: a foreign key would delete thousands of dates at once, and no
 * other request would run in the meantime.
 */
export async function deletePostWithDates(tx: Transaction, kind: PostKind, id: number): Promise<void> {
  if (canKindRepeat(kind)) {
    const dates = await tx.all<{ id: number }>(
      sql`SELECT id FROM ${tableOfKind(kind)} WHERE repeat_id = ${id} ORDER BY id`,
    )
    const ids = dates.map((date) => date.id)
    await tx.inParts(ids, (part) => deletePostRows(tx, kind, part))
  }
  await deletePostRows(tx, kind, [id])
}

/** Deletes posts that have no dates: all posts other than repeated events. */
export async function deletePostRows(tx: Transaction, kind: PostKind, ids: readonly number[]): Promise<void> {
  const which = tx.dialect.inList(sql`id`, ids)
  // The triggers that count events read the rows of `event`, so events are removed from the counters before foreign
  // keys delete their texts and their rows in link tables.
  if (isKindListedByDate(kind)) {
    await tx.run(sql`UPDATE ${tableOfKind(kind)} SET status = 'trash', is_public = 0 WHERE ${which}`)
  }
  await tx.run(sql`DELETE FROM ${tableOfKind(kind)} WHERE ${which}`)
}
