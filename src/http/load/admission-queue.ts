import type { TimeSlice } from './time-slice.ts'

/** A queue of requests with limited concurrency. It refuses requests that would wait too long. */
export interface AdmissionQueue {
  /**
   * Calls `start` as soon as the request may run, or `refuse` when the queue is full or the request has waited far too long.
   * Calls neither if `isGone` returns true by then.
   * @param start gets a function that ends the request; further calls of it have no effect
   */
  enter(start: (leave: () => void) => void, refuse: () => void, isGone?: () => boolean): void
  /** Whether the next request would be refused. */
  isFull(): boolean
  runningCount(): number
}

export interface AdmissionQueueOptions {
  runningMax: number
  /** As long as fewer requests wait, none is refused, whatever the expected wait: a short burst is not an overload. */
  waitingMin: number
  /** With this many waiting, every further request is refused. */
  waitingMax: number
  /** Between the two, a request is refused if its expected wait is longer than this. Milliseconds. */
  waitMsMax: number
  /** Shared by all queues of the process. */
  timeSlice: TimeSlice
  /** Monotonic, milliseconds. */
  clock?: () => number
}

/** Weight of the newest value in the moving average of the time between two completions. */
const NEWEST_WEIGHT = 0.1
/** A request that has waited longer than `waitMsMax` times this factor is refused: the expectation was wrong. */
const LATE_FACTOR = 1.5

interface WaitingRequest {
  start: (leave: () => void) => void
  refuse: () => void
  /** When it entered the queue, by `clock`. */
  enteredAt: number
  isGone: () => boolean
}

/** First in, first out. Requests are refused at once instead of late, so that admitted ones are answered in time. */
export function createAdmissionQueue(options: AdmissionQueueOptions): AdmissionQueue {
  const { runningMax, waitingMin, waitingMax, waitMsMax, timeSlice, clock = () => performance.now() } = options
  const waiting: WaitingRequest[] = []
  /** Index of the first waiting request. Removing each from the array at once would copy the array each time. */
  let head = 0
  let running = 0
  /** Moving average of the time between two completions while requests are waiting. */
  let completionIntervalMs = 0
  let lastCompletionAt: number | undefined

  const length = () => waiting.length - head

  function isFull(): boolean {
    if (length() < waitingMin) return false
    return length() >= waitingMax || length() * completionIntervalMs > waitMsMax
  }

  function run(start: WaitingRequest['start']): void {
    running += 1
    let isRunning = true
    start(() => {
      if (!isRunning) return
      isRunning = false
      running -= 1
      const now = clock()
      if (lastCompletionAt !== undefined)
        completionIntervalMs += (now - lastCompletionAt - completionIntervalMs) * NEWEST_WEIGHT
      lastCompletionAt = length() > 0 ? now : undefined
      if (length() > 0) timeSlice.schedule()
    })
  }

  /** Removes and returns the first waiting request. Skips requests whose client has gone; refuses those that are too late. */
  function dequeue(): WaitingRequest | undefined {
    while (head < waiting.length) {
      const first = waiting[head] as WaitingRequest
      head += 1
      if (head === waiting.length || head > waitingMax) {
        waiting.splice(0, head)
        head = 0
      }
      if (first.isGone()) continue
      const isLate = clock() - first.enteredAt > LATE_FACTOR * waitMsMax && length() >= waitingMin
      if (!isLate) return first
      first.refuse()
    }
    return undefined
  }

  timeSlice.addQueue(() => {
    if (running >= runningMax || length() === 0 || !timeSlice.tryStart()) return false
    const first = dequeue()
    if (first === undefined) return false
    run(first.start)
    return true
  })

  return {
    isFull,
    runningCount: () => running,
    enter(start, refuse, isGone = () => false) {
      if (isFull()) refuse()
      else if (running < runningMax && length() === 0 && timeSlice.tryStart()) run(start)
      else {
        waiting.push({ start, refuse, enteredAt: clock(), isGone })
        if (running < runningMax) timeSlice.schedule()
      }
    },
  }
}
