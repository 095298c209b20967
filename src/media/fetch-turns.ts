import { CalendarError } from '../core/errors.ts'

/** Pictures that are fetched and looked at together: each may be as large as an original may be, and twice that for a moment. */
export const FETCHES_MAX = 6
/** Others that wait for their turn. Their writes have theirs meanwhile, so these must leave room for the writes of others. */
export const FETCHES_WAITING_MAX = 40
export const FETCH_WAIT_MS = 10_000

/**
 * Lets so many works run at a time, first come first served.
 * @returns runs a work in its turn, which throws `rest_too_busy` when too many wait, or when the turn does not come in time
 */
export function turnsOf({ runningMax = FETCHES_MAX, waitingMax = FETCHES_WAITING_MAX, waitMs = FETCH_WAIT_MS } = {}) {
  let running = 0
  const waiting = new Set<() => void>()
  const turn = () =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(late)
        waiting.delete(begin)
        resolve()
      }
      const late = setTimeout(() => {
        waiting.delete(begin)
        reject(new CalendarError('rest_too_busy'))
      }, waitMs)
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
