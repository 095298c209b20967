import { CalendarError } from '../../../core/errors.ts'
import { type CollectionName, isTermKind } from '../../../core/kinds.ts'
import type { Transaction } from '../../../db/database.ts'
import type { AnyCollection } from '../../collection.ts'
import { ALL_RESTORABLE_FIELDS } from '../../dates-affected-by-write.ts'
import { lockEditableRecord, type WriteScope } from '../../records/write-records.ts'
import { restoreVersionOfLockedRecord } from '../../revisions/restore-version.ts'
import {
  isBatchOfImportRun,
  type Revision,
  readLaterRevisions,
  readRevisionsOfBatch,
} from '../../revisions/store-revisions.ts'
import type { Scope } from '../../scope.ts'
import { undoDeletionOfTerm, undoLinkChangesOfRemoval } from './undo-removal.ts'
import { undoSplitOfRepeatedEvent } from './undo-split-of-repeated-event.ts'

/** A record that a request changed. */
export interface UndoneRecord {
  collection: CollectionName
  id: number
}

/**
 * Undoes all writes of one request that changed or removed records: restores all of these records, or none. The undo
 * has revisions itself.
 * @param findCollection finds the collection with a name
 * @param batchId id of the request
 * @throws {CalendarError} `batch-not-found`; `written-since`, with the records that were written after the batch; also
 *   when the caller may not edit one of the records
 */
export function undoWritesOfRequest(
  findCollection: (name: CollectionName) => AnyCollection,
  scope: WriteScope,
  batchId: string,
): Promise<UndoneRecord[]> {
  return scope.db.transaction(async (tx) => {
    const inside = { ...scope, db: tx }
    const revisions = isBatchOfImportRun(batchId) ? [] : await readRevisionsOfBatch(tx, batchId)
    if (revisions.length === 0) throw new CalendarError('batch-not-found')
    await lockAll(findCollection, inside, revisions)
    await refuseWrittenSince(inside, revisions)
    for (const revision of revisions) await undoWrite(findCollection(revision.collection), inside, revision, revisions)
    return revisions.map(({ collection, record_id: id }) => ({ collection, id }))
  })
}

/** Locks the records in the order in which other transactions lock several records: by collection and id. */
async function lockAll(
  findCollection: (name: CollectionName) => AnyCollection,
  scope: Scope<Transaction>,
  revisions: readonly Revision[],
): Promise<void> {
  const key = ({ collection, record_id }: Revision) => `${collection} ${String(record_id).padStart(10, '0')}`
  for (const { collection, record_id } of revisions.toSorted((one, other) => (key(one) < key(other) ? -1 : 1))) {
    const one = findCollection(collection)
    // A deleted category or tag cannot be locked; creating it again checks the right to do so.
    const isDeleted = isTermKind(one.kind) && (await one.find(scope, { id: record_id })) === undefined
    if (!isDeleted) await lockEditableRecord(one, scope, record_id)
  }
}

async function refuseWrittenSince({ db }: Scope, revisions: readonly Revision[]): Promise<void> {
  const records = []
  for (const revision of revisions) {
    const [later] = await readLaterRevisions(db, revision)
    if (later) records.push({ collection: later.collection, id: later.record_id, user: later.login })
  }
  if (records.length > 0) throw new CalendarError('written-since', { data: { records } })
}

async function undoWrite(
  collection: AnyCollection,
  scope: Scope<Transaction>,
  revision: Revision,
  batch: readonly Revision[],
): Promise<void> {
  const { action, record_id: id, snapshot } = revision
  const locked = await collection.find(scope, { id })
  if (locked === undefined) {
    await undoDeletionOfTerm(collection, scope, revision)
  } else {
    const before = await collection.completeStored(scope, snapshot.row)
    if (action === 'created') return undoSplitOfRepeatedEvent(scope, locked, before, batch)
    await restoreVersionOfLockedRecord(collection, scope, locked, before, ALL_RESTORABLE_FIELDS)
  }
  await undoLinkChangesOfRemoval(scope, collection.kind, revision)
}
