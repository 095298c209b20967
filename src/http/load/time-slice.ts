/**
 * Limits how many requests start in one iteration of the event loop, so that each iteration takes about 10 ms. A read runs
 * mostly synchronously. Without this limit, long iterations would leave new requests unread in their sockets, where they
 * can neither be answered from the cache nor refused.
 */
export interface TimeSlice {
  /** Counts a request that is about to start. @returns false when no more may start in this iteration */
  tryStart(): boolean
  /**
   * Adds a queue.
   * @param startNext starts the next request of the queue; called in the next iterations, as long as `tryStart` allows.
   *   Returns false when it has started none.
   */
  addQueue(startNext: () => boolean): void
  /** Lets the queues start requests in the next iteration. */
  schedule(): void
}

/** Target duration of one iteration of the event loop. */
const ITERATION_MS = 10
const STARTS_MAX = 64
const STARTS_INITIAL = 4

interface Options {
  /** Runs a function in the next iteration. */
  defer?: (callback: () => void) => void
  clock?: () => number
}

export function createTimeSlice({ defer = setImmediate, clock = () => performance.now() }: Options = {}): TimeSlice {
  const queues: (() => boolean)[] = []
  let allowed = STARTS_INITIAL
  let started = 0
  let iterationStartedAt = 0
  let isScheduled = false

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    iterationStartedAt = clock()
    defer(runIteration)
  }
  /** Adjusts the limit to the duration of the last iteration: lowers it at once, raises it by one. */
  function runIteration(): void {
    isScheduled = false
    const tookMs = clock() - iterationStartedAt
    if (tookMs > ITERATION_MS) allowed = Math.max(1, Math.floor((started * ITERATION_MS) / tookMs))
    else if (started >= allowed) allowed = Math.min(STARTS_MAX, allowed + 1)
    started = 0
    const nonEmpty = new Set(queues)
    while (started < allowed && nonEmpty.size > 0) {
      for (const startNext of queues) if (nonEmpty.has(startNext) && !startNext()) nonEmpty.delete(startNext)
    }
    // The next iteration measures this one, and starts requests that are still waiting.
    if (started > 0 || nonEmpty.size > 0) schedule()
  }
  return {
    tryStart() {
      if (started >= allowed) return false
      started += 1
      schedule()
      return true
    },
    addQueue: (startNext) => void queues.push(startNext),
    schedule,
  }
}
