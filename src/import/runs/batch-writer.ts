import { setTimeout as sleep } from 'node:timers/promises'
import {
  chooseEventCountOfNextTransaction,
  EVENTS_IN_FIRST_TRANSACTION,
  TRANSACTION_PAUSE_MS,
} from '../../collections/events/bulk-load/bulk-load-events.ts'
import type { RecordItem } from '../import-item-types.ts'
import type { RunContext } from '../import-run-context.ts'
import type { Batch } from './group-entries-into-batches.ts'
import { type PreparedBatch, type RunProgress, writeImportBatch } from './import-batch.ts'
import type { RunCounts } from './import-run-store.ts'
import { canThreadWriteBatch, startWriterThread, type WriterThread } from './writer-thread.ts'

/** Writes the batches of a run one after the other. */
export interface BatchWriter {
  /** The progress of the run, after the batch that is being written. */
  progress(): Promise<RunProgress>
  /**
   * Waits for the batch that is being written if a batch cannot be prepared before: it contains records of a kind to
   * which others refer, or the same external ids.
   */
  waitUntilPreparable(batch: Batch): Promise<void>
  /** Starts to write a batch, and waits for the end unless another thread writes it. */
  write(batch: PreparedBatch): Promise<void>
  /** Number of entries of the next batch. */
  size(): number
  /** Waits for the batch that is being written. */
  close(): Promise<void>
}

export interface BatchWriterOptions {
  /**
   * If given, a worker thread writes the new events of a large import while this thread prepares the next ones. The
   * worker thread opens the database with this URL itself.
   */
  databaseUrl?: string | undefined
  /**
   * Called after each transaction with the counts of the whole run, including what was imported before an interruption.
   */
  onProgress?(counts: RunCounts): void
}

/** Maximum number of entries of a batch: two batches are in memory at a time, one of them in both threads. */
const ENTRIES_MAX = 300

/** Number of entries after which a thread is started: for smaller imports, starting it takes longer than it saves. */
const THREAD_ENTRIES_MIN = 1000

/**
 * Creates the writer of a run.
 * @param start the progress of the run so far
 */
export function createBatchWriter(
  context: RunContext,
  start: RunProgress,
  { databaseUrl, onProgress }: BatchWriterOptions,
): BatchWriter {
  let writing = Promise.resolve(start)
  let idsInWriting = new Set<string>()
  let entries = 0
  let size = EVENTS_IN_FIRST_TRANSACTION
  let thread: WriterThread | undefined
  const threadFor = (batch: PreparedBatch): WriterThread | undefined => {
    if (databaseUrl === undefined || context.isDry || entries < THREAD_ENTRIES_MIN) return undefined
    thread ??= startWriterThread(databaseUrl, context)
    return thread.isReady() && canThreadWriteBatch(batch) ? thread : undefined
  }
  const writeTimed = async (batch: PreparedBatch, progress: RunProgress, other: WriterThread | undefined) => {
    const begun = context.clock()
    const after = await other?.write({ batch, progress })
    const own = after ?? (await writeImportBatch(context, batch, progress))
    const fitting = chooseEventCountOfNextTransaction(size, batch.places.length, context.clock() - begun)
    size = Math.min(fitting, ENTRIES_MAX)
    onProgress?.(own.counts)
    await sleep(TRANSACTION_PAUSE_MS)
    return own
  }
  return {
    progress: () => writing,
    async waitUntilPreparable(batch) {
      const isPreparable = (entry: Batch[number]) =>
        entry.kind === 'unreadable' || (entry.kind === 'event' && !allIdsOf(entry).some((id) => idsInWriting.has(id)))
      if (!batch.every(isPreparable)) await writing
    },
    async write(batch) {
      const progress = await writing
      const other = threadFor(batch)
      entries += batch.places.length
      idsInWriting = new Set(batch.items.flatMap(({ item }) => allIdsOf(item)))
      writing = writeTimed(batch, progress, other)
      // The error is thrown by the next call that waits. Until then, the rejection would be unhandled.
      writing.catch(() => {})
      if (!other) await writing
    },
    size: () => size,
    async close() {
      await writing.catch(() => {})
      await thread?.close()
    },
  }
}

/** The external ids of a record and of its translations. */
const allIdsOf = ({ externalId, otherIds = [] }: RecordItem): string[] => [externalId, ...otherIds]
