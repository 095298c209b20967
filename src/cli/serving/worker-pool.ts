import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'

/** Told to a worker whose place another one takes. */
export const RETIRE_MESSAGE = 'retire'

/** A worker that lives this long is not the reason if it ends. */
const STEADY_MS = 10_000
/** Before the second attempt to fill a place; doubled for each further one. */
const DELAY_MS = 100
const DELAY_MAX_MS = 30_000
/** More than a worker gives itself (see worker.ts): whoever is still there does not answer any more. */
const RETIRE_MAX_MS = 45_000

/** A worker could not begin to serve. What stopped it, it has said itself. */
export class WorkerError extends Error {
  override name = 'WorkerError'
}

interface WorkerProcess {
  worker: Worker
  startedAt: number
  /** The origin it listens on. @throws {WorkerError} when it ends before */
  listens: Promise<string>
  /** How it ended, in words. */
  ended: Promise<string>
}

interface WorkerSlot {
  member: WorkerProcess
  /** Members in a row that ended soon after their start. */
  failures: number
}

export interface WorkerPool {
  /** @returns the origin, once all listen. @throws {WorkerError} when one of them never does */
  start(count: number): Promise<string>
  /** Another worker for each, one after the other; a place is handed over when the new one listens. */
  renew(): Promise<void>
  /** All finish what is under way. */
  stop(): Promise<void>
}

/**
 * As many workers as asked for, whatever happens to each of them.
 * @param say a line for whoever runs the server
 */
export function createWorkerPool(say: (line: string) => void): WorkerPool {
  const alive = new Set<WorkerProcess>()
  const places: WorkerSlot[] = []
  const stopping = new AbortController()
  const hasStopped = () => stopping.signal.aborted

  function hire(): WorkerProcess {
    const member = startWorker()
    alive.add(member)
    void member.ended.then(() => alive.delete(member))
    return member
  }
  /** Whoever leaves the place unasked is followed by another. */
  async function keep(place: WorkerSlot): Promise<void> {
    while (!hasStopped()) {
      const { member } = place
      const how = await member.ended
      if (hasStopped() || place.member !== member) continue
      place.failures = performance.now() - member.startedAt < STEADY_MS ? place.failures + 1 : 0
      const delayMs = place.failures === 0 ? 0 : Math.min(DELAY_MS * 2 ** (place.failures - 1), DELAY_MAX_MS)
      say(`worker ${member.worker.process.pid} ended (${how}); another one starts in ${delayMs / 1000} s`)
      await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (!hasStopped() && place.member === member) place.member = hire()
    }
  }
  return {
    async start(count) {
      const first = Array.from({ length: count }, hire)
      const [origin = ''] = await Promise.all(first.map(({ listens }) => listens))
      for (const member of first) {
        const place = { member, failures: 0 }
        places.push(place)
        void keep(place)
      }
      return origin
    },
    async renew() {
      for (const place of places) {
        if (hasStopped()) return
        const successor = hire()
        const failure = await successor.listens.then(() => undefined, String)
        if (hasStopped()) return
        if (failure) return say(`${failure}; the workers that are there go on`)
        const { member } = place
        Object.assign(place, { member: successor, failures: 0 })
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
    // A connection handed to who has just been killed is an error too, and any number of them may be.
    worker.on('error', (error) => {
      if (worker.process.pid === undefined) resolve(error.message)
    })
  })
  const listens = Promise.race([
    // It says nothing else as text.
    new Promise<string>((resolve) => worker.on('message', (said) => typeof said === 'string' && resolve(said))),
    ended.then((how) => {
      throw new WorkerError(`worker ${worker.process.pid} ended (${how}) before it listened`)
    }),
  ])
  listens.catch(() => {})
  return { worker, startedAt: performance.now(), listens, ended }
}

async function retire({ worker, listens, ended }: WorkerProcess): Promise<void> {
  // Before that it would not hear.
  await listens.catch(() => {})
  // It may be gone already: then there is nobody to tell.
  if (worker.isConnected()) worker.send(RETIRE_MESSAGE, () => {})
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), RETIRE_MAX_MS)
  await ended
  clearTimeout(timer)
}
