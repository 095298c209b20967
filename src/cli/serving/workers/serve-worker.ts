import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { CommandContext } from '../../command-types.ts'
import { replyToHeartbeats } from './worker-heartbeat.ts'
import { RETIRE_MESSAGE } from './worker-pool.ts'

/**
 * Maximum time in which a replaced worker waits for idle keep-alive connections to close: the response to their next
 * request closes them.
 */
const DRAIN_MS = 5_000
/** Maximum duration of active requests of a replaced worker; their connections are closed afterwards. */
const CLOSE_MAX_MS = 30_000

interface WorkerServer {
  server: Server
  close(): Promise<unknown>
}

/** Serves requests in a worker until the primary process replaces it, stops it or exits. */
export async function serveAsWorkerProcess(
  app: WorkerServer,
  origin: string,
  { signal }: CommandContext,
): Promise<void> {
  const worker = cluster.worker as Worker
  const stopping = new AbortController()
  const stopped = once(stopping.signal, 'abort')
  if (signal.aborted) stopping.abort()
  else signal.addEventListener('abort', () => stopping.abort())
  // Ignore SIGHUP: only the primary process handles it, but a terminal sends it to all processes of the group.
  process.on('SIGHUP', () => {})
  worker.on('disconnect', () => {
    // The primary process has exited, and Node would now end this worker. Let the worker finish its requests first,
    // unless it is stopping already.
    if (stopping.signal.aborted) return
    worker.exitedAfterDisconnect = true
    stopping.abort()
  })
  const retired = new Promise<void>((resolve) => {
    worker.on('message', (message) => message === RETIRE_MESSAGE && resolve())
  })
  replyToHeartbeats(worker)
  worker.send(origin)
  await Promise.race([stopped, retired])
  if (!stopping.signal.aborted) {
    await Promise.race([stopped, drain(app.server)])
    setTimeout(() => app.server.closeAllConnections(), CLOSE_MAX_MS).unref()
  }
  await app.close()
  // Unreference the message channel to the primary process: it would prevent this worker from exiting.
  process.channel?.unref()
}

/**
 * Stops accepting connections. Open connections are closed by `Connection: close` in their next response, so that no
 * client sends a request on a connection that the server has just closed. Resolves when all are closed, or after
 * `DRAIN_MS`.
 */
function drain(server: Server): Promise<void> {
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  return new Promise((resolve) => {
    setTimeout(resolve, DRAIN_MS).unref()
    // Call `close` of the class `net.Server`: `close` of the HTTP server would close idle keep-alive connections
    // immediately.
    NetServer.prototype.close.call(server, () => resolve())
  })
}
