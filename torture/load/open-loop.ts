import { join } from 'node:path'
import { runClientProcess } from '../../bench/client/request-sender.ts'

/** Requests that come at a rate of their own, whatever the server makes of them. */
export interface OpenLoopOptions {
  origin: string
  /** As `requestText` of bench/clients.ts makes them; `#######` in one becomes another number each time. */
  requests: readonly string[]
  perSecond: number
  seconds: number
  /** Open beforehand; a request needs one at rest. */
  connections: number
}

export interface OpenLoopResult {
  sent: number
  /** Found no connection at rest any more. */
  unsent: number
  /** Connections that ended instead of answering. */
  broken: number
  /** Not answered when the time was over. */
  waiting: number
  /** 2xx and 304, a second. */
  goodPerSecond: number
  /** By status: how many, and milliseconds since each was due. */
  statuses: Record<number, { count: number; p50: number; p99: number }>
}

const CLIENT = join(import.meta.dirname, 'open-loop-process.ts')

export const sendOpenLoop = (wanted: OpenLoopOptions, core?: number) =>
  runClientProcess<OpenLoopResult>(CLIENT, wanted, core)
