/**
 * Limits how many requests start in one iteration of the event loop, so that each iteration takes about 10 ms. Without
 * the limit, iterations would be long, because a read runs mostly synchronously, and new requests would wait unread in
 * their sockets, where they can neither be answered from the cache nor refused.
 */
export interface TimeSlice {
  /**
   * Checks whether another request may start in the current event loop iteration and, if so, counts it as started.
   * @returns false when no more requests may start in this iteration
   */
  tryStart(): boolean
  /**
   * Adds a queue of waiting requests. The queues take turns, also across iterations of the event loop, so that no kind
   * of request takes the time of another.
   * @param startNext starts the next request of the queue and returns whether one was started
   * @param share how many requests of this queue start in each round of all queues
   */
  addQueue(startNext: () => boolean, share: number): void
  /** Starts requests from the queues in the next iteration of the event loop. */
  schedule(): void
}

/** Target duration of one iteration of the event loop. */
const ITERATION_MS = 10
const STARTS_MAX = 64
const STARTS_INITIAL = 4

interface Options {
  /** Runs a function in the next iteration of the event loop; `setImmediate` by default. */
  defer?: (callback: () => void) => void
  clock?: () => number
}

export function createTimeSliceOfEventLoop({
  defer = setImmediate,
  clock = () => performance.now(),
}: Options = {}): TimeSlice {
  /**
   * The functions that start a request of a queue, in the order of one round. A queue with a larger share occurs more
   * often.
   */
  const round: (() => boolean)[] = []
  /** Index in `round` of the queue whose turn it is. */
  let turn = 0
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
   * Adapts the number of requests that may start per event loop iteration to the duration of the last iteration, then
   * starts requests of the queues. After a long iteration the number drops at once; after a short iteration in which
   * that many requests started, it rises by one.
   */
  function runIteration(): void {
    isScheduled = false
    const tookMs = clock() - iterationStartedAt
    if (tookMs > ITERATION_MS) allowed = Math.max(1, Math.floor((started * ITERATION_MS) / tookMs))
    else if (started >= allowed) allowed = Math.min(STARTS_MAX, allowed + 1)
    started = 0
    // The loop ends when a whole round has passed in which no queue could start a request.
    for (let idle = 0; started < allowed && idle < round.length; turn = (turn + 1) % round.length) {
      const hasStarted = round[turn]?.()
      if (hasStarted) started += 1
      idle = hasStarted ? 0 : idle + 1
    }
    // Calls this function again in the next iteration, to measure how long this one takes and to start the remaining
    // requests.
    if (started > 0) schedule()
  }
  return {
    tryStart() {
      if (started >= allowed) return false
      started += 1
      schedule()
      return true
    },
    addQueue: (startNext, share) => void round.push(...Array.from({ length: share }, () => startNext)),
    schedule,
  }
}
