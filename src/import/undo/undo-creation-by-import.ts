import type { AnyCollection } from '../../collections/collection.ts'
import { deleteLockedPostPermanently } from '../../collections/records/delete-permanently.ts'
import { lockAndDeletePictureIfUnused } from '../../collections/records/purge-pictures.ts'
import { insertAuditAndRevisionsOfRemoval, lockEditableRecord } from '../../collections/records/write-records.ts'
import { isRecordChangedSinceBatch } from '../../collections/revisions/store-revisions.ts'
import type { Scope } from '../../collections/scope.ts'
import { isLinkedKind, isTermKind, type Kind } from '../../core/kinds.ts'
import { type Reader, sql, type Transaction } from '../../db/database.ts'
import { foreignKeyColumnOfKind, ownEventLinksSql } from '../../db/sql-fragments.ts'
import type { RunWrite } from '../runs/writes-of-import-run.ts'
import {
  deleteExternalIds,
  findExternalIdsOfRecord,
  isImportedByOtherSource,
  letNextImportRestoreRecord,
} from './restore-external-ids.ts'
import type { UndoContext, UndoOutcome } from './undo-of-import-context.ts'

/**
 * Undoes the creation of a record by a run. A post is moved to the trash or, with `force`, deleted for good, unless
 * somebody has changed it; a category or tag is deleted. A record to which others refer remains.
 * @param collection collection of the record; undefined for pictures
 */
export async function undoCreationByImport(
  context: UndoContext,
  scope: Scope<Transaction>,
  collection: AnyCollection | undefined,
  write: RunWrite,
): Promise<UndoOutcome> {
  if (!collection) return undoPicture(context, scope, write)
  const { db } = scope
  const { recordId: id } = write
  const found = await collection.find(scope, { id })
  if (!found) return { outcome: 'unchanged' }
  const { title } = found.text
  if (await isImportedByOtherSource(db, context.source, write))
    return { outcome: 'refused', reason: 'import.other-source', title }
  if (await isUsed(db, collection.kind, id)) return { outcome: 'refused', reason: 'import.used-elsewhere', title }
  const isChanged = await isRecordChangedSinceBatch(db, context.undoneBatch, collection.name, id)
  const row = await lockEditableRecord(collection, scope, id)
  if (!isTermKind(collection.kind) && (!context.force || isChanged)) {
    const outcome = await trash(context, scope, collection, write, row, isChanged)
    return context.force ? { outcome, reason: 'import.changed-since', title } : { outcome }
  }
  if (isChanged) return { outcome: 'refused', reason: 'import.changed-since', title }
  const externalIds = await findExternalIdsOfRecord(db, context.source, write)
  if (isTermKind(collection.kind)) {
    await insertAuditAndRevisionsOfRemoval(collection, scope, row)
    await collection.remove(scope, row)
  } else await deleteLockedPostPermanently(collection, scope, row)
  await freeExternalIds(context, db, write, externalIds)
  return { outcome: 'removed' }
}

async function trash(
  context: UndoContext,
  scope: Scope<Transaction>,
  collection: AnyCollection,
  write: RunWrite,
  row: { id: number; version: number; status: string; text: { title: string } },
  isChanged: boolean,
): Promise<UndoOutcome['outcome']> {
  if (row.status === 'trash') return 'unchanged'
  await insertAuditAndRevisionsOfRemoval(collection, scope, row)
  await collection.remove(scope, row, {})
  const { version } = (await collection.find(scope, { id: row.id })) ?? row
  if (!context.isFollowed && !isChanged)
    await letNextImportRestoreRecord(scope.db, context.source, write, { version, status: row.status })
  return 'removed'
}

/**
 * Deletes a picture that no record shows. Pictures have no trash: without `force` they remain for the records that were
 * moved to the trash.
 */
async function undoPicture(context: UndoContext, { db }: Scope<Transaction>, write: RunWrite): Promise<UndoOutcome> {
  if (!context.force || (await isImportedByOtherSource(db, context.source, write))) return { outcome: 'unchanged' }
  const externalIds = await findExternalIdsOfRecord(db, context.source, write)
  const deleted = await lockAndDeletePictureIfUnused(db, undefined, write.recordId)
  if (!deleted) return { outcome: 'unchanged' }
  await freeExternalIds(context, db, write, externalIds)
  return { outcome: 'removed' }
}

/**
 * Removes the external ids of a deleted record, so that the next import creates it again. Those of a subscription stay,
 * so that it does not.
 */
async function freeExternalIds(
  { isFollowed, source }: UndoContext,
  db: Transaction,
  { collection }: RunWrite,
  externalIds: readonly string[],
): Promise<void> {
  if (!isFollowed && externalIds.length > 0) await deleteExternalIds(db, { source, collection, externalIds })
}

/** Whether an event that is not in the trash refers to a record. */
async function isUsed(db: Reader, kind: Kind, id: number): Promise<boolean> {
  if (!isLinkedKind(kind)) return false
  const row = await db.get(sql`SELECT 1 AS one FROM ${ownEventLinksSql(kind)} l JOIN event e ON e.id = l.event_id
    WHERE l.${foreignKeyColumnOfKind(kind)} = ${id} AND e.status <> 'trash' LIMIT 1`)
  return row !== undefined
}
