import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { ADMIN } from './serve.ts'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  /** Undefined when it is no JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
  body: any
}

export interface Connection {
  /**
   * @param path below the native namespace, or of the site when it begins with `//`
   * @param body goes as JSON, or as the bytes it is
   */
  send(method: string, path: string, body?: object | Buffer, type?: string): Promise<Answer>
  close(): void
}

const TIMEOUT_MS = 30_000

/**
 * One line to a server, kept from one request to the next; another takes its place only if the server says so. Nothing is
 * ever sent twice: a request on a line that breaks fails.
 * @param as who asks; by default bodies are the administrator's, and guests ask for the rest
 */
export function connectionTo(origin: string, as?: 'guest' | 'administrator'): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    send: (method, path, body, type = 'application/json') =>
      new Promise((resolve, reject) => {
        const url = path.startsWith('//') ? origin + path.slice(1) : `${origin}/cal/events/v1${path}`
        const payload = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
        const isGuest = (as ?? (payload ? 'administrator' : 'guest')) === 'guest'
        const headers = {
          ...(!isGuest && { authorization: ADMIN }),
          // Node leaves the length out with DELETE, and sends the body all the same: a second request to the server.
          ...(payload && { 'content-type': type, 'content-length': payload.length }),
        }
        const sent = request(url, { method, agent, headers, timeout: TIMEOUT_MS })
        sent.on('timeout', () => sent.destroy(new Error(`no answer to ${method} ${path} in ${TIMEOUT_MS} ms`)))
        sent.on('error', reject)
        sent.on('response', (answer) => {
          const { statusCode: status = 0, headers } = answer
          buffer(answer).then((bytes) => resolve({ status, headers, bytes, body: jsonOf(bytes) }), reject)
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
