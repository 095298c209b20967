import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { ADMIN } from './process.ts'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
  body: any
}

export interface Connection {
  /** @param path below the native namespace. @param body goes as JSON. Writes are the administrator's. */
  send(method: string, path: string, body?: unknown): Promise<Answer>
  close(): void
}

/**
 * One line to a server, kept from one request to the next; another takes its place only if the server says so. Nothing is
 * ever sent twice: a request on a line that breaks fails.
 */
export function connectionTo(origin: string): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    send: (method, path, body) =>
      new Promise((resolve, reject) => {
        const text = body === undefined ? '' : JSON.stringify(body)
        const headers = {
          ...(body !== undefined && { 'content-type': 'application/json', authorization: ADMIN }),
          // Node leaves it out with DELETE, and sends the body all the same: a second request to the server.
          ...(body !== undefined && { 'content-length': Buffer.byteLength(text) }),
        }
        const sent = request(`${origin}/cal/events/v1${path}`, { method, agent, headers })
        sent.on('error', reject)
        sent.on('response', (answer) => {
          const { statusCode: status = 0, headers } = answer
          json(answer).then((body) => resolve({ status, headers, body }), reject)
        })
        sent.end(text)
      }),
    close: () => agent.destroy(),
  }
}
