import { setTimeout as sleep } from 'node:timers/promises'

/** Time between the due times of two reads in milliseconds. */
const READ_EVERY_MS = 5

/**
 * Repeats a read while some work runs.
 * @returns the longest time from when a read was due to its end, in milliseconds
 */
export async function longestWaitDuring(read: () => Promise<unknown>, work: () => Promise<unknown>): Promise<number> {
  let isOver = false
  let longest = 0
  const reading = (async () => {
    await read()
    while (!isOver) {
      const dueAt = performance.now() + READ_EVERY_MS
      await sleep(READ_EVERY_MS)
      await read()
      longest = Math.max(longest, performance.now() - dueAt)
    }
  })()
  try {
    await work()
  } finally {
    isOver = true
    await reading
  }
  return longest
}
