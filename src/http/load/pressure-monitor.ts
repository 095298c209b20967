import { memoryUsage } from 'node:process'
import { getHeapStatistics } from 'node:v8'
import { LIMITS } from '../limits.ts'

/** Watches the delay of the event loop and the memory of the process. */
export interface PressureMonitor {
  /** Whether the process is overloaded. */
  isHigh(): boolean
  stop(): void
}

const INTERVAL_MS = 500
/** One delay may be a garbage collection or a single large request; two in a row are overload. */
const DELAYS_IN_A_ROW = 2
/** A fuller heap spends most time in garbage collection. */
const HEAP_SHARE_MAX = 0.85

/** @param bufferBytesMax limit for memory outside the heap: bodies, pictures, responses */
export function createPressureMonitor(bufferBytesMax: number): PressureMonitor {
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
