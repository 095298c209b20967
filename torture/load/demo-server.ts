import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { moveToCore, withDescendants } from '../../bench/server/processes.ts'
import { createScratchEnv, type RunningServer, runAlmanac, startServer } from '../../bench/server/server.ts'
import { startCluster } from '../../test/kit/engines/cluster.ts'
import type { TrialOptions } from '../trial.ts'

const EVENTS = 5_000
const EVENTS_SMOKE = 300
/** CPU core of the server and its database, which the clients do not use, so that they take no processor time from them. */
const SERVER_CORE = 0
/** CPU core of the clients. */
export const CLIENT_CORE = 1

/** A server in production mode, with the disk space that it and its database use. */
export interface DemoServer extends RunningServer {
  diskMib(): number
}

/**
 * Runs `work` with a server started like in production, on a new database with sample events.
 * @param options the number of events, 5,000 by default, and environment variables of the server
 */
export async function withDemoServer<T>(
  { engine, isSmoke }: Pick<TrialOptions, 'engine' | 'isSmoke'>,
  work: (server: DemoServer) => Promise<T>,
  { events = EVENTS, env: settings = {} }: { events?: number; env?: Record<string, string> } = {},
): Promise<T> {
  await using ending = new AsyncDisposableStack()
  const { env, close } = createScratchEnv()
  ending.defer(close)
  Object.assign(env, settings)
  const folders = [env.DATA_DIR as string]
  if (engine === 'postgres') {
    const cluster = await startCluster({ isDurable: true })
    ending.defer(() => cluster.close())
    env.DATABASE_URL = cluster.url
    folders.push(cluster.dataFolder)
    if (cluster.pid !== undefined) moveToCore(SERVER_CORE, withDescendants(cluster.pid))
  }
  await runAlmanac(env, 'demo', '--events', String(isSmoke ? EVENTS_SMOKE : events))
  const server = await startServer(env, SERVER_CORE)
  ending.defer(() => server.close())
  const diskMib = () => folders.reduce((sum, folder) => sum + bytesIn(folder), 0) / 2 ** 20
  return await work({ ...server, diskMib })
}

/** The size of all files in a folder, without the log of PostgreSQL, whose size is limited by a setting. */
function bytesIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const lasting = files
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !path.includes('/pg_wal/'))
  return lasting.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0)
}
