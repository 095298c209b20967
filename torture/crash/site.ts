import type { ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { openDatabase } from '../../src/db/open-database.ts'
import type { Random } from '../../src/demo/pseudo-random.ts'
import { writeSiteSettings } from '../../src/settings/site-settings.ts'
import { administer, urlOf } from '../../test/kit/engines/engines.ts'
import { childrenOf, startNode } from '../../test/kit/engines/postgres-node.ts'
import { eventually } from '../../test/kit/eventually.ts'
import { isAlive, scratchFolder, serve } from '../../test/kit/processes/serve.ts'
import type { TrialOptions } from '../trial.ts'

/** Timeout of one attempt to reach the server. */
const REQUEST_TIMEOUT_MS = 2_000

/** The process to kill. */
export type Fault = 'the server' | 'a worker' | 'all processes' | 'PostgreSQL'

/** A server with its own database that can be killed and restarted. */
export interface CrashSite {
  url: string
  folder: string
  origin(): string
  workers(): number
  start(workers: number): Promise<void>
  /** Faults that are currently possible. */
  faults(): readonly Fault[]
  /** Kills processes; resolves when they have exited and, if it was killed, PostgreSQL has been restarted. */
  killNow(fault: Fault, random: Random): Promise<void>
  isRunning(): boolean
  /** Switches to a new, empty database; the server must be stopped. */
  createDatabase(): Promise<void>
  stop(): Promise<void>
  close(): Promise<void>
}

/** Loading the sample calendar renames a calendar with the default title, and changes its time zone and currency. */
export const CRASH_SITE_TITLE = 'Crash trial'

/** PostgreSQL settings as in production: commits are durable. */
const DURABLE = { fsync: 'on', autovacuum: 'on', max_connections: 200 }

export async function openCrashSite({ engine }: TrialOptions): Promise<CrashSite> {
  const { folder, remove } = scratchFolder()
  const node = engine === 'postgres' ? await startNode(DURABLE) : undefined
  let served: { child: ChildProcess; origin: string; workers: number } | undefined
  let databases = 0
  const site: CrashSite = {
    url: '',
    folder,
    origin: () => served?.origin ?? '',
    workers: () => served?.workers ?? 0,
    isRunning: () => served !== undefined,
    async start(workers) {
      const env = { DATA_DIR: folder, DATABASE_URL: site.url, WORKERS: String(workers) }
      const { child, origin } = await serve(env)
      served = { child, origin, workers }
    },
    faults: () => [
      'the server',
      ...((served?.workers ?? 0) > 1 ? (['a worker', 'all processes'] as const) : []),
      ...(node ? (['PostgreSQL', 'PostgreSQL'] as const) : []),
    ],
    async killNow(fault, random) {
      if (fault === 'PostgreSQL') {
        await node?.stop('kill')
        return node?.start()
      }
      const { pid = 0 } = served?.child ?? {}
      const workerPids = childrenOf(pid)
      if (fault === 'a worker') {
        await kill([random.pick(workerPids)])
        // The successor of an earlier killed worker may not listen yet.
        return waitUntilReachable(site.origin())
      }
      served = undefined
      await kill(fault === 'the server' ? [pid] : [pid, ...workerPids])
      // Remaining workers finish their requests and exit.
      await eventually(() => ![pid, ...workerPids].some(isAlive), 'all processes of the server are gone')
    },
    async createDatabase() {
      databases += 1
      const name = `almanac_crash_${databases}`
      if (node) {
        await administer(node.url, (sql) => sql.unsafe(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`))
        site.url = urlOf(node.url, name)
      } else {
        if (databases > 1) rmSync(join(folder, `almanac_crash_${databases - 1}.db`), { force: true })
        site.url = `sqlite:${join(folder, `${name}.db`)}`
      }
      const db = await openDatabase(site.url)
      await db.transaction((tx) => writeSiteSettings(tx, { title: CRASH_SITE_TITLE }))
      await db.close()
    },
    async stop() {
      const { child } = served ?? {}
      served = undefined
      child?.kill('SIGTERM')
      await eventually(() => !child || child.exitCode !== null || child.signalCode !== null, 'the server stops')
    },
    async close() {
      await site.stop()
      await node?.close()
      remove()
    },
  }
  await site.createDatabase()
  return site
}

async function waitUntilReachable(origin: string): Promise<void> {
  // A connection that was passed to the killed worker gets no response: use a timeout.
  const isReachable = () => fetch(`${origin}/health`, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) }).then(Boolean)
  await eventually(() => isReachable().catch(() => false), `${origin} is reachable`)
}

async function kill(pids: readonly number[]): Promise<void> {
  for (const pid of pids) process.kill(pid, 'SIGKILL')
}
