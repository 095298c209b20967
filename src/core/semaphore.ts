import { CalendarError } from './errors.ts'

interface TurnOptions {
  runningMax: number
  /** Others that may wait for their turn; left out, any number. */
  waitingMax?: number
  /** How long each of them waits; left out, as long as it takes. */
  waitMs?: number
}

/**
 * Lets so many works run at a time, first come first served.
 * @returns runs a work in its turn, which throws `rest_too_busy` when too many wait, or when the turn does not come in time
 */
export function createSemaphore({ runningMax, waitingMax = Number.POSITIVE_INFINITY, waitMs }: TurnOptions) {
  let running = 0
  const waiting = new Set<() => void>()
  const turn = () =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(late)
        waiting.delete(begin)
        resolve()
      }
      const giveUp = () => {
        waiting.delete(begin)
        reject(new CalendarError('rest_too_busy'))
      }
      const late = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs)
      waiting.add(begin)
    })
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < runningMax) running += 1
    else if (waiting.size >= waitingMax) throw new CalendarError('rest_too_busy')
    else await turn()
    try {
      return await work()
    } finally {
      const [next] = waiting
      if (next) next()
      else running -= 1
    }
  }
}
