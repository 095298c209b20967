import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'

/** Message to a worker that has been replaced: finish active requests and exit. */
export const RETIRE_MESSAGE = 'retire'

/** A worker that ran at least this long does not count as a failed start. */
const STEADY_MS = 10_000
/** Delay after the first failed start; doubled after each further one. */
const DELAY_MS = 100
const DELAY_MAX_MS = 30_000
/** Longer than the timeouts in `worker.ts`: a worker that still runs hangs and is killed. */
const RETIRE_MAX_MS = 45_000

/** A worker exited before it listened; it has printed the reason itself. */
export class WorkerError extends Error {
  override name = 'WorkerError'
}

interface WorkerProcess {
  worker: Worker
  startedAt: number
  /** The origin it listens on; rejects with `WorkerError` when it exits before. */
  listens: Promise<string>
  /** How it exited: the signal, or `code 1`. */
  ended: Promise<string>
}

interface WorkerSlot {
  process: WorkerProcess
  /** Consecutive workers that exited soon after their start. */
  failures: number
}

export interface WorkerPool {
  /** @returns the origin, once all workers listen. @throws {WorkerError} when one exits before */
  start(count: number): Promise<string>
  /** Replaces all workers, one after the other; a worker retires when its successor listens. */
  replaceAll(): Promise<void>
  /** Stops all workers after their active requests. */
  stop(): Promise<void>
}

/**
 * A pool of worker processes that replaces workers that exit.
 * @param log prints a line for the operator
 */
export function createWorkerPool(log: (line: string) => void): WorkerPool {
  const alive = new Set<WorkerProcess>()
  const slots: WorkerSlot[] = []
  const stopping = new AbortController()
  const hasStopped = () => stopping.signal.aborted

  function startMember(): WorkerProcess {
    const member = startWorker()
    alive.add(member)
    void member.ended.then(() => alive.delete(member))
    return member
  }
  /** Starts another worker whenever the one in the slot exits. */
  async function superviseSlot(slot: WorkerSlot): Promise<void> {
    while (!hasStopped()) {
      const member = slot.process
      const how = await member.ended
      if (hasStopped() || slot.process !== member) continue
      slot.failures = performance.now() - member.startedAt < STEADY_MS ? slot.failures + 1 : 0
      const delayMs = slot.failures === 0 ? 0 : Math.min(DELAY_MS * 2 ** (slot.failures - 1), DELAY_MAX_MS)
      log(`worker ${member.worker.process.pid} exited (${how}); starting another one in ${delayMs / 1000} s`)
      await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (!hasStopped() && slot.process === member) slot.process = startMember()
    }
  }
  return {
    async start(count) {
      const first = Array.from({ length: count }, startMember)
      const [origin = ''] = await Promise.all(first.map(({ listens }) => listens))
      for (const member of first) {
        const slot = { process: member, failures: 0 }
        slots.push(slot)
        void superviseSlot(slot)
      }
      return origin
    },
    async replaceAll() {
      for (const slot of slots) {
        if (hasStopped()) return
        const successor = startMember()
        const failure = await successor.listens.then(() => undefined, String)
        if (hasStopped()) return
        if (failure) return log(`${failure}; the current workers continue`)
        const member = slot.process
        Object.assign(slot, { process: successor, failures: 0 })
        await retire(member)
      }
    },
    async stop() {
      stopping.abort()
      for (const { worker } of alive) worker.process.kill('SIGTERM')
      await Promise.all([...alive].map(({ ended }) => ended))
    },
  }
}

function startWorker(): WorkerProcess {
  const worker = cluster.fork()
  const ended = new Promise<string>((resolve) => {
    worker.once('exit', (code: number, signal: string | null) => resolve(signal ?? `code ${code}`))
    // Passing a connection to a killed worker also emits an error, possibly many times: ignore those.
    worker.on('error', (error) => {
      if (worker.process.pid === undefined) resolve(error.message)
    })
  })
  const listens = Promise.race([
    // The only string message of a worker is its origin.
    new Promise<string>((resolve) =>
      worker.on('message', (message) => typeof message === 'string' && resolve(message)),
    ),
    ended.then((how) => {
      throw new WorkerError(`worker ${worker.process.pid} exited (${how}) before it listened`)
    }),
  ])
  listens.catch(() => {})
  return { worker, startedAt: performance.now(), listens, ended }
}

async function retire({ worker, listens, ended }: WorkerProcess): Promise<void> {
  // A worker handles messages only after it listens.
  await listens.catch(() => {})
  // The worker may have exited: ignore the error.
  if (worker.isConnected()) worker.send(RETIRE_MESSAGE, () => {})
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), RETIRE_MAX_MS)
  await ended
  clearTimeout(timer)
}
