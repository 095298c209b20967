import { after, before } from 'node:test'
import type { Engine } from '../../../src/db/database.ts'
import type { ServerOptions } from '../../../src/http/server-options.ts'
import { type TestEngine, testEngine } from '../engines/engines.ts'
import { type CountingServer, startCountingServer } from './counting.ts'
import { type ListeningServer, startListening } from './listening.ts'
import { startServer, type TestServer } from './server.ts'

type Fill<Server> = (server: Server) => Promise<void>

/**
 * A server for all tests of a `describe` or file, with its own database: started before them and closed after them. The
 * object has its members once the tests run, so that hooks and tests can use it but nothing can be read from it
 * earlier.
 * @param engine as `forEachEngine` passes it; a name for tests that need only that engine
 * @param fill creates records before the tests. Required instead of another `before` where there is no `describe`:
 *   there Node calls all `before` hooks without waiting for the previous one
 */
export const withServer = (
  engine: TestEngine | Engine,
  options: Partial<ServerOptions> = {},
  fill?: Fill<TestServer>,
): TestServer => withStarted(engine, async ({ open }) => startServer(await open(), options), fill)

/** Like `withServer`, on a socket. */
export const withListeningServer = (
  engine: TestEngine | Engine,
  fill?: Fill<ListeningServer>,
  options: Partial<ServerOptions> = {},
): ListeningServer => withStarted(engine, async ({ open }) => startListening(await open(), options), fill)

/** Like `withServer`, counting the statements that it reads with. */
export const withCountingServer = (engine: TestEngine | Engine, options: Partial<ServerOptions> = {}): CountingServer =>
  withStarted(engine, (started) => startCountingServer(started, options))

function withStarted<Server extends { close(): Promise<void> }>(
  engine: TestEngine | Engine,
  start: (engine: TestEngine) => Promise<Server>,
  fill?: Fill<Server>,
): Server {
  const own = typeof engine === 'string' ? testEngine(engine) : undefined
  const server = {} as Server
  let started: Promise<Server> | undefined
  before(async () => {
    started = start(own ?? (engine as TestEngine))
    Object.assign(server, await started)
    await fill?.(server)
  })
  after(async () => {
    // Where a name pattern leaves no test, Node calls `after` without waiting for `before`.
    await (await started)?.close()
    await own?.close()
  })
  return server
}
