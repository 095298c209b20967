import { join } from 'node:path'
import { runClientProcess } from '../../bench/client/request-sender.ts'

/** An open-loop load: requests are sent at a fixed rate, whether or not the server keeps up. */
export interface OpenLoopOptions {
  origin: string
  /** Created by `formatRequest`; `#######` is replaced by another number each time. */
  requests: readonly string[]
  perSecond: number
  seconds: number
  /** Number of connections, opened before the load; each request needs an idle one. */
  connections: number
}

/** Result of an open-loop load. */
export interface OpenLoopResult {
  sent: number
  /** Requests for which no connection was idle. */
  unsent: number
  /** Connections that were closed before the response. */
  broken: number
  /** Requests without a response at the end. */
  waiting: number
  /** Responses per second with status 2xx or 304, for each of the requests in `OpenLoopOptions.requests`. */
  goodPerSecond: number[]
  /** Count and response times in milliseconds by status. */
  statuses: Record<number, { count: number; p50: number; p99: number }>
}

const CLIENT = join(import.meta.dirname, 'open-loop-process.ts')

/** Sends the load from a child process. @param core the only CPU core the client may use */
export const sendOpenLoop = (options: OpenLoopOptions, core?: number) =>
  runClientProcess<OpenLoopResult>(CLIENT, options, core)
