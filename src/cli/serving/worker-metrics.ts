import cluster, { type Worker } from 'node:cluster'
import process from 'node:process'
import { formatPrometheus, type Metric, mergeWorkerMetrics } from '../../core/prometheus-format.ts'

/** A worker that does not answer in this time is left out: it may be busy, or about to end. */
const ANSWER_MS = 2_000

interface WorkerMetrics {
  own: Metric[]
  /** Told by one of them. */
  site: Metric[]
}

/** What the primary and its workers say to each other of figures; `wanted` and `told` bear the number of the question. */
type MetricsMessage =
  | { figures: 'wanted'; number: number; withSite: boolean }
  | ({ figures: 'told'; number: number } & WorkerMetrics)
  | { figures: 'text wanted'; number: number }
  | { figures: 'text'; number: number; text: string }

/** In the primary: the figures of all processes, for itself and for each worker that is asked. */
export function createPrimaryMetrics(own: () => Metric[]): { text(): Promise<string>; close(): void } {
  const waiting = new Map<string, (told: WorkerMetrics) => void>()
  const listening = new Map<number, Worker>()
  let asked = 0

  function ask(worker: Worker, withSite: boolean): Promise<WorkerMetrics | undefined> {
    asked += 1
    const number = asked
    const key = `${worker.id} ${number}`
    return new Promise<WorkerMetrics | undefined>((resolve) => {
      const timer = setTimeout(() => resolve(undefined), ANSWER_MS)
      waiting.set(key, (told) => {
        clearTimeout(timer)
        resolve(told)
      })
      send(worker, { figures: 'wanted', number, withSite })
    }).finally(() => waiting.delete(key))
  }
  async function text(): Promise<string> {
    const workers = [...listening.values()].filter((worker) => worker.isConnected())
    const answers = await Promise.all(workers.map((worker, nth) => ask(worker, nth === 0)))
    const told = new Map<string, Metric[]>([['primary', own()]])
    for (const [nth, answer] of answers.entries()) if (answer) told.set(String(workers[nth]?.id), answer.own)
    return formatPrometheus([...mergeWorkerMetrics(told), ...answers.flatMap((answer) => answer?.site ?? [])])
  }
  const hear = (worker: Worker, said: MetricsMessage | string) => {
    // What it says first is where it listens.
    if (typeof said === 'string') listening.set(worker.id, worker)
    else if (said.figures === 'told') waiting.get(`${worker.id} ${said.number}`)?.(said)
    else if (said.figures === 'text wanted') {
      void text().then((text) => send(worker, { figures: 'text', number: said.number, text }))
    }
  }
  const forget = ({ id }: Worker) => listening.delete(id)
  cluster.on('message', hear).on('exit', forget)
  return { text, close: () => void cluster.off('message', hear).off('exit', forget) }
}

function send(worker: Worker, said: MetricsMessage): void {
  // Whoever is gone meanwhile wants nothing.
  if (worker.isConnected()) worker.send(said, () => {})
}

/** In a worker: tells the primary what it asks. @returns the figures of all processes, by way of the primary */
export function createWorkerMetrics(own: () => Metric[], site: () => Promise<Metric[]>): { text(): Promise<string> } {
  const waiting = new Map<number, (text: string) => void>()
  let asked = 0
  process.on('message', async (said: MetricsMessage | string) => {
    if (typeof said === 'string') return
    if (said.figures === 'text') waiting.get(said.number)?.(said.text)
    if (said.figures !== 'wanted') return
    const told = { own: own(), site: said.withSite ? await site() : [] }
    process.send?.({ figures: 'told', number: said.number, ...told } satisfies MetricsMessage)
  })
  return {
    text() {
      asked += 1
      const number = asked
      return new Promise<string>((resolve, reject) => {
        // The primary waits for others so long.
        const timer = setTimeout(() => reject(new Error('the primary does not answer')), 2 * ANSWER_MS)
        waiting.set(number, (text) => {
          clearTimeout(timer)
          resolve(text)
        })
        process.send?.({ figures: 'text wanted', number } satisfies MetricsMessage)
      }).finally(() => waiting.delete(number))
    },
  }
}
