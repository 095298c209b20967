import { insertBulkEvents } from '../../collections/events/bulk-load/insert-bulk-events.ts'
import type { Scope } from '../../collections/scope.ts'
import { CalendarError } from '../../core/errors.ts'
import type { CollectionName } from '../../core/kinds.ts'
import type { Transaction } from '../../db/database.ts'
import {
  addItemOutcomeToCounts,
  type BatchResult,
  createEmptyBatchResult,
  type RunContext,
  toRunProblem,
} from '../import-run-context.ts'
import { importWriteOfNewRecord, insertWritesOfImportRun, type RunWrite } from '../runs/writes-of-import-run.ts'
import { collectionNameOfImportedKind } from './collection-of-imported-kind.ts'
import type { ItemAction } from './compare-imported-items.ts'
import type { PreparedItem } from './complete-and-check-items-to-write.ts'
import {
  createRecordFromImportedItem,
  createRecordUpdater,
  idSequenceForImportedItem,
  updateRecordFromImportedItem,
} from './create-or-update-record-of-item.ts'
import {
  type ExternalIdValues,
  findFreeRecordIds,
  insertExternalIds,
  isAnyEventIdTaken,
  readVersionNumbersOfRecords,
  updateExternalId,
} from './external-ids.ts'
import { canIdBeKept, raiseIdSequenceAbove } from './keep-record-ids-of-source.ts'
import { redirectFormerAddresses } from './redirect-former-addresses.ts'
import { storeExternalIdsOfTranslations } from './store-ids-of-translations.ts'

/** Thrown in a transaction for an item that cannot be written, although its check found no problem. */
export class RefusedItemError extends Error {
  readonly item: PreparedItem

  constructor(item: PreparedItem, cause: CalendarError) {
    super(cause.message, { cause })
    this.item = item
  }
}

/**
 * Writes the prepared items of a batch, all of one kind, in an open transaction.
 * @throws {RefusedItemError} when an item cannot be written: the transaction must then be repeated without this item
 */
export async function writeImportedItems(
  context: RunContext,
  tx: Transaction,
  items: readonly PreparedItem[],
): Promise<BatchResult> {
  const result = createEmptyBatchResult()
  const [first] = items
  if (!first) return result
  const writes: RunWrite[] = []
  const onCreated: Scope['onCreated'] = (collection, id) => writes.push(importWriteOfNewRecord(collection, id))
  const scope = { ...context.scope, db: tx, onCreated }
  const created = items.filter(({ decision }) => decision.does === 'create')
  const ids = await chooseIds(context, tx, created, result)
  const groups = await bulkGroups(tx, created, ids)
  const stored: ExternalIdValues[] = []
  for (const group of groups) stored.push(...(await createTogether(context, scope, group, ids)))
  writes.push(...stored.map(({ recordId }) => importWriteOfNewRecord('events', recordId)))
  const grouped = new Set(groups.flat())
  const others = created.filter((one) => !grouped.has(one))
  stored.push(...(await createOneByOne(scope, others, ids)))
  const target = {
    source: context.source.name,
    collection: collectionNameOfImportedKind(first.item.kind),
    runId: context.runId,
  }
  if (stored.length > 0) addItemOutcomeToCounts(result.counts, target.collection, 'created', stored.length)
  for (const item of items) {
    if (item.decision.does === 'update') await updateOne(context, scope, target, item, { result, writes })
    if (item.decision.does === 'join') stored.push(await joinOne(context, scope, item, { result, writes }))
  }
  await insertExternalIds(tx, target, stored)
  await insertWritesOfImportRun(tx, context.runId, writes)
  await storeExternalIdsOfTranslations(context, tx, target, items, result)
  await redirectFormerAddresses(scope, items, stored)
  return result
}

/**
 * Chooses which ids of the source new records keep: those that no other record has. None if the run does not preserve
 * ids.
 */
async function chooseIds(context: RunContext, tx: Transaction, items: readonly PreparedItem[], result: BatchResult) {
  const chosen = new Map<PreparedItem, number>()
  const [first] = items
  if (!context.options.keepIds || !first) return chosen
  const wanted = items.filter(({ item }) => canIdBeKept(item.id))
  const wantedIds = wanted.map(({ item }) => item.id as number)
  const free = wanted.length === 0 ? new Set<number>() : await findFreeRecordIds(tx, first.item.kind, wantedIds)
  for (const one of wanted) {
    const id = one.item.id as number
    // For the second of two items with the same id, `delete` returns false, so only the first gets the id.
    if (free.delete(id)) chosen.set(one, id)
    else {
      const problem = { name: 'id', reason: 'import.id-taken', placeholders: { value: id } } as const
      result.problems.push(toRunProblem(context, problem, one.place))
    }
  }
  const highest = items.map(({ item }) => item.highestId)
  await raiseIdSequenceAbove(tx, idSequenceForImportedItem(first.item), [...chosen.values(), ...highest])
  return chosen
}

type ChosenIds = ReadonlyMap<PreparedItem, number>

async function createOneByOne(
  scope: Scope<Transaction>,
  items: readonly PreparedItem[],
  ids: ChosenIds,
): Promise<ExternalIdValues[]> {
  const stored: Omit<ExternalIdValues, 'version'>[] = []
  for (const one of items) {
    const { item, fields, content, fingerprint } = one
    const recordId = await refusing(one, () => createRecordFromImportedItem(scope, item, fields, ids.get(one)))
    stored.push({ externalId: item.externalId, recordId, content, fingerprint, matchKey: item.matchKey })
  }
  const [first] = items
  if (!first) return []
  const versions = await readVersionNumbersOfRecords(
    scope.db,
    first.item.kind,
    stored.map(({ recordId }) => recordId),
  )
  return stored.map((one) => ({ ...one, version: versions.get(one.recordId) ?? 1 }))
}

/** Runs `work`. If the API refuses the fields of an item, throws a `RefusedItemError` that names the item. */
const refusing = async <T>(item: PreparedItem, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw error instanceof CalendarError && error.status < 500 ? new RefusedItemError(item, error) : error
  }
}

async function createTogether(
  { takenSlugs }: RunContext,
  scope: Scope<Transaction>,
  group: readonly PreparedItem[],
  ids: ChosenIds,
): Promise<ExternalIdValues[]> {
  const events = group.flatMap((one) => (one.bulk ? [{ ...one.bulk, id: ids.get(one) }] : []))
  const recordIds = await insertBulkEvents(scope, events, takenSlugs)
  return group.map(({ item, content, fingerprint, bulk }, at) => {
    // The version of a new event is the number of its texts, because each translation raises it by 1.
    const version = bulk?.texts.length ?? 1
    const { externalId, matchKey } = item
    return { externalId, recordId: recordIds[at] as number, version, content, fingerprint, matchKey }
  })
}

/**
 * Groups the events that one statement can insert: those that get new ids, and those that keep their ids, as long as no
 * other event has an id in between.
 */
async function bulkGroups(tx: Transaction, items: readonly PreparedItem[], ids: ChosenIds): Promise<PreparedItem[][]> {
  const bulk = items.filter((one) => one.bulk !== undefined)
  const added = bulk.filter((one) => !ids.has(one))
  const withOwnIds = bulk
    .filter((one) => ids.has(one))
    .sort((one, other) => (ids.get(one) as number) - (ids.get(other) as number))
  const [first, last] = [withOwnIds[0], withOwnIds.at(-1)].map((one) => one && ids.get(one))
  const fits = first !== undefined && last !== undefined && !(await isAnyEventIdTaken(tx, first, last))
  return [...(fits ? [withOwnIds] : []), ...(added.length > 0 ? [added] : [])]
}

/** Writes the values of an item to the empty fields of the record that another source of the same site has imported. */
async function joinOne(
  context: RunContext,
  scope: Scope<Transaction>,
  one: PreparedItem,
  { result, writes }: { result: BatchResult; writes: RunWrite[] },
): Promise<ExternalIdValues> {
  const { item, fields, content, fingerprint, place } = one
  const { recordId } = one.decision as Extract<ItemAction, { does: 'join' }>
  const { isChanged } = await refusing(one, () =>
    updateRecordFromImportedItem(
      scope,
      createRecordUpdater(scope),
      context.source.name,
      item,
      fields,
      { recordId },
      context.index,
    ),
  )
  addItemOutcomeToCounts(result.counts, place.collection, isChanged ? 'updated' : 'unchanged')
  const collection = collectionNameOfImportedKind(item.kind)
  if (isChanged) writes.push({ collection, recordId, isNew: false, version: 0, content: '' })
  const version = (await readVersionNumbersOfRecords(scope.db, item.kind, [recordId])).get(recordId) ?? 1
  return { externalId: item.externalId, recordId, version, content, fingerprint }
}

async function updateOne(
  context: RunContext,
  scope: Scope<Transaction>,
  target: { source: string; collection: CollectionName | 'media'; runId: number },
  one: PreparedItem,
  { result, writes }: { result: BatchResult; writes: RunWrite[] },
): Promise<void> {
  const { item, fields, decision, place, content, fingerprint } = one
  if (decision.does !== 'update') return
  const { isChanged, isEdited, problems, contentBefore } = await refusing(one, () =>
    updateRecordFromImportedItem(
      scope,
      createRecordUpdater(scope),
      target.source,
      item,
      fields,
      decision,
      context.index,
    ),
  )
  result.problems.push(...problems.map((problem) => toRunProblem(context, problem, place)))
  addItemOutcomeToCounts(result.counts, target.collection, isChanged ? 'updated' : 'unchanged')
  const { recordId, version: versionBefore } = decision
  const write = {
    collection: target.collection,
    recordId,
    isNew: false,
    version: versionBefore,
    content: contentBefore,
  }
  if (isChanged) writes.push(write)
  if (!isChanged && fingerprint === '') return
  // If somebody edited the record here, the stored version stays the one of the last import, so that later runs compare
  // each field again.
  const versions = isEdited ? undefined : await readVersionNumbersOfRecords(scope.db, item.kind, [recordId])
  const version = versions?.get(recordId) ?? versionBefore
  const { externalId, matchKey } = item
  await updateExternalId(scope.db, target, { externalId, version, fingerprint, content, matchKey })
}
