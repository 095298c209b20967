import assert from 'node:assert/strict'
import type { ServerOptions } from '../../../src/http/server-options.ts'
import { makersOf } from '../calendar/makers.ts'
import type { TestEngine } from '../engines/engines.ts'
import { recordReads } from '../engines/recorded-reads.ts'
import { eventually } from '../eventually.ts'
import { type Ask, startServer, type TestAnswer, type TestServer } from './server.ts'

export interface CountingServer extends TestServer {
  make: ReturnType<typeof makersOf>
  /** Number of statements that have read from the database. */
  reads(): number
  /** Sends a request. `isCached` is true if the response came from the cache, without a statement. */
  see(path: string, ask?: Ask & { method?: string }): Promise<{ answer: TestAnswer; isCached: boolean }>
}

/** Starts a server, with a new database by default, that counts the statements which read. */
export async function startCountingServer(
  engine: TestEngine,
  overrides: Partial<ServerOptions> = {},
  database = engine.open(),
): Promise<CountingServer> {
  const { db, reads } = recordReads(await database)
  const server = await startServer(db, overrides)
  return {
    ...server,
    make: makersOf(server),
    reads: () => reads.length,
    async see(path, { method = 'GET', ...ask } = {}) {
      const before = reads.length
      const answer = await server.ask(method, path, ask)
      return { answer, isCached: reads.length === before }
    },
  }
}

/**
 * Repeats a request until its response is cached, and returns that response. PostgreSQL sends a second notification after
 * a commit, until which responses are not cached.
 */
export async function cacheResponse({ see }: CountingServer, path: string, ask: Ask = {}): Promise<TestAnswer> {
  const answers: TestAnswer[] = []
  await eventually(async () => {
    const { answer, isCached } = await see(path, ask)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    answers.push(answer)
    return isCached
  }, `${path} is cached`)
  return answers.at(-1) as TestAnswer
}

/** The headers of a response without those that differ each time. */
export function lastingHeaders({ headers }: TestAnswer): TestAnswer['headers'] {
  const { date, 'x-request-id': id, ...lasting } = headers
  assert.ok(date && id)
  return Object.fromEntries(Object.entries(lasting).filter(([name]) => !name.startsWith('ratelimit')))
}
