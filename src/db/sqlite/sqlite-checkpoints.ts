import process from 'node:process'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'

/**
 * Number of pages in the write-ahead log (16 MiB) from which they are copied to the database file. SQLite's default is
 * 1000: with 4000, pages that every write changes are copied a quarter as often.
 */
const PAGES_MIN = 4000
const [major = 0, minor = 0] = (process.versions.sqlite ?? '').split('.').map(Number)
/**
 * Since version 3.51, SQLite counts the pages of the log without copying them. With older versions there is no thread.
 */
const CAN_COUNT = major > 3 || (major === 3 && minor >= 51)
/**
 * Number of pages in the write-ahead log from which the connection that writes copies them itself, during a commit:
 * with the thread, this only happens if the thread fails or never finds time between two commits.
 */
export const PAGES_OF_WRITER = CAN_COUNT ? 16_000 : PAGES_MIN
/** How long the thread waits for another checkpoint before it ends, to free its memory; milliseconds. */
const IDLE_MS = 10_000

/** Runs the checkpoints of an SQLite file in a thread, because copying thousands of pages takes up to 0.3 s. */
export interface Checkpoints {
  /** To be called after each commit: starts a checkpoint if the write-ahead log is long. */
  afterCommit(): void
  close(): Promise<void>
}

/** @param writer the connection that writes, outside of transactions */
export function runSqliteCheckpointsInWorker(file: string, writer: DatabaseSync): Checkpoints {
  const counting = CAN_COUNT ? writer.prepare('PRAGMA wal_checkpoint(NOOP)') : undefined
  let worker: Worker | undefined
  let isRunning = false
  let idleTimer: NodeJS.Timeout | undefined

  function start(): Worker {
    const started = new Worker(new URL('./sqlite-checkpoint-worker.js', import.meta.url), {
      name: 'checkpoints',
      workerData: { file },
      resourceLimits: { maxYoungGenerationSizeMb: 2 },
    })
    started.unref()
    started.on('message', () => {
      isRunning = false
      idleTimer = setTimeout(() => void started.terminate(), IDLE_MS).unref()
    })
    // The next checkpoint starts a new thread in place of one that failed.
    started.on('error', () => {})
    started.on('exit', () => {
      if (worker === started) worker = undefined
      isRunning = false
    })
    return started
  }

  return {
    afterCommit() {
      if (counting === undefined || isRunning || !isLong(counting)) return
      isRunning = true
      clearTimeout(idleTimer)
      worker ??= start()
      worker.postMessage('checkpoint')
    },
    async close() {
      isRunning = true
      clearTimeout(idleTimer)
      await worker?.terminate()
    },
  }
}

/** @param counting the statement that counts the pages of the log, and those that were copied already */
function isLong(counting: StatementSync): boolean {
  try {
    const { log, checkpointed } = counting.get() as { log: number; checkpointed: number }
    return log >= PAGES_MIN && log > checkpointed
  } catch {
    // The error is ignored: this transaction has been committed, and the next one reports the error of the disk.
    return false
  }
}
