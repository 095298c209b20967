import type { Reader } from '../../db/database.ts'
import { RunTakenOverError } from '../import-errors.ts'
import type { PresenceItem, RecordItem, UnreadableItem } from '../import-item-types.ts'
import {
  addItemOutcomeToCounts,
  addToCountsOfImportRun,
  type BatchResult,
  createEmptyBatchResult,
  type RunContext,
  toRunProblem,
} from '../import-run-context.ts'
import {
  completeAndCheckItemsToWrite,
  type PreparedItem,
  reportRefusalOfItem,
} from '../items/complete-and-check-items-to-write.ts'
import { createDryRunRecordUpdater, updateRecordFromImportedItem } from '../items/create-or-update-record-of-item.ts'
import { loadPicturesToImport, type PreparedPicture, storePreparedPictures } from '../items/import-pictures.ts'
import { countEventRemovals, removeOrRestoreImportedEvents } from '../items/remove-or-restore-imported-events.ts'
import { RefusedItemError, writeImportedItems } from '../items/write-items.ts'
import type { Batch } from './group-entries-into-batches.ts'
import {
  insertProblemsOfImportRun,
  RUN_PROBLEMS_MAX,
  type RunCounts,
  type RunProblem,
  storeImportRunProgress,
} from './import-run-store.ts'

/** What a run has done so far. */
export interface RunProgress {
  cursor: string
  counts: RunCounts
  /** Number of problems that the run has stored. */
  problems: number
}

/** A batch that was compared with earlier runs and checked, so that it can be written. */
export interface PreparedBatch {
  /** The positions of its entries in the source, in their order. */
  places: readonly string[]
  /** The cursor of its last entry. */
  cursor: string
  pictures: readonly PreparedPicture[]
  items: readonly PreparedItem[]
  presence: readonly PresenceItem[]
  /** The outcomes of entries that need no write, and the problems that were found before the transaction. */
  result: BatchResult
}

/**
 * Compares the entries of a batch with earlier runs and checks them. Downloads and stores pictures of records.
 * @param reader the database, or a cache of its rows, for the checks
 */
export async function prepareImportBatch(context: RunContext, batch: Batch, reader: Reader): Promise<PreparedBatch> {
  const result = createEmptyBatchResult()
  const of = <Kind>(is: (entry: Batch[number]) => boolean) => batch.filter(is) as Kind[]
  for (const item of of<UnreadableItem>(({ kind }) => kind === 'unreadable')) reportUnreadable(context, item, result)
  const pictures = await loadPicturesToImport(
    context,
    of((entry) => entry.kind === 'picture'),
    result,
  )
  const isRecord = ({ kind }: Batch[number]) => !['picture', 'unreadable', 'presence'].includes(kind)
  return {
    places: batch.map(({ place }) => place),
    cursor: (batch.at(-1) as Batch[number]).cursor,
    pictures,
    items: await completeAndCheckItemsToWrite(context, of<RecordItem>(isRecord), reader, result),
    presence: of<PresenceItem>(({ kind }) => kind === 'presence'),
    result,
  }
}

/**
 * Writes a batch: one transaction writes the records, their external ids, the problems and the new cursor. A dry run
 * writes only problems and cursor.
 */
export async function writeImportBatch(
  context: RunContext,
  batch: PreparedBatch,
  progress: RunProgress,
): Promise<RunProgress> {
  const { items, pictures, presence, result } = batch
  if (context.isDry) {
    await checkItems(context, items, result)
    countEventRemovals(presence, result)
    return save(context, progress, batch, async () => createEmptyBatchResult())
  }
  return save(context, progress, batch, async (tx, refused) => {
    const written = await writeImportedItems(
      context,
      tx,
      items.filter((item) => !refused.has(item)),
    )
    await storePreparedPictures(context, tx, pictures, written)
    await removeOrRestoreImportedEvents(context, tx, presence, written)
    return written
  })
}

function reportUnreadable(context: RunContext, item: UnreadableItem, result: BatchResult): void {
  const { place, externalId = '', problem, severity = 'refused' } = item
  const at = { place, collection: 'events', external_id: externalId, title: '' }
  result.problems.push(toRunProblem(context, problem, at, severity))
  if (severity === 'refused') addItemOutcomeToCounts(result.counts, 'events', 'refused')
}

/** Checks the items of a dry run as a write would, without writing them. */
async function checkItems(context: RunContext, items: readonly PreparedItem[], result: BatchResult): Promise<void> {
  const { scope, source, index } = context
  for (const one of items) {
    const { item, fields, decision, place } = one
    try {
      if (decision.does === 'create') addItemOutcomeToCounts(result.counts, place.collection, 'created')
      else {
        const updater = createDryRunRecordUpdater(scope)
        const { isChanged, problems } = await updateRecordFromImportedItem(
          scope,
          updater,
          source.name,
          item,
          fields,
          decision,
          index,
        )
        result.problems.push(...problems.map((problem) => toRunProblem(context, problem, place)))
        addItemOutcomeToCounts(result.counts, place.collection, isChanged ? 'updated' : 'unchanged')
      }
    } catch (error) {
      reportRefusalOfItem(context, one, error, result)
    }
  }
}

/** Sorts problems by the position of their entries in the batch. */
function inOrder({ places }: PreparedBatch, problems: readonly RunProblem[]): RunProblem[] {
  const positions = new Map(places.map((place, position) => [place, position]))
  const positionOf = ({ place }: RunProblem) => positions.get(place) ?? 0
  return problems.toSorted((one, other) => positionOf(one) - positionOf(other))
}

type Write = (
  tx: Parameters<Parameters<RunContext['scope']['db']['transaction']>[0]>[0],
  refused: ReadonlySet<PreparedItem>,
) => Promise<BatchResult>

/**
 * Calls `write` and stores the progress of the run in one transaction. If `write` refuses an item, the transaction is
 * repeated without that item.
 */
async function save(
  context: RunContext,
  progress: RunProgress,
  batch: PreparedBatch,
  write: Write,
): Promise<RunProgress> {
  const { cursor, result: prepared } = batch
  const { scope, source, runId, takenSlugs } = context
  const refused = new Set<PreparedItem>()
  let attempts = 0
  for (;;) {
    try {
      return await scope.db.transaction(async (tx) => {
        // The previous attempt was rolled back, so the slugs that it reserved in `takenSlugs` are free again.
        if (attempts > 0) takenSlugs.clear()
        attempts += 1
        await tx.lock(`import ${source.name}`)
        const written = await write(tx, refused)
        const counts: RunCounts = structuredClone(progress.counts)
        for (const result of [prepared, written]) addToCountsOfImportRun(counts, result.counts)
        const problems = inOrder(batch, [...prepared.problems, ...written.problems]).slice(
          0,
          RUN_PROBLEMS_MAX - progress.problems,
        )
        await insertProblemsOfImportRun(tx, runId, problems)
        if (!(await storeImportRunProgress(tx, runId, progress.cursor, { cursor, counts })))
          throw new RunTakenOverError('another process goes on with this import')
        return { cursor, counts, problems: progress.problems + problems.length }
      })
    } catch (error) {
      if (!(error instanceof RefusedItemError)) throw error
      refused.add(error.item)
      reportRefusalOfItem(context, error.item, error.cause, prepared)
    }
  }
}
