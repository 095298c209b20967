import assert from 'node:assert/strict'
import type { ServerOptions } from '../../../src/http/server.ts'
import { makersOf } from '../calendar/makers.ts'
import type { TestEngine } from '../engines/engines.ts'
import { recordReads } from '../engines/recorded-reads.ts'
import { type Ask, startServer, type TestAnswer, type TestServer } from './server.ts'

export interface CountingServer extends TestServer {
  make: ReturnType<typeof makersOf>
  /** Statements read so far. */
  reads(): number
  /** Asks, and says whether the answer was a kept one: it came without reading. */
  see(path: string, ask?: Ask & { method?: string }): Promise<{ answer: TestAnswer; isKept: boolean }>
}

/** A server on a database of its own that counts what it reads. */
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
      return { answer, isKept: reads.length === before }
    },
  }
}

/** PostgreSQL tells of a write once more when it is done, after which nothing is kept for a moment. */
const SETTLED_MS = 5000

/** The answer to a question that is kept from then on. */
export async function cacheResponse({ see }: CountingServer, path: string, ask: Ask = {}): Promise<TestAnswer> {
  for (const deadline = Date.now() + SETTLED_MS; ; ) {
    const { answer, isKept } = await see(path, ask)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    if (isKept) return answer
    assert.ok(Date.now() < deadline, `${path} is not kept`)
  }
}

/** The headers of an answer, but for those that are another each time. */
export function lastingHeaders({ headers }: TestAnswer): TestAnswer['headers'] {
  const { date, 'x-request-id': id, ...lasting } = headers
  assert.ok(date && id)
  return Object.fromEntries(Object.entries(lasting).filter(([name]) => !name.startsWith('ratelimit')))
}
