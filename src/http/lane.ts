/** Works of one kind: so many at a time, the others wait in line while the line is short enough. */
export interface Lane {
  /**
   * Has `start` called now or when its turn comes; never when `isGone` by then.
   * @returns whether there is room; if not, `start` is not called
   */
  enter(start: (leave: () => void) => void, isGone?: () => boolean): boolean
  /** Whether the next one would be refused. */
  isFull(): boolean
  /** How many run. */
  running(): number
}

export interface LaneOptions {
  runningMax: number
  /** So many may wait however long that takes: a burst is no overload. */
  waitingMin: number
  /** Beyond these nobody waits. */
  waitingMax: number
  /** Between the two, whoever would probably wait longer than this is refused. Milliseconds. */
  waitMsMax: number
  /** Milliseconds, of any clock that does not go back. */
  clock?: () => number
}

/** Weight of the last work in the mean of what works take. */
const NEWEST = 0.05

interface Waiting {
  start: (leave: () => void) => void
  isGone: () => boolean
}

/** First come, first served. Who is refused hears of it at once, so that those inside are answered in time. */
export function laneOf({
  runningMax,
  waitingMin,
  waitingMax,
  waitMsMax,
  clock = () => performance.now(),
}: LaneOptions): Lane {
  const waiting: Waiting[] = []
  /** Where the line begins in `waiting`, which is cut only now and then. */
  let head = 0
  let running = 0
  /** Milliseconds a work takes while others run beside it, on average. */
  let tookMs = 0

  const length = () => waiting.length - head
  const expectedMs = () => (length() * tookMs) / runningMax

  function isFull(): boolean {
    if (running < runningMax || length() < waitingMin) return false
    return length() >= waitingMax || expectedMs() > waitMsMax
  }

  function begin(start: Waiting['start']): void {
    running += 1
    const begun = clock()
    let isInside = true
    start(() => {
      if (!isInside) return
      isInside = false
      running -= 1
      tookMs += (clock() - begun - tookMs) * NEWEST
      next()
    })
  }

  function next(): void {
    while (running < runningMax && head < waiting.length) {
      const { start, isGone } = waiting[head] as Waiting
      head += 1
      if (!isGone()) begin(start)
    }
    if (head > waitingMax || head === waiting.length) {
      waiting.splice(0, head)
      head = 0
    }
  }

  return {
    isFull,
    running: () => running,
    enter(start, isGone = () => false) {
      if (isFull()) return false
      if (running < runningMax && length() === 0) begin(start)
      else waiting.push({ start, isGone })
      return true
    },
  }
}
