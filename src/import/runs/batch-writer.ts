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
  /** The progress of the run, after the batches that are being written. */
  progress(): Promise<RunProgress>
  /**
   * Waits for the batches that are being written if a batch cannot be prepared before: it contains records of a kind to
   * which others refer, or the same external ids.
   */
  waitUntilPreparable(batch: Batch): Promise<void>
  /** Starts to write a batch, and waits for the end unless another thread writes it. */
  write(batch: PreparedBatch): Promise<void>
  /** Number of entries of the next batch. */
  size(): number
  /** Waits for the batches that are being written. */
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

/** Maximum number of entries of a batch: three batches are in memory at a time, one of them in both threads. */
const ENTRIES_MAX = 300

/** Number of batches that the thread has at a time: the next one waits there, so that the thread never waits for it. */
const BATCHES_IN_THREAD_MAX = 2
/** Batches with fewer items may have long texts, of which few should be in memory: no batch waits in the thread. */
const ITEMS_TO_WAIT_MIN = 20

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
  /** The batches that the thread has, in their order. */
  const inThread: { ids: ReadonlySet<string>; end: Promise<RunProgress> }[] = []
  let entries = 0
  let size = EVENTS_IN_FIRST_TRANSACTION
  let thread: WriterThread | undefined
  const threadFor = (batch: PreparedBatch): WriterThread | undefined => {
    if (databaseUrl === undefined || context.isDry || entries < THREAD_ENTRIES_MIN) return undefined
    thread ??= startWriterThread(databaseUrl, context)
    return thread.isUsable() && canThreadWriteBatch(batch) ? thread : undefined
  }
  const adaptSize = (batch: PreparedBatch, tookMs: number) => {
    size = Math.min(chooseEventCountOfNextTransaction(size, batch.places.length, tookMs), ENTRIES_MAX)
  }
  const writeHere = async (batch: PreparedBatch, progress: RunProgress): Promise<RunProgress> => {
    const begun = context.clock()
    const after = await writeImportBatch(context, batch, progress)
    adaptSize(batch, context.clock() - begun)
    onProgress?.(after.counts)
    await sleep(TRANSACTION_PAUSE_MS)
    return after
  }
  const writeInThread = async (batch: PreparedBatch, other: WriterThread, progress: RunProgress | undefined) => {
    const before = writing
    const written = await other.write({ batch, progress })
    if (!written) return writeHere(batch, await before)
    adaptSize(batch, written.tookMs)
    onProgress?.(written.progress.counts)
    return written.progress
  }
  return {
    progress: () => writing,
    async waitUntilPreparable(batch) {
      const isBeingWritten = (id: string) => inThread.some(({ ids }) => ids.has(id))
      const isPreparable = (entry: Batch[number]) =>
        entry.kind === 'unreadable' || (entry.kind === 'event' && !allIdsOf(entry).some(isBeingWritten))
      if (!batch.every(isPreparable)) await writing
    },
    async write(batch) {
      const other = threadFor(batch)
      entries += batch.places.length
      if (!other) {
        writing = writeHere(batch, await writing)
        await writing
        return
      }
      const max = batch.items.length < ITEMS_TO_WAIT_MIN ? 1 : BATCHES_IN_THREAD_MAX
      while (inThread.length >= max) await inThread[0]?.end
      const progress = inThread.length === 0 ? await writing : undefined
      const end = writeInThread(batch, other, progress).finally(() => inThread.shift())
      // The error is thrown by the next call that waits. Until then, the rejection would be unhandled.
      end.catch(() => {})
      inThread.push({ ids: new Set(batch.items.flatMap(({ item }) => allIdsOf(item))), end })
      writing = end
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
