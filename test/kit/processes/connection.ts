import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { HANG_MS } from '../eventually.ts'
import { ADMIN } from './serve.ts'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  /** Undefined if the body is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
  body: any
}

export interface Connection {
  /**
   * @param path below the namespace of the native face, or of the host if it begins with `//`
   * @param body sent as JSON, or unchanged if it is a buffer
   */
  send(method: string, path: string, body?: object | Buffer, type?: string): Promise<Answer>
  close(): void
}

/**
 * A client with one keep-alive connection, which it replaces only if the server closes it. Requests are never sent
 * twice: a request on a broken connection fails.
 * @param as the caller; by default requests with a body are sent as administrator and others anonymously
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
          // Node omits Content-Length with DELETE but sends the body, which the server would read as a second request.
          ...(payload && { 'content-type': type, 'content-length': payload.length }),
        }
        const sent = request(url, { method, agent, headers, timeout: HANG_MS })
        sent.on('timeout', () => sent.destroy(new Error(`no answer to ${method} ${path} in ${HANG_MS} ms`)))
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
