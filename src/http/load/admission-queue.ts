import { createFairQueue } from './fair-queue.ts'
import type { TimeSlice } from './time-slice-of-event-loop.ts'

/**
 * A queue of requests of which only a limited number run at once. Waiting requests start in turns, one of each client.
 * The queue refuses requests that would have to wait too long.
 */
export interface AdmissionQueue {
  /**
   * Adds a request. Calls its function `start` when it may run, or `refuse` if the queue is full or the request has
   * waited too long. Calls neither if the client disconnects before, which the function `isGone` of the request tells.
   * @param client an account or a client network
   */
  enter(client: string, request: QueuedRequest): void
  /** Whether the next request of this client would be refused. */
  isFull(client: string): boolean
  runningCount(): number
  waitingCount(): number
  /** The expected milliseconds between two completed requests while others wait. */
  completionIntervalMs(): number
}

export interface QueuedRequest {
  /**
   * The queue calls this function when it is the turn of the request, to start the work on it. If a response is written
   * in parts, each further part waits in the queue like a request, and this function starts the work on that part.
   * @param leave a function to call when the work has ended, so that the next request may start; only its first call
   * has an effect
   */
  start(leave: () => void): void
  /**
   * Refuses the request. Undefined for the next part of a response that has begun, which waits for its turn however
   * long that takes.
   */
  refuse?: () => void
  isGone?(): boolean
}

export interface AdmissionQueueOptions {
  runningMax: number
  /** How many requests of one client may run at once. */
  runningPerClientMax: number
  /** How many requests may wait. One client may have half of this number waiting. */
  waitingMax: number
  /** Largest expected wait in milliseconds: a request that would have to wait longer is refused at once. */
  expectedWaitMsMax: number
  /**
   * If fewer requests than this start before a request, the request is not refused because of its expected wait, since
   * the expectation is uncertain then.
   */
  expectedWaitFrom: number
  /** Largest wait in milliseconds: a request that has waited longer is refused. */
  waitMsMax: number
  /** Limits the requests that start in one event loop iteration; shared by all queues of the process. */
  timeSlice: TimeSlice
  /** How many requests of this queue start in each round of all queues, 1 by default. */
  share?: number
  /**
   * Whether a waiting request may start now: a condition in addition to the limits of the queue; by default always
   * true.
   */
  mayStart?: () => boolean
  /** Called when a request starts. */
  onStart?: () => void
  /** Returns a lower bound for `completionIntervalMs`; 0 by default. */
  intervalMsMin?: () => number
  /** A monotonic clock in milliseconds, `performance.now` by default. */
  clock?: () => number
  /** Runs a function after a time in milliseconds, `setTimeout` by default. */
  later?: (callback: () => void, ms: number) => void
}

/** Smallest weight of the newest value in the moving average of the time between two completed requests. */
const NEWEST_WEIGHT_MIN = 0.05
/**
 * A measured time is limited to this multiple of the average, so that one pause of the process, e.g. a garbage
 * collection, does not look like an overload.
 */
const OUTLIER_FACTOR = 8
/**
 * If the average time is shorter than this, in milliseconds, outliers are limited to this time multiplied by
 * `OUTLIER_FACTOR`.
 */
const OUTLIER_BASE_MS = 10
/** Number of measured times below which the average is not used, because the first requests after a start take long. */
const COUNT_MIN = 8
/** Milliseconds between two searches for requests that have waited too long or whose client has disconnected. */
const CHECK_INTERVAL_MS = 100

interface WaitingRequest extends QueuedRequest {
  /** When the request entered the queue, in milliseconds of `clock`. */
  enteredAt: number
}

const setUnrefTimeout = (callback: () => void, ms: number) => void setTimeout(callback, ms).unref()

export function createAdmissionQueue(options: AdmissionQueueOptions): AdmissionQueue {
  const { runningMax, waitingMax, expectedWaitMsMax, expectedWaitFrom, waitMsMax, timeSlice } = options
  const { share = 1, clock = () => performance.now(), later = setUnrefTimeout } = options
  const { mayStart = () => true, onStart, intervalMsMin = () => 0 } = options
  const waiting = createFairQueue<WaitingRequest>(options.runningPerClientMax)
  const completionInterval = createCompletionInterval(clock)
  let running = 0
  let isCheckScheduled = false

  const completionIntervalMs = () => Math.max(intervalMsMin(), completionInterval.ms())
  const hasPlace = () => running < runningMax && mayStart()

  function isFull(client: string): boolean {
    if (hasPlace() && waiting.canRun(client)) return false
    if (waiting.length() >= waitingMax || waiting.lengthOf(client) >= waitingMax / 2) return true
    const position = waiting.position(client)
    return position >= expectedWaitFrom && position * completionIntervalMs() > expectedWaitMsMax
  }

  function run(client: string, start: WaitingRequest['start']): void {
    running += 1
    onStart?.()
    let isRunning = true
    start(() => {
      if (!isRunning) return
      isRunning = false
      running -= 1
      waiting.end(client)
      completionInterval.record(waiting.length() > 0)
      if (waiting.length() > 0) timeSlice.schedule()
    })
  }

  /** Whether a request still waits. Refuses it if it has waited too long. */
  function isWaiting({ enteredAt, refuse, isGone }: WaitingRequest): boolean {
    if (isGone?.()) return false
    if (refuse === undefined || clock() - enteredAt <= waitMsMax) return true
    refuse()
    return false
  }

  function scheduleCheck(): void {
    if (isCheckScheduled) return
    isCheckScheduled = true
    later(() => {
      isCheckScheduled = false
      waiting.filter(isWaiting)
      if (waiting.length() === 0) return
      scheduleCheck()
      timeSlice.schedule()
    }, CHECK_INTERVAL_MS)
  }

  timeSlice.addQueue(() => {
    if (!hasPlace()) return false
    for (let next = waiting.take(); next; next = waiting.take()) {
      const { client, item } = next
      if (isWaiting(item)) {
        run(client, item.start)
        return true
      }
      waiting.end(client)
    }
    return false
  }, share)

  return {
    isFull,
    runningCount: () => running,
    waitingCount: waiting.length,
    completionIntervalMs,
    enter(client, request) {
      if (request.refuse && isFull(client)) request.refuse()
      else if (hasPlace() && waiting.canRun(client) && timeSlice.tryStart()) {
        waiting.begin(client)
        run(client, request.start)
      } else {
        waiting.add(client, { ...request, enteredAt: clock() })
        scheduleCheck()
        if (hasPlace()) timeSlice.schedule()
      }
    },
  }
}

/** The moving average of the time between two completed requests, measured only while other requests are waiting. */
function createCompletionInterval(clock: () => number) {
  let averageMs = 0
  let count = 0
  let lastCompletionAt: number | undefined
  return {
    /** The moving average in milliseconds; 0 as long as there are fewer than `COUNT_MIN` measurements. */
    ms: () => (count < COUNT_MIN ? 0 : averageMs),
    record(areOthersWaiting: boolean): void {
      const now = clock()
      if (lastCompletionAt !== undefined) {
        count += 1
        const tookMs = Math.min(now - lastCompletionAt, OUTLIER_FACTOR * Math.max(averageMs, OUTLIER_BASE_MS))
        averageMs += (tookMs - averageMs) * Math.max(1 / count, NEWEST_WEIGHT_MIN)
      }
      lastCompletionAt = areOthersWaiting ? now : undefined
    },
  }
}
