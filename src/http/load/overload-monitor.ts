import { memoryUsage } from 'node:process'
import { getHeapStatistics } from 'node:v8'
import { LIMITS } from '../all-limits.ts'

/** Detects overload of the process: a delayed event loop or too much used memory. */
export interface OverloadMonitor {
  /** Whether the process is overloaded. */
  isHigh(): boolean
  stop(): void
}

const INTERVAL_MS = 500
/**
 * Number of consecutive event loop delays that count as overload. A single delay may be a garbage collection or one
 * large request.
 */
const DELAYS_IN_A_ROW = 2
/**
 * Share of the maximum heap size above which the process counts as overloaded, because it then spends most of its time
 * in garbage collection.
 */
const HEAP_SHARE_MAX = 0.85

/**
 * Creates a monitor that measures the event loop delay and the used memory twice a second.
 * @param bufferBytesMax bytes of buffers outside the JavaScript heap (request bodies, pictures, responses) above which
 * the process counts as overloaded
 */
export function createOverloadMonitor(bufferBytesMax: number): OverloadMonitor {
  const heapBytesMax = getHeapStatistics().heap_size_limit * HEAP_SHARE_MAX
  let delaysInARow = 0
  let isMemoryFull = false
  let dueAt = performance.now() + INTERVAL_MS
  const timer = setInterval(() => {
    const now = performance.now()
    delaysInARow = now - dueAt > LIMITS.eventLoopDelayMs.value ? delaysInARow + 1 : 0
    dueAt = now + INTERVAL_MS
    const { heapUsed, arrayBuffers } = memoryUsage()
    isMemoryFull = heapUsed > heapBytesMax || arrayBuffers > bufferBytesMax
  }, INTERVAL_MS)
  timer.unref()
  return {
    isHigh: () => isMemoryFull || delaysInARow >= DELAYS_IN_A_ROW,
    stop: () => clearInterval(timer),
  }
}
