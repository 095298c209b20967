import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { ADMIN } from '../test/kit/process.ts'

export interface Answered {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
  body: any
}

export interface Sent {
  body?: object | Buffer | undefined
  type?: string
  /** Without credentials. */
  isGuest?: boolean
}

/** One connection to a server. Nothing is sent twice: what was on its way when the line broke fails. */
export interface CrashLine {
  /** @param path below the native namespace, or of the site when it begins with `//` */
  send(method: string, path: string, sent?: Sent): Promise<Answered>
  close(): void
}

const TIMEOUT_MS = 30_000

export function lineTo(origin: string): CrashLine {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    send: (method, path, { body, type = 'application/json', isGuest = false } = {}) =>
      new Promise((resolve, reject) => {
        const url = path.startsWith('//') ? origin + path.slice(1) : `${origin}/cal/events/v1${path}`
        const payload = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
        const headers = {
          ...(!isGuest && { authorization: ADMIN }),
          ...(payload && { 'content-type': type, 'content-length': payload.length }),
        }
        const sent = request(url, { method, agent, headers, timeout: TIMEOUT_MS })
        sent.on('timeout', () => sent.destroy(new Error(`no answer to ${method} ${path} in ${TIMEOUT_MS} ms`)))
        sent.on('error', reject)
        sent.on('response', (answer) => {
          buffer(answer).then(
            (bytes) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes, body: jsonOf(bytes) }),
            reject,
          )
        })
        sent.end(payload)
      }),
    close: () => agent.destroy(),
  }
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}
