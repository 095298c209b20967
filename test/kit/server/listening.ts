import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Face, NATIVE } from '../../../src/core/faces.ts'
import type { Database } from '../../../src/db/database.ts'
import { createServer } from '../../../src/http/server.ts'
import type { ServerOptions } from '../../../src/http/server-options.ts'
import { createTestAccounts, type TestAccounts, type TestCaller } from './accounts.ts'
import { TEST_CACHE_BYTES, TEST_NOW } from './server.ts'

export interface Sent {
  as?: TestCaller
  face?: Face
  headers?: Record<string, string>
  /** Closes the connection when aborted. */
  signal?: AbortSignal
  /** A body as in `fetch`; plain objects are sent as JSON. */
  body?: RequestInit['body'] | Record<string, unknown>
}

export interface Received {
  status: number
  headers: Headers
  bytes: Buffer
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
  body: any
}

/** The real server on a socket, for tests of streamed bodies, bytes on the wire and early error responses. */
export interface ListeningServer {
  db: Database
  origin: string
  ids: TestAccounts['ids']
  clock: { now: number }
  /** Sends a request. @param path below the namespace of the face, or of the host: `host:/media/x.png` */
  send(method: string, path: string, sent?: Sent): Promise<Received>
  close(): Promise<void>
}

export async function startListening(db: Database, overrides: Partial<ServerOptions> = {}): Promise<ListeningServer> {
  const clock = { now: TEST_NOW }
  const dataDir = mkdtempSync(join(tmpdir(), 'almanac-data-'))
  const { ids, tokens } = await createTestAccounts(db, clock.now)
  const app = await createServer({
    db,
    dataDir,
    languages: ['en', 'de'],
    allowedHosts: ['127.0.0.1', 'localhost'],
    allowPrivateFetch: true,
    trustProxy: 0,
    cacheBytes: TEST_CACHE_BYTES,
    logger: false,
    now: () => clock.now,
    ...overrides,
  })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    db,
    origin,
    ids,
    clock,
    async send(method, path, { as = 'guest', face = NATIVE, headers = {}, body, signal } = {}) {
      const below = `${face.prefix}/${face.namespace}`
      const isJson = typeof body === 'object' && Object.getPrototypeOf(body) === Object.prototype
      const answer = await fetch(origin + (path.startsWith('host:') ? path.slice('host:'.length) : below + path), {
        method,
        ...(signal && { signal }),
        headers: {
          ...(as !== 'guest' && { authorization: `Bearer ${tokens[as]}` }),
          ...(isJson && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body != null && { body: isJson ? JSON.stringify(body) : (body as NonNullable<RequestInit['body']>) }),
        ...(body instanceof ReadableStream && { duplex: 'half' as const }),
      })
      const bytes = Buffer.from(await answer.arrayBuffer())
      const isAnswerJson = answer.headers.get('content-type')?.startsWith('application/json') && bytes.length > 0
      return {
        status: answer.status,
        headers: answer.headers,
        bytes,
        body: isAnswerJson ? JSON.parse(bytes.toString()) : undefined,
      }
    },
    async close() {
      await app.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
