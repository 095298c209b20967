import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import inject from 'light-my-request'
import { parseConfig } from '../../src/config/parse-config.ts'
import { readEnvironmentVariables } from '../../src/config/read-env.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { createServer } from '../../src/http/server.ts'
import { type Connection, connectionTo } from '../../test/kit/processes/connection.ts'
import { type TrialOptions, timeLimitMs } from '../trial.ts'
import type { CrashSite } from './site.ts'

const WINDOW = 'start_date=2031-01-01&end_date=2031-12-31'
const PATHS = [
  `/events?${WINDOW}&per_page=20`,
  `/events?${WINDOW}&per_page=5&page=3`,
  `/events?${WINDOW}&featured=1`,
  `/events?${WINDOW}&search=lorem`,
  '/venues?per_page=50',
  '/organizers',
  '/categories?per_page=50&hide_empty=1',
  '/tags?per_page=50',
]
const CONNECTIONS = 6
/** Time for PostgreSQL notifications to arrive and for scheduled events to be published. */
const PATIENCE_MS = 5_000

/** Compares anonymous responses of the server with those of a new server without caches. @returns the differences */
export async function compareWithFreshServer(
  { url, origin, folder }: CrashSite,
  options: TrialOptions,
): Promise<string[]> {
  const db = await openDatabase(url)
  const app = await createServer({
    db,
    dataDir: folder,
    // The default languages, in their order.
    languages: parseConfig(readEnvironmentVariables({})).languages,
    allowedHosts: ['127.0.0.1'],
    allowPrivateFetch: false,
    trustProxy: 0,
    cacheBytes: 0,
    logger: false,
  })
  const connections = Array.from({ length: CONNECTIONS }, () => connectionTo(origin()))
  const fresh = async (path: string) => {
    const listener = (...exchange: [IncomingMessage, ServerResponse]) => void app.server.emit('request', ...exchange)
    const { host } = new URL(origin())
    return (await inject(listener, { method: 'GET', url: `/cal/events/v1${path}`, headers: { host } })).payload
  }
  try {
    await app.ready()
    const differences: string[] = []
    for (const path of PATHS) {
      let expected = await fresh(path)
      const isAnsweredBy = async (connection: Connection) =>
        (await connection.send('GET', path)).bytes.toString() === expected
      for (const until = performance.now() + timeLimitMs(PATIENCE_MS, options); ; await sleep(50)) {
        const isAnswered = await Promise.all(connections.map(isAnsweredBy))
        if (!isAnswered.includes(false)) break
        expected = await fresh(path)
        if (performance.now() < until) continue
        differences.push(`GET ${path} differs from the response of a server without caches`)
        break
      }
    }
    return differences
  } finally {
    for (const connection of connections) connection.close()
    await app.close()
    await db.close()
  }
}
