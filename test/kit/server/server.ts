import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import inject from 'light-my-request'
import { type Face, NATIVE } from '../../../src/core/faces.ts'
import { LANGUAGES, type Language } from '../../../src/core/language.ts'
import type { Database } from '../../../src/db/database.ts'
import { createServer } from '../../../src/http/server.ts'
import type { ServerOptions } from '../../../src/http/server-options.ts'
import { createTestAccounts, type TestAccounts, type TestCaller } from './accounts.ts'
import { routesIn } from './routes.ts'

/** The initial time of the clock of test servers: 2030-06-15 12:00:00 UTC, in seconds. */
export const TEST_NOW = 1_907_755_200

export const TEST_CACHE_BYTES = 1024 * 1024

export interface TestAnswer {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
  body: any
  /** The body before parsing. */
  bytes: Buffer
}

export interface Ask {
  as?: TestCaller
  /** Strings and buffers are sent unchanged, anything else as JSON. */
  body?: unknown
  headers?: Record<string, string>
  face?: Face
  /** Language root: `de` sends the request below `/de`. */
  root?: Language
}

export interface TestServer extends TestAccounts {
  db: Database
  /**
   * Sends a request: `ask('POST', '/events', { as: 'editor', body: {…} })`. Defaults: native face, anonymous.
   * @param path below the namespace, with query: `/events?page=2`; a path of the host begins with `host:`, e.g.
   * `host:/health`
   */
  ask(method: string, path: string, options?: Ask): Promise<TestAnswer>
  /** The clock of the server, in seconds; may be set. */
  clock: { now: number }
  /** Folder of resized pictures and uploaded files. */
  dataDir: string
  /** Every route, as the router prints it: `GET /~api/events`. */
  routes(): string[]
  close(): Promise<void>
}

/**
 * Starts the real server without a socket, with one account and token for each role.
 * @param accounts those that another server has created in the same database
 */
export async function startServer(
  db: Database,
  overrides: Partial<ServerOptions> = {},
  accounts?: TestAccounts,
): Promise<TestServer> {
  const clock = { now: TEST_NOW }
  const dataDir = mkdtempSync(join(tmpdir(), 'almanac-data-'))
  const { ids, tokens } = accounts ?? (await createTestAccounts(db, clock.now))
  const app = await createServer({
    db,
    dataDir,
    languages: ['en', ...LANGUAGES.filter((language) => language !== 'en')],
    allowedHosts: ['localhost', '127.0.0.1'],
    allowPrivateFetch: true,
    trustProxy: 0,
    cacheBytes: TEST_CACHE_BYTES,
    logger: false,
    now: () => clock.now,
    ...overrides,
  })
  await app.ready()
  // The event `request` also reaches the response cache, which `app.inject` bypasses.
  const listener = (...exchange: [IncomingMessage, ServerResponse]) => void app.server.emit('request', ...exchange)
  return {
    db,
    ids,
    tokens,
    clock,
    dataDir,
    routes: () => routesIn(app.printRoutes({ commonPrefix: false })),
    async ask(method, path, { as = 'guest', body, headers = {}, face = NATIVE, root } = {}) {
      const below = `${root ? `/${root}` : ''}${face.prefix}/${face.namespace}`
      // Like a request on a socket, start in a separate turn of the event loop.
      await nextTurn()
      const answer = await inject(listener, {
        method: method as 'GET',
        url: path.startsWith('host:') ? path.slice('host:'.length) : below + path,
        headers: {
          host: 'localhost',
          ...(as !== 'guest' && { authorization: `Bearer ${tokens[as]}` }),
          ...(body !== undefined && !isRaw(body) && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { payload: isRaw(body) ? body : JSON.stringify(body) }),
      })
      const { statusCode: status, headers: received, payload, rawPayload: bytes } = answer
      let parsedBody: { value: unknown } | undefined
      return {
        status,
        headers: received,
        // Parsed when read: many tests only compare bytes, and the errors of parsing pages take time.
        get body() {
          parsedBody ??= { value: jsonOf(payload) }
          return parsedBody.value
        },
        bytes,
      }
    },
    async close() {
      await app.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const isRaw = (body: unknown): body is string | Buffer => typeof body === 'string' || Buffer.isBuffer(body)

const jsonOf = (payload: string): unknown => {
  try {
    return payload === '' ? undefined : JSON.parse(payload)
  } catch {
    return payload
  }
}
