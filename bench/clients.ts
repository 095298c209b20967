import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pinned } from './processes.ts'

/** Requests sent from another process, over and over, each connection one at a time. */
export interface Sending {
  origin: string
  /** As `requestText` makes them; `#######` in one becomes another number each time. */
  requests: readonly string[]
  connections: number
  /** One of the two says when it ends. */
  seconds?: number
  times?: number
  /** Of all connections together; as fast as answers come when nothing is said. */
  perSecond?: number
}

export interface Sent {
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** What the client itself has used. */
  cpuSeconds: number
}

const CLIENT = join(import.meta.dirname, 'client.ts')

/**
 * @param core the only one the client may use
 * @throws when an answer is neither 2xx nor 304
 */
export async function send(sending: Sending, core?: number): Promise<Sent> {
  const [program, argv] = pinned(core, process.execPath, [CLIENT])
  const child =
    program === process.execPath ? fork(CLIENT) : fork(CLIENT, { execPath: program, execArgv: argv.slice(0, -1) })
  child.send(sending)
  const [message] = (await once(child, 'message')) as [{ sent?: Sent; error?: string }]
  await once(child, 'exit')
  if (!message.sent) throw new Error(message.error)
  return message.sent
}

export function requestText(
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
