import { createScratchEnv, type RunningServer, runAlmanac, startServer } from '../../bench/server/server.ts'
import { startCluster } from '../../test/kit/engines/cluster.ts'
import type { TrialOptions } from '../trial.ts'

const EVENTS = 5_000
const EVENTS_SMOKE = 300
const SERVER_CORE = 0
/** CPU core of the clients. */
export const CLIENT_CORE = 1

/**
 * Runs `work` with a server started like in production, on a new database with sample events.
 * @param options the number of events, 5,000 by default, and environment variables of the server
 */
export async function withDemoServer<T>(
  { engine, isSmoke }: Pick<TrialOptions, 'engine' | 'isSmoke'>,
  work: (server: RunningServer) => Promise<T>,
  { events = EVENTS, env: settings = {} }: { events?: number; env?: Record<string, string> } = {},
): Promise<T> {
  await using ending = new AsyncDisposableStack()
  const { env, close } = createScratchEnv()
  ending.defer(close)
  Object.assign(env, settings)
  if (engine === 'postgres') {
    const cluster = await startCluster({ isDurable: true })
    ending.defer(() => cluster.close())
    env.DATABASE_URL = cluster.url
  }
  await runAlmanac(env, 'demo', '--events', String(isSmoke ? EVENTS_SMOKE : events))
  const server = await startServer(env, SERVER_CORE)
  ending.defer(() => server.close())
  return await work(server)
}
