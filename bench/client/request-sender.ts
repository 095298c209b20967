import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pinToCore } from '../server/processes.ts'

/** Requests that a child process repeats in turn; each connection has one request at a time. */
export interface SendRequestsOptions {
  origin: string
  /** Created by `formatRequest`; `#######` is replaced by another number each time. */
  requests: readonly string[]
  connections: number
  /** Either duration or number of requests. */
  seconds?: number
  times?: number
  /** Rate limit of all connections together; unlimited by default. */
  perSecond?: number
}

/** Measured rate and response times. */
export interface SendResult {
  perSecond: number
  /** Response times in milliseconds. */
  p50: number
  p99: number
  /** CPU time of the client. */
  cpuSeconds: number
}

const CLIENT = join(import.meta.dirname, 'request-sender-process.ts')

/**
 * Sends requests from a child process.
 * @param core the only CPU core the client may use
 * @throws when a response status is neither 2xx nor 304
 */
export async function sendRequests(sending: SendRequestsOptions, core?: number): Promise<SendResult> {
  const { sent, error } = await runClientProcess<{ sent?: SendResult; error?: string }>(CLIENT, sending, core)
  if (!sent) throw new Error(error)
  return sent
}

/** Runs a client program in a child process, sends it one message and returns its reply. */
export async function runClientProcess<Reply>(file: string, message: object, core?: number): Promise<Reply> {
  const [program, argv] = pinToCore(core, process.execPath, [file])
  const child =
    program === process.execPath ? fork(file) : fork(file, { execPath: program, execArgv: argv.slice(0, -1) })
  child.send(message)
  const [reply] = (await once(child, 'message')) as [Reply]
  await once(child, 'exit')
  return reply
}

/** Formats an HTTP/1.1 request: POST with a JSON body, else GET. */
export function formatRequest(
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: unknown } = {},
) {
  const text = body === undefined ? '' : JSON.stringify(body)
  const lines = {
    host: '127.0.0.1',
    ...headers,
    ...(text && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
  }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${text ? 'POST' : 'GET'} ${path} HTTP/1.1\r\n${head.join('')}\r\n${text}`
}

/** Separates headers and body. */
export const HEAD_END = '\r\n\r\n'

/** Placeholder for a number with the same length, so that `content-length` stays correct. */
const NUMBER = '#######'

/** Replaces the placeholder in a request by a number. */
export const insertNumber = (text: string, number: number) =>
  text.replace(NUMBER, String(number).padStart(NUMBER.length, '0'))
