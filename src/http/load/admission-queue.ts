import type { TimeSlice } from './time-slice.ts'

/** A queue of requests of which only a limited number run at once. It refuses requests that would have to wait too long. */
export interface AdmissionQueue {
  /**
   * Adds a request. Calls `start` when the request may run, or `refuse` if the queue is full or the request has waited
   * too long. Calls neither if `isGone`, which tells whether the client has disconnected, returns true before then.
   * @param start gets a function to call when the request has ended; only its first call has an effect
   */
  enter(start: (leave: () => void) => void, refuse: () => void, isGone?: () => boolean): void
  /** Whether the next request would be refused. */
  isFull(): boolean
  runningCount(): number
}

export interface AdmissionQueueOptions {
  runningMax: number
  /**
   * While fewer requests than this wait, no request is refused, however long the expected wait: a short burst is not an
   * overload.
   */
  waitingMin: number
  /** While this many requests or more wait, every new request is refused. */
  waitingMax: number
  /**
   * Largest expected wait in milliseconds: while at least `waitingMin` requests wait, a new request that would have to
   * wait longer is refused.
   */
  waitMsMax: number
  /** Limits the requests that start in one event loop iteration; shared by all queues of the process. */
  timeSlice: TimeSlice
  /** A monotonic clock in milliseconds, `performance.now` by default. */
  clock?: () => number
}

/** Weight of the newest value in the exponential moving average of the time between two completed requests. */
const NEWEST_WEIGHT = 0.1
/**
 * A request that has waited longer than `waitMsMax` times this factor is refused, because its expected wait was
 * underestimated.
 */
const LATE_FACTOR = 1.5

interface WaitingRequest {
  start: (leave: () => void) => void
  refuse: () => void
  /** When the request entered the queue, in milliseconds of `clock`. */
  enteredAt: number
  isGone: () => boolean
}

/**
 * Creates a first-in, first-out queue. If the queue cannot serve a request in time, it refuses the request at once
 * rather than after a wait.
 */
export function createAdmissionQueue(options: AdmissionQueueOptions): AdmissionQueue {
  const { runningMax, waitingMin, waitingMax, waitMsMax, timeSlice, clock = () => performance.now() } = options
  const waiting: WaitingRequest[] = []
  /**
   * Index in `waiting` of the first request that still waits. Removing each request with `shift` would copy the array
   * each time.
   */
  let head = 0
  let running = 0
  /** Moving average of the time between two completed requests, measured only while other requests are waiting. */
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

  /**
   * Removes the first waiting request and returns it. Drops requests whose client has disconnected, and refuses
   * requests that have waited too long.
   */
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
