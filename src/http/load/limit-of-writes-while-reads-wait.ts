/**
 * Limits how many writes start while reads wait. Writes spend most of their time waiting for the database and for their
 * shared commit, so without this limit many would run at once and use most of the processor time.
 */
export interface WriteStartLimit {
  recordRead(): void
  recordWrite(): void
  /** Whether a write may start now. */
  mayStart(): boolean
}

interface Options {
  /** The number of reads that start for each write while reads wait. */
  readsPerWrite: number
  waitingReads(): number
  /** A monotonic clock in milliseconds, `performance.now` by default. */
  clock?: () => number
}

/**
 * Longest time between the starts of two writes in milliseconds, even if no read can start because the database does
 * not respond.
 */
const INTERVAL_MS_MAX = 250
/** Number of writes that may start at once after a time in which only reads have started. */
const BURST = 4

export function createLimitOfWritesWhileReadsWait({
  readsPerWrite,
  waitingReads,
  clock = () => performance.now(),
}: Options): WriteStartLimit {
  /** Number of started reads that have not been counted for a write yet; each write counts `readsPerWrite` of them. */
  let reads = 0
  let lastWriteAt = clock()
  return {
    recordRead() {
      reads = Math.min(reads + 1, BURST * readsPerWrite)
    },
    recordWrite() {
      reads = Math.max(0, reads - readsPerWrite)
      lastWriteAt = clock()
    },
    mayStart: () => waitingReads() === 0 || reads >= readsPerWrite || clock() - lastWriteAt >= INTERVAL_MS_MAX,
  }
}
