import { memoryUsage } from 'node:process'
import { getHeapStatistics } from 'node:v8'
import { LIMITS } from '../limits.ts'

/** Whether the process as a whole has too much to do. */
export interface PressureMonitor {
  isHigh(): boolean
  stop(): void
}

const EVERY_MS = 500
const LATE_TIMES = 2
/** A heap this full spends its time collecting garbage. */
const HEAP_SHARE_MAX = 0.85

/**
 * Looks twice a second. Two late looks in a row are no pause of the garbage collector or of one large request: the loop
 * does not keep up.
 * @param buffersMax bytes outside the heap: bodies, pictures, answers
 */
export function createPressureMonitor(buffersMax: number): PressureMonitor {
  const heapMax = getHeapStatistics().heap_size_limit * HEAP_SHARE_MAX
  let lateTimes = 0
  let isFull = false
  let due = performance.now() + EVERY_MS
  const timer = setInterval(() => {
    const now = performance.now()
    lateTimes = now - due > LIMITS.eventLoopDelayMs.value ? lateTimes + 1 : 0
    due = now + EVERY_MS
    const { heapUsed, arrayBuffers } = memoryUsage()
    isFull = heapUsed > heapMax || arrayBuffers > buffersMax
  }, EVERY_MS)
  timer.unref()
  return {
    isHigh: () => isFull || lateTimes >= LATE_TIMES,
    stop: () => clearInterval(timer),
  }
}
