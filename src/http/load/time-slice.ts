/**
 * How many works begin in one turn of the event loop. Most of a read is done before the loop comes round again, so whoever
 * arrives meanwhile would wait unread in a socket, where nobody can be refused. Few a turn keep the turns short.
 */
export interface TimeSlice {
  /** Takes one of the beginnings of this turn. @returns false when there is none left */
  tryStart(): boolean
  /** Has `begin` called in the turns to come as long as there are beginnings and it returns true. */
  addStarter(begin: () => boolean): void
  /** Someone waits. */
  schedule(): void
}

/** What a turn should take at most. */
const TURN_MS = 10
const MAX = 64
const FIRST = 4

interface Options {
  defer?: (turn: () => void) => void
  clock?: () => number
}

export function createTimeSlice({ defer = setImmediate, clock = () => performance.now() }: Options = {}): TimeSlice {
  const lanes: (() => boolean)[] = []
  let allowed = FIRST
  let begun = 0
  let turnBegunAt = 0
  let isWoken = false

  function schedule(): void {
    if (isWoken) return
    isWoken = true
    turnBegunAt = clock()
    defer(turn)
  }
  /** Longer turns, fewer beginnings: cut at once, raised step by step. */
  function turn(): void {
    isWoken = false
    const tookMs = clock() - turnBegunAt
    if (tookMs > TURN_MS) allowed = Math.max(1, Math.floor((begun * TURN_MS) / tookMs))
    else if (begun >= allowed) allowed = Math.min(MAX, allowed + 1)
    begun = 0
    const willing = new Set(lanes)
    while (begun < allowed && willing.size > 0) {
      for (const begin of lanes) if (willing.has(begin) && !begin()) willing.delete(begin)
    }
    // To count the turn, and for those who still wait.
    if (begun > 0 || willing.size > 0) schedule()
  }
  return {
    tryStart() {
      if (begun >= allowed) return false
      begun += 1
      schedule()
      return true
    },
    addStarter: (begin) => void lanes.push(begin),
    schedule,
  }
}
