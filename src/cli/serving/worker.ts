import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { CommandContext } from '../command.ts'
import { RETIRE_MESSAGE } from './worker-pool.ts'

/** Time for idle keep-alive connections to send one more request, whose response closes them. */
const DRAIN_MS = 5_000
/** Time for active requests to finish when a worker retires. */
const CLOSE_MAX_MS = 30_000

interface WorkerServer {
  server: Server
  close(): Promise<unknown>
}

/** Serves in a worker until the primary retires it, stops it or exits. */
export async function serveWorker(app: WorkerServer, origin: string, { signal }: CommandContext): Promise<void> {
  const worker = cluster.worker as Worker
  const stopping = new AbortController()
  const stopped = once(stopping.signal, 'abort')
  if (signal.aborted) stopping.abort()
  else signal.addEventListener('abort', () => stopping.abort())
  // SIGHUP is for the primary only, but a terminal sends it to all processes of the group.
  process.on('SIGHUP', () => {})
  worker.on('disconnect', () => {
    // Node ends a worker whose primary has exited. Prevent that, so that active requests finish; but not after a stop signal.
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
    await Promise.race([stopped, drain(app.server)])
    setTimeout(() => app.server.closeAllConnections(), CLOSE_MAX_MS).unref()
  }
  await app.close()
  // The channel to the primary must not keep the process alive.
  process.channel?.unref()
}

/**
 * Stops accepting connections and closes the open ones by `Connection: close` in their next response, so that no request is
 * lost in a closing connection. Resolves when all are closed, or after `DRAIN_MS`.
 */
function drain(server: Server): Promise<void> {
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  return new Promise((resolve) => {
    setTimeout(resolve, DRAIN_MS).unref()
    // `close` of an HTTP server would close idle keep-alive connections immediately.
    NetServer.prototype.close.call(server, () => resolve())
  })
}
