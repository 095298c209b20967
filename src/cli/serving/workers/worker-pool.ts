import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { closeUnacceptedConnectionOfWorker } from './close-unaccepted-connection-of-worker.ts'
import { watchWorkerHeartbeat } from './worker-heartbeat.ts'

/** Message that makes a replaced worker finish its active requests and exit. */
export const RETIRE_MESSAGE = 'retire'

/** A worker that exits sooner than this after its start counts as a failed start. */
const STEADY_MS = 10_000
/** Delay before a new worker is started after a failed start; doubled after each further failure. */
const DELAY_MS = 100
const DELAY_MAX_MS = 30_000
/**
 * A replaced worker that still runs after this time is killed. Longer than the timeouts in `serve-worker.ts`, within
 * which the worker should have exited.
 */
const RETIRE_MAX_MS = 45_000

/** Thrown when a worker exits before it accepts connections; the worker has already printed the reason. */
export class WorkerError extends Error {
  override name = 'WorkerError'
}

interface WorkerProcess {
  worker: Worker
  startedAt: number
  /**
   * Resolves to the origin (`http://host:port`) when the worker accepts connections. Rejects with `WorkerError` if the
   * worker exits earlier.
   */
  listens: Promise<string>
  /** Resolves when the worker has exited, to the reason: the name of the signal, or the exit code as `code 1`. */
  ended: Promise<string>
}

interface WorkerSlot {
  process: WorkerProcess
  /** Number of consecutive worker processes in this slot that exited soon after their start. */
  failures: number
}

export interface WorkerPool {
  /**
   * Starts all workers.
   * @returns the origin (`http://host:port`), when all workers accept connections
   * @throws {WorkerError} when a worker exits before that
   */
  start(count: number): Promise<string>
  /**
   * Replaces all workers, one after the other. When the replacement accepts connections, the old worker finishes its
   * requests and exits.
   */
  replaceAll(): Promise<void>
  /** Stops all workers; each finishes its active requests first. */
  stop(): Promise<void>
}

/**
 * Creates a pool of worker processes. A worker that exits is replaced, and one that hangs is killed and replaced.
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
    // Pings begin when the worker accepts connections: before that, migrations may occupy it for so long that it does
    // not respond.
    const watch = () => watchWorkerHeartbeat(member.worker, () => killHanging(member))
    member.listens.then(watch, () => {})
    return member
  }
  /** Kills a worker that hangs. SIGKILL also ends a stopped process, which no other signal does. */
  function killHanging({ worker }: WorkerProcess): void {
    log(`worker ${worker.process.pid} does not respond; killing it`)
    worker.process.kill('SIGKILL')
  }
  /** Keeps one worker of the pool running: whenever it exits, starts another in its place. */
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
  closeUnacceptedConnectionOfWorker(worker)
  const ended = new Promise<string>((resolve) => {
    worker.once('exit', (code: number, signal: string | null) => resolve(signal ?? `code ${code}`))
    // A worker without a process id failed to start. Other errors are ignored: they come from passing connections to a
    // killed worker.
    worker.on('error', (error) => {
      if (worker.process.pid === undefined) resolve(error.message)
    })
  })
  const listens = Promise.race([
    // A worker that accepts connections sends its origin, the only message that is a string.
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
  // Wait until the worker has started: it does not handle messages earlier.
  await listens.catch(() => {})
  // Ignore errors: sending fails if the worker has exited.
  if (worker.isConnected()) worker.send(RETIRE_MESSAGE, () => {})
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), RETIRE_MAX_MS)
  await ended
  clearTimeout(timer)
}
