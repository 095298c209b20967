import { CalendarError } from '../errors.ts'

interface SemaphoreOptions {
  runningMax: number
  /** How many tasks may wait at the same time; unlimited if undefined. */
  waitingMax?: number
  /** How long a task may wait, in milliseconds; unlimited if undefined. */
  waitMs?: number
}

/**
 * Limits how many asynchronous tasks run at the same time. Waiting tasks start in the order of their arrival.
 * @returns a function that runs a task and returns its result. It rejects with `rest_too_busy`, without running the
 *   task, when too many tasks are waiting or this task has waited too long.
 */
export function createSemaphore({ runningMax, waitingMax = Number.POSITIVE_INFINITY, waitMs }: SemaphoreOptions) {
  let running = 0
  const waiting = new Set<() => void>()
  const waitForPermit = () =>
    new Promise<void>((resolve, reject) => {
      const proceed = () => {
        clearTimeout(timeout)
        waiting.delete(proceed)
        resolve()
      }
      const giveUp = () => {
        waiting.delete(proceed)
        reject(new CalendarError('rest_too_busy'))
      }
      const timeout = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs)
      waiting.add(proceed)
    })
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running < runningMax) running += 1
    else if (waiting.size >= waitingMax) throw new CalendarError('rest_too_busy')
    else await waitForPermit()
    try {
      return await task()
    } finally {
      // A task that has finished passes its place to the next waiting task, so the number of running tasks stays the
      // same.
      const [next] = waiting
      if (next) next()
      else running -= 1
    }
  }
}
