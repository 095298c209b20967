import type { AnyCollection } from '../../collections/collection.ts'
import { COLLECTIONS } from '../../collections/collection-by-kind.ts'
import { ALL_RESTORABLE_FIELDS } from '../../collections/dates-affected-by-write.ts'
import { lockEditableRecord } from '../../collections/records/write-records.ts'
import { restoreVersionOfLockedRecord } from '../../collections/revisions/restore-version.ts'
import { isRecordChangedSinceBatch, readRevisionsInBatch } from '../../collections/revisions/store-revisions.ts'
import type { Scope } from '../../collections/scope.ts'
import { siteDefaultLanguage } from '../../collections/scope.ts'
import type { CalendarError } from '../../core/errors.ts'
import type { Transaction } from '../../db/database.ts'
import { addItemOutcomeToCounts, type BatchResult, toRunProblem } from '../import-run-context.ts'
import { convertErrorToRunProblems, type ProblemPlace } from '../items/parse-item-fields.ts'
import type { RunWrite } from '../runs/writes-of-import-run.ts'
import { findExternalIdsOfRecord, restoreImportedContentOfRecord } from './restore-external-ids.ts'
import { undoCreationByImport } from './undo-creation-by-import.ts'
import type { UndoContext, UndoOutcome } from './undo-of-import-context.ts'

/**
 * Finds a collection by its name in reports of imports; undefined for `media`, because pictures are not a collection.
 */
export const findImportCollectionByName = (name: string): AnyCollection | undefined =>
  COLLECTIONS.find((collection) => collection.name === name)

/** Undoes one write of a run, unless somebody has changed the record since. */
export async function undoWriteOfImport(
  context: UndoContext,
  tx: Transaction,
  write: RunWrite,
  result: BatchResult,
): Promise<void> {
  const scope = { ...context.scope, db: tx }
  const collection = findImportCollectionByName(write.collection)
  const { outcome, reason, title } =
    write.isNew || !collection
      ? await undoCreationByImport(context, scope, collection, write)
      : await undoChange(context, scope, collection, write)
  addItemOutcomeToCounts(result.counts, write.collection, outcome)
  if (reason === undefined) return
  const place = await placeOf(context, tx, write, title)
  result.problems.push(
    toRunProblem(context, { name: '', reason }, place, outcome === 'refused' ? 'refused' : 'warning'),
  )
}

/** Restores a record as it was before a run changed it, with those dates of a repeated event that the run changed. */
async function undoChange(
  context: UndoContext,
  scope: Scope<Transaction>,
  collection: AnyCollection,
  write: RunWrite,
): Promise<UndoOutcome> {
  const { db } = scope
  const { recordId: id } = write
  const found = await collection.find(scope, { id })
  if (!found) return { outcome: 'unchanged' }
  const { title } = found.text
  const revisions = await readRevisionsInBatch(db, context.undoneBatch, collection.name, id)
  if (revisions.length === 0) return { outcome: 'refused', reason: 'import.no-version', title }
  await lockEditableRecord(collection, scope, id)
  for (const { record_id } of revisions) {
    if (await isRecordChangedSinceBatch(db, context.undoneBatch, collection.name, record_id))
      return { outcome: 'refused', reason: 'import.changed-since', title }
  }
  for (const { record_id, snapshot } of revisions) {
    const row = await collection.find(scope, { id: record_id })
    const before = await collection.completeStored(scope, snapshot.row)
    if (row) await restoreVersionOfLockedRecord(collection, scope, row, before, ALL_RESTORABLE_FIELDS)
  }
  const first = revisions.findLast(({ record_id }) => record_id === id)
  const { version } = (await collection.find(scope, { id })) ?? found
  const wasEdited = first?.snapshot.row.version !== write.version
  if (!context.isFollowed)
    await restoreImportedContentOfRecord(db, context.source, write, { version: wasEdited ? write.version : version })
  return { outcome: 'updated' }
}

/** Reports a record whose earlier version cannot be restored, e.g. because another category has its name now. */
export async function reportFailedUndo(
  context: UndoContext,
  tx: Transaction,
  write: RunWrite,
  error: CalendarError,
  result: BatchResult,
): Promise<void> {
  const found = await findImportCollectionByName(write.collection)?.find(
    { ...context.scope, db: tx },
    { id: write.recordId },
  )
  const place = await placeOf(context, tx, write, found?.text.title)
  addItemOutcomeToCounts(result.counts, write.collection, 'refused')
  result.problems.push(...convertErrorToRunProblems(error, siteDefaultLanguage(context.scope), place))
}

/**
 * The place of a problem in the report of an undo: it contains the external id. When the record is deleted for good,
 * its problem is found by this id and deleted too, because the problem contains the title of the record.
 */
const placeOf = async (
  { source }: UndoContext,
  tx: Transaction,
  write: RunWrite,
  title = '',
): Promise<ProblemPlace> => ({
  place: `id ${write.recordId}`,
  collection: write.collection,
  external_id: (await findExternalIdsOfRecord(tx, source, write))[0] ?? '',
  title,
})
