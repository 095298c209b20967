import type { Worker } from 'node:cluster'

/** The part of Node's handle of a connection that this file uses. `close` has no effect on a handle that is closed. */
interface ConnectionHandle {
  close(): void
}

/**
 * Closes the connection that the primary process has handed to a worker, if the worker exits before it has accepted the
 * connection. Node would leave it open, and its client would wait without end. A worker has at most one such
 * connection, because it gets the next one only after it has accepted the last.
 */
export function closeUnacceptedConnectionOfWorker({ process: child }: Pick<Worker, 'process'>): void {
  const send = child.send.bind(child) as (...values: unknown[]) => boolean
  let handed: ConnectionHandle | undefined
  child.send = (message: unknown, handle?: unknown, ...others: unknown[]) => {
    if (isConnection(message)) handed = handle as ConnectionHandle
    return send(message, handle, ...others)
  }
  child.once('exit', () => handed?.close())
}

/** Whether a message of `node:cluster` comes with the handle of a connection. */
const isConnection = (message: unknown) => (message as { act?: unknown } | null)?.act === 'newconn'
