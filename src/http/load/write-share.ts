/**
 * Lets few writes start while reads wait. Writes wait mostly for the database and for the commit that they share, so
 * without this limit many of them would run at once, and most of the processor time would be theirs.
 */
export interface WriteShare {
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

/** A write starts at least this often, even if no read can start because the database does not answer. */
const INTERVAL_MS_MAX = 250
/** The writes that may start at once after reads have started without writes. */
const BURST = 4

export function createWriteShare({
  readsPerWrite,
  waitingReads,
  clock = () => performance.now(),
}: Options): WriteShare {
  /** Reads that have started and do not count for a write yet. */
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
