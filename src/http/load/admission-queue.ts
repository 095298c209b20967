import type { TimeSlice } from './time-slice.ts'

/** Works of one kind: so many at a time, the others wait in line while the line is short enough. */
export interface AdmissionQueue {
  /**
   * Has `start` called now or when its turn comes; or `refuse`, if there is no room or the turn came much too late; or
   * neither, when `isGone` by then.
   */
  enter(start: (leave: () => void) => void, refuse: () => void, isGone?: () => boolean): void
  /** Whether the next one would be refused. */
  isFull(): boolean
  /** How many run. */
  runningCount(): number
}

export interface AdmissionQueueOptions {
  runningMax: number
  /** So many may wait however long that takes: a burst is no overload. */
  waitingMin: number
  /** Beyond these nobody waits. */
  waitingMax: number
  /** Between the two, whoever would probably wait longer than this is refused. Milliseconds. */
  waitMsMax: number
  /** Shared by lanes of one process. */
  timeSlice: TimeSlice
  /** Milliseconds, of any clock that does not go back. */
  clock?: () => number
}

/** Weight of the last work in the mean of the time between two. */
const NEWEST = 0.1
/** An expectation may be wrong by this much. */
const LATE_TIMES = 1.5

interface Waiting {
  start: (leave: () => void) => void
  refuse: () => void
  since: number
  isGone: () => boolean
}

/** First come, first served. Who is refused hears of it at once, so that those inside are answered in time. */
export function createAdmissionQueue(options: AdmissionQueueOptions): AdmissionQueue {
  const { runningMax, waitingMin, waitingMax, waitMsMax, timeSlice, clock = () => performance.now() } = options
  const waiting: Waiting[] = []
  /** Where the line begins in `waiting`, which is cut only now and then. */
  let head = 0
  let running = 0
  /** Milliseconds from one who leaves to the next while others wait, on average. */
  let betweenMs = 0
  let leftAt: number | undefined

  const length = () => waiting.length - head

  function isFull(): boolean {
    if (length() < waitingMin) return false
    return length() >= waitingMax || length() * betweenMs > waitMsMax
  }

  function begin(start: Waiting['start']): void {
    running += 1
    let isInside = true
    start(() => {
      if (!isInside) return
      isInside = false
      running -= 1
      const now = clock()
      if (leftAt !== undefined) betweenMs += (now - leftAt - betweenMs) * NEWEST
      leftAt = length() > 0 ? now : undefined
      if (length() > 0) timeSlice.schedule()
    })
  }

  /** The first in line who is still there. */
  function next(): Waiting | undefined {
    while (head < waiting.length) {
      const first = waiting[head] as Waiting
      head += 1
      if (head === waiting.length || head > waitingMax) {
        waiting.splice(0, head)
        head = 0
      }
      if (first.isGone()) continue
      const isLate = clock() - first.since > LATE_TIMES * waitMsMax && length() >= waitingMin
      if (!isLate) return first
      first.refuse()
    }
    return undefined
  }

  timeSlice.addStarter(() => {
    if (running >= runningMax || length() === 0 || !timeSlice.tryStart()) return false
    const first = next()
    if (first === undefined) return false
    begin(first.start)
    return true
  })

  return {
    isFull,
    runningCount: () => running,
    enter(start, refuse, isGone = () => false) {
      if (isFull()) refuse()
      else if (running < runningMax && length() === 0 && timeSlice.tryStart()) begin(start)
      else {
        waiting.push({ start, refuse, since: clock(), isGone })
        if (running < runningMax) timeSlice.schedule()
      }
    },
  }
}
