/**
 * Limits how many requests start in one iteration of the event loop, so that each iteration takes about 10 ms. A read runs
 * mostly synchronously. Without this limit, long iterations would leave new requests unread in their sockets, where they
 * can neither be answered from the cache nor refused.
 */
export interface TimeSlice {
  /**
   * Asks for permission to start a request in this iteration, and counts it.
   * @returns false when no more may start in this iteration
   */
  tryStart(): boolean
  /**
   * Adds a queue of waiting requests.
   * @param startNext starts the next request of the queue and returns whether there was one; called in the next iterations
   * as long as `tryStart` returns true
   */
  addQueue(startNext: () => boolean): void
  /** Makes the next iteration start requests from the queues. */
  schedule(): void
}

/** Target duration of one iteration of the event loop. */
const ITERATION_MS = 10
const STARTS_MAX = 64
const STARTS_INITIAL = 4

interface Options {
  /** Runs a function in the next iteration, `setImmediate` by default. */
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
  /**
   * Adjusts the number of requests allowed per iteration to the duration of the last one: after a long one it drops at once
   * to what fits, after a short one it rises by one if it was used up. Then starts requests of the queues.
   */
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
    // Runs again in the next iteration, to measure this one and start requests that are still waiting.
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
