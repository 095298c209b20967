import { createScratchEnv, type RunningServer, runAlmanac, startServer } from '../../bench/server/server.ts'
import { startCluster } from '../../test/kit/engines/cluster.ts'
import type { TrialOptions } from '../trial.ts'

const EVENTS = 5_000
const EVENTS_SMOKE = 300
const SERVER_CORE = 0
/** CPU core of the clients. */
export const CLIENT_CORE = 1

/** Runs `work` with a server started like in production, on a new database with sample events. */
export async function withDemoServer<T>(
  { engine, isSmoke }: Pick<TrialOptions, 'engine' | 'isSmoke'>,
  work: (server: RunningServer) => Promise<T>,
): Promise<T> {
  await using ending = new AsyncDisposableStack()
  const { env, close } = createScratchEnv()
  ending.defer(close)
  if (engine === 'postgres') {
    const cluster = await startCluster({ isDurable: true })
    ending.defer(() => cluster.close())
    env.DATABASE_URL = cluster.url
  }
  await runAlmanac(env, 'demo', '--events', String(isSmoke ? EVENTS_SMOKE : EVENTS))
  const server = await startServer(env, SERVER_CORE)
  ending.defer(() => server.close())
  return await work(server)
}
