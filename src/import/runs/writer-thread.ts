import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Scope } from '../../collections/scope.ts'
import type { RunContext } from '../import-run-context.ts'
import type { PreparedItem } from '../items/complete-and-check-items-to-write.ts'
import type { PreparedBatch, RunProgress } from './import-batch.ts'

/**
 * Input of the writer thread. `scope` lacks the objects that cannot be sent to a thread: the thread itself opens the
 * database and creates the URLs.
 */
export interface WriterTask {
  databaseUrl: string
  scope: Pick<Scope, 'caller' | 'language' | 'languages' | 'site' | 'now' | 'batchId'>
  run: Pick<RunContext, 'source' | 'options' | 'runId'>
}

/** A batch that the thread writes. Sent as JSON. */
export interface WriterRequest {
  batch: PreparedBatch
  /** The progress of the run before the batch; undefined if it is that after the previous batch of the thread. */
  progress: RunProgress | undefined
}

/** The outcome of a batch that the thread has written. */
export interface WrittenBatch {
  /** The progress of the run after the batch. */
  progress: RunProgress
  /** Duration of the transaction in milliseconds. */
  tookMs: number
}

/**
 * Messages of the thread: that it has opened the database, the outcome of each batch, or that it could not write a
 * batch. After that, it writes no more batches.
 */
export type WriterReply = 'ready' | 'failed' | WrittenBatch

/** Writes batches of an import in a worker thread, while the calling thread prepares the next ones. */
export interface WriterThread {
  /** Whether the thread has opened the database and not failed. */
  isUsable(): boolean
  /**
   * Batches are written in the order of the calls.
   * @returns undefined if the thread has failed; it is not known then whether the batch was written
   */
  write(request: WriterRequest): Promise<WrittenBatch | undefined>
  close(): Promise<void>
}

/** The file that the thread runs. In a package it is compiled, so its name ends in `.js` instead of `.ts`. */
const PROGRAM = new URL(`./writer-thread-worker${extname(import.meta.filename)}`, import.meta.url)

/**
 * Limits of the thread's heap in megabytes. If a batch does not fit, the thread ends, and the calling thread writes the
 * batch.
 */
const HEAP_LIMITS = { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 64 }

export function startWriterThread(databaseUrl: string, context: RunContext): WriterThread {
  const { caller, language, languages, site, now, batchId } = context.scope
  const workerData: WriterTask = {
    databaseUrl,
    scope: { caller, language, languages, site, now, ...(batchId !== undefined && { batchId }) },
    run: { source: { name: context.source.name }, options: context.options, runId: context.runId },
  }
  const worker = new Worker(PROGRAM, { workerData, resourceLimits: HEAP_LIMITS })
  const ended = Promise.withResolvers<void>()
  let isUsable = false
  const waiting: ((written: WrittenBatch | undefined) => void)[] = []
  const fail = () => {
    isUsable = false
    for (const resolve of waiting.splice(0)) resolve(undefined)
  }
  worker.on('message', (reply: WriterReply) => {
    if (reply === 'failed') fail()
    else if (reply === 'ready') isUsable = true
    else waiting.shift()?.(reply)
  })
  worker.on('error', fail)
  worker.on('exit', () => {
    fail()
    ended.resolve()
  })
  return {
    isUsable: () => isUsable,
    async write({ batch, progress }) {
      if (!isUsable) return undefined
      const { promise, resolve } = Promise.withResolvers<WrittenBatch | undefined>()
      waiting.push(resolve)
      worker.postMessage(JSON.stringify({ batch: { ...batch, items: batch.items.map(withoutPlannedTexts) }, progress }))
      return promise
    },
    async close() {
      worker.postMessage('close')
      await ended.promise
    },
  }
}

/** Removes from a new event whose rows are computed the fields from which they were. */
const withoutPlannedTexts = (one: PreparedItem): PreparedItem => {
  if (!one.bulk) return one
  const { texts: _, fields, ...item } = one.item
  return { ...one, item: { ...item, fields: { slug: fields.slug } }, fields: {} }
}

/** Whether the writer thread can write a batch: it contains only new records, and no pictures, which are binary. */
export const canThreadWriteBatch = ({ pictures, presence, items }: PreparedBatch): boolean =>
  pictures.length + presence.length === 0 && items.every(({ decision }) => decision.does === 'create')
