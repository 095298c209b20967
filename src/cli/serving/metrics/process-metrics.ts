import { readdirSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import process from 'node:process'
import { createMetricWithOneSample, type Metric } from '../../../core/prometheus-format.ts'

const RESOLUTION_MS = 10
const NANOSECONDS = 1e9

/**
 * Creates a function that reads metrics of the process, named like those of `prom-client`. The event loop delay covers
 * the time since the previous call of this function.
 */
export function createReaderOfProcessMetrics(): () => Metric[] {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const startedAt = Date.now() / 1000 - process.uptime()
  return () => {
    const loop = loopMetrics(delay)
    delay.reset()
    return [...usageMetrics(startedAt), ...loop, ...memoryMetrics()]
  }
}

function loopMetrics(delay: ReturnType<typeof monitorEventLoopDelay>): Metric[] {
  // Recorded event loop delays include the timer interval of 10 ms: subtract it. Before the first measurement they are
  // NaN: report 0.
  const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS / 1000) || 0
  const lag = (name: string, of: string, nanoseconds: number) =>
    createMetricWithOneSample(
      'gauge',
      `nodejs_eventloop_lag${name}_seconds`,
      `Delay of the event loop${of}.`,
      seconds(nanoseconds),
    )
  return [
    lag('_mean', ', mean', delay.mean),
    lag('_max', ', maximum', delay.max),
    lag('_p50', ', median', delay.percentile(50)),
    lag('_p99', ', 99th percentile', delay.percentile(99)),
  ]
}

function usageMetrics(startedAt: number): Metric[] {
  const { user, system } = process.cpuUsage()
  const files = openFiles()
  const cpu = (name: string, of: string, microseconds: number) =>
    createMetricWithOneSample('counter', `process_cpu${name}_seconds_total`, `Processor time${of}.`, microseconds / 1e6)
  return [
    cpu('', '', user + system),
    cpu('_user', ' in user mode', user),
    cpu('_system', ' in kernel mode', system),
    createMetricWithOneSample(
      'gauge',
      'process_start_time_seconds',
      'Start time of the process, Unix seconds.',
      startedAt,
    ),
    ...(files === undefined
      ? []
      : [createMetricWithOneSample('gauge', 'process_open_fds', 'Open file descriptors.', files)]),
  ]
}

/** Number of open file descriptors; undefined on systems without `/proc`. */
function openFiles(): number | undefined {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return undefined
  }
}

function memoryMetrics(): Metric[] {
  const { rss, heapTotal, heapUsed, external } = process.memoryUsage()
  return [
    createMetricWithOneSample('gauge', 'process_resident_memory_bytes', 'Resident memory of the process.', rss),
    createMetricWithOneSample(
      'gauge',
      'nodejs_heap_size_total_bytes',
      'Heap reserved for JavaScript objects.',
      heapTotal,
    ),
    createMetricWithOneSample('gauge', 'nodejs_heap_size_used_bytes', 'Heap in use.', heapUsed),
    createMetricWithOneSample('gauge', 'nodejs_external_memory_bytes', 'Memory of buffers outside the heap.', external),
  ]
}
