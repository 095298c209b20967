import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import inject from 'light-my-request'
import { type Face, NATIVE } from '../../../src/core/faces.ts'
import { LANGUAGES, type Language } from '../../../src/core/language.ts'
import type { Database } from '../../../src/db/database.ts'
import { createServer, type ServerOptions } from '../../../src/http/server.ts'
import { createTestAccounts, type TestAccounts, type TestCaller } from './accounts.ts'
import { routesIn } from './routes.ts'

/** The moment every test server believes it is, unless told otherwise: 2030-06-15 12:00:00 UTC. */
export const TEST_NOW = 1_907_755_200

export const TEST_CACHE_BYTES = 1024 * 1024

export interface TestAnswer {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
  body: any
  /** The body as it was sent. */
  bytes: Buffer
}

export interface Ask {
  as?: TestCaller
  /** Text and bytes as they are, anything else as JSON. */
  body?: unknown
  headers?: Record<string, string>
  face?: Face
  /** Language root: `de` asks below `/de`. */
  root?: Language
}

export interface TestServer extends TestAccounts {
  db: Database
  /**
   * `ask('POST', '/events', { as: 'editor', body: {…} })`; the native face and no credentials unless said.
   * @param path below the namespace, with query: `/events?page=2`; elsewhere it begins with `host:`, e.g. `host:/health`
   */
  ask(method: string, path: string, options?: Ask): Promise<TestAnswer>
  /** Moves the server's clock, in seconds. */
  clock: { now: number }
  /** Every route there is, as the router has it: `GET /~api/events`. */
  routes(): string[]
  close(): Promise<void>
}

/**
 * The real server without a socket, with one account a role and a token each.
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
  // As a socket would: what is kept is answered in front of the router, which `app.inject` asks.
  const listener = (...exchange: [IncomingMessage, ServerResponse]) => void app.server.emit('request', ...exchange)
  return {
    db,
    ids,
    tokens,
    clock,
    routes: () => routesIn(app.printRoutes({ commonPrefix: false })),
    async ask(method, path, { as = 'guest', body, headers = {}, face = NATIVE, root } = {}) {
      const below = `${root ? `/${root}` : ''}${face.prefix}/${face.namespace}`
      // As what comes by a socket: in a turn of the event loop of its own.
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
      return { status, headers: received, body: jsonOf(payload), bytes }
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
