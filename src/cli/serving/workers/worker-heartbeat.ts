import type { Worker } from 'node:cluster'

/** Interval of the pings to a worker. */
const PING_INTERVAL_MS = 2_000
/**
 * A worker counts as hanging when it has not responded to this many pings in a row. Together they take twice as long as
 * a worker may wait for a lock.
 */
const MAX_UNANSWERED = 10

const PING = { type: 'ping' }
const PONG = { type: 'pong' }

/** The part of a worker process that the primary process watches. */
export type WatchedWorker = Pick<Worker, 'isConnected' | 'send' | 'on' | 'once'>

/**
 * Runs in the primary process: pings a worker every `PING_INTERVAL_MS` until it exits, and calls `onHang` once if it
 * does not respond for 20 s.
 *
 * The pings without a response are counted, instead of comparing times: timers do not run while the whole machine or
 * this process sleeps, and a late timer counts once. So neither a sleep nor a late timer makes a worker look as if it
 * hangs.
 */
export function watchWorkerHeartbeat(worker: WatchedWorker, onHang: () => void): void {
  let unanswered = 0
  const timer = setInterval(() => {
    // A worker without a connection is exiting.
    if (!worker.isConnected()) return
    if (unanswered === MAX_UNANSWERED) {
      clearInterval(timer)
      return onHang()
    }
    unanswered += 1
    // Ignore errors: sending fails if the worker is exiting.
    worker.send(PING, () => {})
  }, PING_INTERVAL_MS)
  // Any message shows that the event loop of the worker runs.
  worker.on('message', () => {
    unanswered = 0
  })
  worker.once('exit', () => clearInterval(timer))
}

/** Runs in a worker: responds to the pings of the primary process. */
export function replyToHeartbeats(worker: Worker): void {
  worker.on('message', (message) => {
    if (message?.type === PING.type && worker.isConnected()) worker.send(PONG, () => {})
  })
}
