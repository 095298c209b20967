import { hasRight } from '../../core/caller.ts'
import { invalidParameterError, missingRightError } from '../../core/errors.ts'
import type { Transaction } from '../../db/database.ts'
import type { AnyCollection } from '../collection.ts'
import type { Scope } from '../scope.ts'
import { deleteLockedPostPermanently } from './delete-permanently.ts'
import { updateRecordInOpenTransaction } from './write-in-open-transaction.ts'
import { insertAuditAndRevisionsOfUpdate, lockEditableRecord, type WriteScope } from './write-records.ts'

/** A post in the trash. */
export interface TrashedRecord {
  collection: AnyCollection
  id: number
}

/**
 * Restores posts from the trash as drafts, and dates of repeated events with the status of their event: all of them, or
 * none. The restoration can be undone with the batch of the
 * request.
 * @throws {CalendarError} when a post is not in the trash, or the caller may not edit it
 */
export const restoreTrashedRecords = (scope: WriteScope, records: readonly TrashedRecord[]): Promise<void> =>
  forEachTrashed(scope, records, async (collection, inside, row) => {
    const body = { status: 'draft' }
    await insertAuditAndRevisionsOfUpdate(collection, inside, row, body)
    await updateRecordInOpenTransaction(collection, inside, row, body)
  })

/**
 * Deletes posts in the trash for good: all of them, or none.
 * @throws {CalendarError} when a post is not in the trash, or the caller is not an editor
 */
export async function deleteTrashedRecords(scope: WriteScope, records: readonly TrashedRecord[]): Promise<void> {
  if (!hasRight(scope.caller, 'posts:edit-others')) throw missingRightError(scope.caller, 'posts:edit-others')
  await forEachTrashed(scope, records, deleteLockedPostPermanently)
}

// biome-ignore lint/suspicious/noExplicitAny: rows of any collection, which only that collection reads
type Work = (collection: AnyCollection, inside: Scope<Transaction>, row: any) => Promise<void>

/** Locks the records in the order in which other transactions lock several records: by collection and id. */
async function forEachTrashed(scope: WriteScope, records: readonly TrashedRecord[], work: Work): Promise<void> {
  const key = ({ collection, id }: TrashedRecord) => `${collection.name} ${String(id).padStart(10, '0')}`
  await scope.db.transaction(async (tx) => {
    const inside = { ...scope, db: tx }
    for (const { collection, id } of records.toSorted((one, other) => (key(one) < key(other) ? -1 : 1))) {
      const row = await lockEditableRecord(collection, inside, id)
      if (row.status !== 'trash') throw invalidParameterError('records', 'reason.unknown-ids', { ids: id })
      await work(collection, inside, row)
    }
  })
}
