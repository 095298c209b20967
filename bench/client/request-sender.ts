import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pinToCore } from '../server/processes.ts'

/** Requests sent from another process, over and over, each connection one at a time. */
export interface SendOptions {
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

export interface SendResult {
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** What the client itself has used. */
  cpuSeconds: number
}

const CLIENT = join(import.meta.dirname, 'request-sender-process.ts')

/**
 * @param core the only one the client may use
 * @throws when an answer is neither 2xx nor 304
 */
export async function sendRequests(sending: SendOptions, core?: number): Promise<SendResult> {
  const { sent, error } = await runClientProcess<{ sent?: SendResult; error?: string }>(CLIENT, sending, core)
  if (!sent) throw new Error(error)
  return sent
}

/** What a program of ours answers, in a process of its own, to the one message it gets. */
export async function runClientProcess<Answer>(file: string, message: object, core?: number): Promise<Answer> {
  const [program, argv] = pinToCore(core, process.execPath, [file])
  const child =
    program === process.execPath ? fork(file) : fork(file, { execPath: program, execArgv: argv.slice(0, -1) })
  child.send(message)
  const [answer] = (await once(child, 'message')) as [Answer]
  await once(child, 'exit')
  return answer
}

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

export const HEAD_END = '\r\n\r\n'

/** Where a request wants another number each time; as long as what replaces it, so that the length stays. */
const NUMBER = '#######'

export const insertNumber = (text: string, number: number) =>
  text.replace(NUMBER, String(number).padStart(NUMBER.length, '0'))
