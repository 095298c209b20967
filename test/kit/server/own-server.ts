import type { ServerOptions } from '../../../src/http/server-options.ts'
import { makersOf } from '../calendar/makers.ts'
import type { TestEngine } from '../engines/engines.ts'
import { startServer, type TestServer } from './server.ts'

/** Runs one test on a separate server and database, if it would disturb other tests. */
export async function onOwnServer(
  engine: TestEngine,
  work: (server: TestServer, make: ReturnType<typeof makersOf>) => Promise<void>,
  options: Partial<ServerOptions> = {},
): Promise<void> {
  const server = await startServer(await engine.open(), options)
  try {
    await work(server, makersOf(server))
  } finally {
    await server.close()
  }
}
