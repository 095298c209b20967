import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { CommandContext } from '../command.ts'
import { RETIRE_MESSAGE } from './worker-pool.ts'

/** In this time a client that keeps its connection is expected to ask once more, and is told to leave. */
const DRAIN_MS = 5_000
/** What is under way when a worker retires gets this long. */
const CLOSE_MAX_MS = 30_000

interface WorkerServer {
  server: Server
  close(): Promise<unknown>
}

/** Serves in a worker until its primary retires or stops it, or is gone. */
export async function serveWorker(app: WorkerServer, origin: string, { signal }: CommandContext): Promise<void> {
  const worker = cluster.worker as Worker
  const stopping = new AbortController()
  const stopped = once(stopping.signal, 'abort')
  if (signal.aborted) stopping.abort()
  else signal.addEventListener('abort', () => stopping.abort())
  // It means the primary, even if a terminal sends it to all.
  process.on('SIGHUP', () => {})
  worker.on('disconnect', () => {
    // Node ends the worker of a primary that is gone. That is right when it was told twice to stop.
    if (stopping.signal.aborted) return
    worker.exitedAfterDisconnect = true
    stopping.abort()
  })
  const retired = new Promise<void>((resolve) => {
    worker.on('message', (message) => message === RETIRE_MESSAGE && resolve())
  })
  worker.send(origin)
  await Promise.race([stopped, retired])
  if (!stopping.signal.aborted) {
    await Promise.race([stopped, drained(app.server)])
    setTimeout(() => app.server.closeAllConnections(), CLOSE_MAX_MS).unref()
  }
  await app.close()
  // The line to the primary alone is no reason to stay.
  process.channel?.unref()
}

/**
 * Takes no connection any more and lets go of those there are: with the answer that says so, so that no request is on its
 * way when they close.
 */
function drained(server: Server): Promise<void> {
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  return new Promise((resolve) => {
    setTimeout(resolve, DRAIN_MS).unref()
    // An HTTP server's own `close` would cut those connections that rest between two requests.
    NetServer.prototype.close.call(server, () => resolve())
  })
}
