import { almanac, type RunningServer, scratch, startServer } from '../bench/kit.ts'
import { startCluster } from '../test/kit/cluster.ts'
import type { TrialOptions } from './trial.ts'

/** A server with a calendar, as an operator would start it, on an engine of its own. */
export async function serving(
  { engine }: Pick<TrialOptions, 'engine'>,
  { events, env: more = {} }: { events: number; env?: Record<string, string> },
): Promise<{ server: RunningServer; close(): Promise<void> }> {
  await using stack = new AsyncDisposableStack()
  const { env, close } = scratch()
  stack.defer(close)
  Object.assign(env, more)
  if (engine === 'postgres') {
    const cluster = await startCluster({ isDurable: true })
    stack.defer(() => cluster.close())
    env.DATABASE_URL = cluster.url
  }
  await almanac(env, 'demo', '--events', String(events))
  const server = await startServer(env, SERVER_CORE)
  stack.defer(() => server.close())
  const kept = stack.move()
  return { server, close: () => kept.disposeAsync() }
}

const SERVER_CORE = 0
/** For who asks. */
export const CLIENT_CORE = 1
