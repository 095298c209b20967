import { loadRecordsChangedByWrite, lockEditableRecord } from '../../collections/records/write-records.ts'
import { insertRevisions } from '../../collections/revisions/store-revisions.ts'
import type { Transaction } from '../../db/database.ts'
import type { PresenceItem } from '../import-item-types.ts'
import { addItemOutcomeToCounts, type BatchResult, type RunContext } from '../import-run-context.ts'
import { insertWritesOfImportRun } from '../runs/writes-of-import-run.ts'
import { collectionNameOfImportedKind, collectionOfImportedKind } from './collection-of-imported-kind.ts'
import { createRecordUpdater } from './create-or-update-record-of-item.ts'
import {
  findImportedRecords,
  type ImportedRecord,
  readContentOfLastImport,
  readVersionNumbersOfRecords,
  storePresenceOfRecord,
} from './external-ids.ts'

const COLLECTION = collectionNameOfImportedKind('event')
const events = collectionOfImportedKind('event')

const isRemoval = ({ change }: PresenceItem) => change === 'trash' || change === 'cancel'

/** Counts the events that a run removes from this calendar. */
export function countEventRemovals(items: readonly PresenceItem[], result: BatchResult): void {
  const removed = items.filter(isRemoval).length
  if (removed > 0) addItemOutcomeToCounts(result.counts, COLLECTION, 'removed', removed)
}

/**
 * Removes imported events that their source does not contain any more, and restores removed ones that it contains
 * again.
 */
export async function removeOrRestoreImportedEvents(
  context: RunContext,
  tx: Transaction,
  items: readonly PresenceItem[],
  result: BatchResult,
): Promise<void> {
  if (items.length === 0) return
  const { source, scope } = context
  const ids = items.map(({ externalId }) => externalId)
  const found = await findImportedRecords(tx, source.name, COLLECTION, ids)
  for (const item of items) {
    const imported = found.get(item.externalId)
    if (!imported || imported.record_id === null) continue
    const removedFrom = await changeEvent(context, tx, item, imported)
    const versions = await readVersionNumbersOfRecords(tx, 'event', [imported.record_id])
    // If somebody edited the event here, the stored version stays the one of the last import, so that later runs
    // compare each field.
    const version = versions.get(imported.record_id) ?? imported.record_version
    if (removedFrom !== undefined && removedFrom.version !== version) await storeWrite(context, tx, item, imported)
    const wasEdited = removedFrom === undefined || removedFrom.version !== imported.record_version
    await storePresenceOfRecord(
      tx,
      { source: source.name, collection: COLLECTION, externalId: item.externalId },
      {
        missingSince: item.change === 'found' || item.change === 'restore' ? null : scope.now,
        removedFrom: removedFrom?.state ?? '',
        version: wasEdited ? imported.record_version : version,
      },
    )
  }
  countEventRemovals(items, result)
}

async function storeWrite(
  { source, runId }: RunContext,
  tx: Transaction,
  { externalId }: PresenceItem,
  { record_id, record_version: version }: ImportedRecord,
): Promise<void> {
  const content = await readContentOfLastImport(tx, source.name, COLLECTION, externalId)
  await insertWritesOfImportRun(tx, runId, [
    { collection: COLLECTION, recordId: record_id as number, isNew: false, version, content },
  ])
}

/**
 * Removes or restores one event.
 * @returns the event's version before the change, and in `state` the status that a later restoration gives it;
 * undefined if nothing changed
 */
async function changeEvent(
  { scope: outside }: RunContext,
  tx: Transaction,
  { change }: PresenceItem,
  imported: ImportedRecord,
): Promise<{ version: number; state: string } | undefined> {
  if (change === 'missing' || change === 'found') return undefined
  const scope = { ...outside, db: tx }
  const row = await lockEditableRecord(events, scope, imported.record_id as number)
  const { version, status = '', event_status = '' } = row as typeof row & { event_status?: string }
  const write = (fields: Record<string, unknown>) => createRecordUpdater(scope).write(events, scope, row.id, fields)
  if (change === 'restore') {
    // An event that somebody has changed since its removal is not restored.
    if (version !== imported.record_version || imported.removed_from === '') return { version, state: '' }
    const name = status === 'trash' ? 'status' : 'event_status'
    await write({ [name]: imported.removed_from })
    return { version, state: '' }
  }
  if (status === 'trash') return undefined
  if (change === 'cancel') {
    await write({ event_status: 'cancelled' })
    return { version, state: event_status }
  }
  const rows = await loadRecordsChangedByWrite(events, scope, row, { isRemoval: true })
  insertRevisions(scope, { action: 'trashed', collection: events.name }, rows)
  await events.remove(scope, row, {})
  return { version, state: status }
}
