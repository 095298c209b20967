import { CalendarError } from '../../../core/errors.ts'
import { sql, type Transaction } from '../../../db/database.ts'
import { ALL_RESTORABLE_FIELDS } from '../../dates-affected-by-write.ts'
import { insertAuditEntry } from '../../insert-audit-entries.ts'
import { deletePostWithDates } from '../../records/delete-permanently.ts'
import type { Revision } from '../../revisions/store-revisions.ts'
import type { Scope } from '../../scope.ts'
import type { EventRow } from '../event-row.ts'
import { moveDatesToOtherEvent } from '../repeat/write/move-dates-to-other-event.ts'
import { restoreEvent } from './restore-event.ts'

/**
 * Undoes the split of a repeated event: its later dates, which had become dates of a new event, belong to the first one
 * again, and the new event is deleted. The caller restores the rules of the first event from the revision of that
 * event.
 * @param event the event that the split created
 * @param before the same event directly after the split, before anything else was changed
 * @param batch all revisions of the request that split the event
 */
export async function undoSplitOfRepeatedEvent(
  scope: Scope<Transaction>,
  event: EventRow,
  before: EventRow,
  batch: readonly Revision[],
): Promise<void> {
  const { db } = scope
  const first = batch.find(
    ({ collection, record_id, snapshot }) =>
      collection === 'events' && record_id !== event.id && snapshot.row.repeat_id === null,
  )
  if (first === undefined) throw new CalendarError('batch-not-found')
  await restoreEvent(scope, event, before, ALL_RESTORABLE_FIELDS)
  await deleteRemovedDatesThatOtherEventHas(db, event.id, first.record_id)
  await moveDatesToOtherEvent(db, { from: event.id, to: first.record_id }, sql`1 = 1`)
  insertAuditEntry(scope, { action: 'deleted', collection: 'events', id: event.id, title: before.text.title })
  await deletePostWithDates(db, 'event', event.id)
}

/** Deletes the dates in the trash that were added after the split at the time of an earlier date of the first event. */
const deleteRemovedDatesThatOtherEventHas = (tx: Transaction, id: number, otherId: number): Promise<number> =>
  tx.run(sql`DELETE FROM event WHERE repeat_id = ${id} AND status = 'trash'
    AND original_start IN (SELECT o.original_start FROM event o WHERE o.repeat_id = ${otherId})`)
