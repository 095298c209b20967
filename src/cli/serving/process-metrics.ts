import { readdirSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import process from 'node:process'
import { createMetric, type Metric } from '../../core/prometheus-format.ts'

const RESOLUTION_MS = 10
const NANOSECONDS = 1e9

/** What every process tells of itself, by the names that dashboards for Node know. The delay is that since it was last asked. */
export function createProcessMetrics(): () => Metric[] {
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
  // It measures how long its own timer took, which is told to wait so long; without any tick yet it says NaN.
  const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS / 1000) || 0
  const lag = (name: string, of: string, nanoseconds: number) =>
    createMetric('gauge', `nodejs_eventloop_lag${name}_seconds`, `Delay of the event loop${of}.`, seconds(nanoseconds))
  return [
    lag('_mean', ', on average', delay.mean),
    lag('_max', ', at most', delay.max),
    lag('_p50', ': half of the time less', delay.percentile(50)),
    lag('_p99', ': 99 % of the time less', delay.percentile(99)),
  ]
}

function usageMetrics(startedAt: number): Metric[] {
  const { user, system } = process.cpuUsage()
  const files = openFiles()
  const cpu = (name: string, of: string, microseconds: number) =>
    createMetric('counter', `process_cpu${name}_seconds_total`, `Processor time${of}.`, microseconds / 1e6)
  return [
    cpu('', '', user + system),
    cpu('_user', ' of the program', user),
    cpu('_system', ' that the system spent for it', system),
    createMetric('gauge', 'process_start_time_seconds', 'When the process started, since 1970.', startedAt),
    ...(files === undefined ? [] : [createMetric('gauge', 'process_open_fds', 'Open files and connections.', files)]),
  ]
}

/** Undefined where the system does not tell. */
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
    createMetric('gauge', 'process_resident_memory_bytes', 'Memory the process has.', rss),
    createMetric('gauge', 'nodejs_heap_size_total_bytes', 'Memory set aside for JavaScript objects.', heapTotal),
    createMetric('gauge', 'nodejs_heap_size_used_bytes', 'Memory they take.', heapUsed),
    createMetric('gauge', 'nodejs_external_memory_bytes', 'Memory of buffers outside of that.', external),
  ]
}
