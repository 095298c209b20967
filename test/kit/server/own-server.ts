import { makersOf } from '../calendar/makers.ts'
import type { TestEngine } from '../engines/engines.ts'
import { startServer, type TestServer } from './server.ts'

/** A server with a database of its own, for a test that would disturb the others. */
export async function onOwnServer(
  engine: TestEngine,
  work: (server: TestServer, make: ReturnType<typeof makersOf>) => Promise<void>,
): Promise<void> {
  const server = await startServer(await engine.open())
  try {
    await work(server, makersOf(server))
  } finally {
    await server.close()
  }
}
