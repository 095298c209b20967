import { join } from 'node:path'
import { runClientProcess } from '../../bench/client/request-sender.ts'

/** A client whose connections send one request after the other. */
export interface ClientOptions {
  /** The address in `X-Forwarded-For`. */
  address: string
  /** Paths by name; `#` is replaced by another number each time. */
  requests: Readonly<Record<string, string>>
  connections: number
  /** Time between a response and the next request of the connection, 0 by default. */
  pauseMs?: number
  /** Time before the first request, 0 by default. */
  delaySeconds?: number
  seconds: number
}

export interface ClientResult {
  /** Response times in milliseconds of successful requests, by the names of the requests. */
  p95: Record<string, number>
  /** Number of responses by status; `broken` without a response. */
  statuses: Record<string, number>
}

const CLIENTS = join(import.meta.dirname, 'clients-process.ts')

/** Runs several clients in a child process. @param core the only CPU core they may use */
export const runClients = (origin: string, clients: readonly ClientOptions[], core?: number) =>
  runClientProcess<ClientResult[]>(CLIENTS, { origin, clients }, core)
