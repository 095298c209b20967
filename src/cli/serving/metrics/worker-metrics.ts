import cluster, { type Worker } from 'node:cluster'
import process from 'node:process'
import { formatMetricsForPrometheus, type Metric, mergeWorkerMetrics } from '../../../core/prometheus-format.ts'

/** The primary process leaves out the metrics of workers that do not respond within this time. */
const RESPONSE_TIMEOUT_MS = 2_000

/** Metrics that a worker sends to the primary. */
interface WorkerMetrics {
  own: Metric[]
  /**
   * Metrics of the whole site. Only one worker is requested to send them; the list is empty in messages of the others.
   */
  site: Metric[]
}

/**
 * Messages between primary and workers. The primary sends `metrics-request` and gets `metrics`; a worker sends
 * `text-request` and gets `text`. A response has the number of its request.
 */
type MetricsMessage =
  | { type: 'metrics-request'; number: number; withSite: boolean }
  | ({ type: 'metrics'; number: number } & WorkerMetrics)
  | { type: 'text-request'; number: number }
  | { type: 'text'; number: number; text: string }

/** Runs in the primary process: collects the metrics of all processes, for itself and for workers that request them. */
export function collectMetricsOfAllProcesses(own: () => Metric[]): { text(): Promise<string>; close(): void } {
  const waiting = new Map<string, (metrics: WorkerMetrics) => void>()
  const listening = new Map<number, Worker>()
  let requests = 0

  function requestMetrics(worker: Worker, withSite: boolean): Promise<WorkerMetrics | undefined> {
    requests += 1
    const number = requests
    const key = `${worker.id} ${number}`
    return new Promise<WorkerMetrics | undefined>((resolve) => {
      const timer = setTimeout(() => resolve(undefined), RESPONSE_TIMEOUT_MS)
      waiting.set(key, (metrics) => {
        clearTimeout(timer)
        resolve(metrics)
      })
      send(worker, { type: 'metrics-request', number, withSite })
    }).finally(() => waiting.delete(key))
  }
  async function text(): Promise<string> {
    const workers = [...listening.values()].filter((worker) => worker.isConnected())
    const responses = await Promise.all(workers.map((worker, index) => requestMetrics(worker, index === 0)))
    const byProcess = new Map<string, Metric[]>([['primary', own()]])
    for (const [index, response] of responses.entries())
      if (response) byProcess.set(String(workers[index]?.id), response.own)
    return formatMetricsForPrometheus([
      ...mergeWorkerMetrics(byProcess),
      ...responses.flatMap((response) => response?.site ?? []),
    ])
  }
  const onMessage = (worker: Worker, message: MetricsMessage | string) => {
    // A worker that starts listening sends its origin (`http://host:port`), the only message that is a string.
    if (typeof message === 'string') listening.set(worker.id, worker)
    else if (message.type === 'metrics') waiting.get(`${worker.id} ${message.number}`)?.(message)
    else if (message.type === 'text-request') {
      void text().then((text) => send(worker, { type: 'text', number: message.number, text }))
    }
  }
  const onExit = ({ id }: Worker) => listening.delete(id)
  cluster.on('message', onMessage).on('exit', onExit)
  return { text, close: () => void cluster.off('message', onMessage).off('exit', onExit) }
}

function send(worker: Worker, message: MetricsMessage): void {
  // Ignore errors: sending fails if the worker is exiting.
  if (worker.isConnected()) worker.send(message, () => {})
}

/**
 * Runs in a worker: sends its metrics when the primary process requests them.
 * @returns access to the metrics of all processes
 */
export function sendWorkerMetricsOnRequest(
  own: () => Metric[],
  site: () => Promise<Metric[]>,
): { text(): Promise<string> } {
  const waiting = new Map<number, (text: string) => void>()
  let requests = 0
  process.on('message', async (message: MetricsMessage | string) => {
    if (typeof message === 'string') return
    if (message.type === 'text') waiting.get(message.number)?.(message.text)
    if (message.type !== 'metrics-request') return
    const metrics = { own: own(), site: message.withSite ? await site() : [] }
    process.send?.({ type: 'metrics', number: message.number, ...metrics } satisfies MetricsMessage)
  })
  return {
    text() {
      requests += 1
      const number = requests
      return new Promise<string>((resolve, reject) => {
        // Time out after twice the time that the primary process waits for the metrics of workers
        // (`RESPONSE_TIMEOUT_MS`).
        const timer = setTimeout(() => reject(new Error('the primary does not respond')), 2 * RESPONSE_TIMEOUT_MS)
        waiting.set(number, (text) => {
          clearTimeout(timer)
          resolve(text)
        })
        process.send?.({ type: 'text-request', number } satisfies MetricsMessage)
      }).finally(() => waiting.delete(number))
    },
  }
}
