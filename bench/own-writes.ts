import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { type Connection, connectionTo } from '../test/kit/processes/connection.ts'
import { EVENT } from '../test/kit/processes/consistency.ts'
import { listeningOrigin } from '../test/kit/processes/serve.ts'
import { formatRequest, sendRequests } from './client/request-sender.ts'
import { median, quantile } from './measure/quantile.ts'
import { createScratchEnv, nodeFlags } from './server/server.ts'
import { openSharedCalendars } from './shared-calendars.ts'

/**
 * Compares several versions of Almanac, each with two workers on PostgreSQL: how often a read right after a write, over
 * another connection, is outdated; how long writes take; and the rate of cached reads. The versions are measured in
 * turn, so that other load on the machine affects all of them alike.
 *
 * `node bench/own-writes.ts [CHECKOUT…]`: folders with other versions, compared with this one. BENCH_DATABASE_URL is
 * used as by `npm run bench`.
 */
const ROUNDS = 5
const WRITES = 100
const CACHED_SECONDS = 4
const CONNECTIONS = 8
const LISTING = '/events?start_date=2031-05-01&end_date=2031-05-01'

interface Version {
  folder: string
  origin: string
  event: number
  connections: Connection[]
  staleReads: number
  reads: number
  writeMs: number[]
  cachedPerSecond: number[]
  close(): Promise<void>
}

async function startVersion(folder: string, url: string): Promise<Version> {
  const { env, close } = createScratchEnv()
  const child = spawn(process.execPath, [...nodeFlags(), join(folder, 'bin/almanac.js'), 'serve'], {
    env: { ...env, ALMANAC_ADMIN_PASSWORD: 'test password', DATABASE_URL: url, WORKERS: '2' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const origin = await listeningOrigin(child)
  const connections = Array.from({ length: CONNECTIONS }, () => connectionTo(origin))
  const created = await Promise.all(
    connections.map((connection) => connection.send('POST', '/events', { ...EVENT, title: 'Created' })),
  )
  return {
    folder,
    origin,
    event: created[0]?.body.id,
    connections,
    staleReads: 0,
    reads: 0,
    writeMs: [],
    cachedPerSecond: [],
    async close() {
      for (const connection of connections) connection.close()
      child.kill('SIGTERM')
      await once(child, 'exit')
      close()
    },
  }
}

async function measureWrites(version: Version): Promise<void> {
  const { connections, event, writeMs } = version
  for (let at = 0; at < WRITES; at += 1) {
    const title = `Title ${at} ${performance.now()}`
    const writer = connections[at % CONNECTIONS] as Connection
    const reader = connections[(at + 1) % CONNECTIONS] as Connection
    const begun = performance.now()
    await writer.send('PATCH', `/events/${event}`, { title })
    writeMs.push(performance.now() - begun)
    const { body } = await reader.send('GET', `/events/${event}`)
    version.reads += 1
    if (body.title !== title) version.staleReads += 1
    // All processes cache the event again.
    await Promise.all(connections.map((connection) => connection.send('GET', `/events/${event}`)))
  }
}

async function measureCachedReads({ origin, cachedPerSecond }: Version): Promise<void> {
  const requests = [formatRequest(`/cal/events/v1${LISTING}`)]
  const { perSecond } = await sendRequests({ origin, requests, connections: 32, seconds: CACHED_SECONDS })
  cachedPerSecond.push(perSecond)
}

const folders = [join(import.meta.dirname, '..'), ...process.argv.slice(2).map((folder) => resolve(folder))]
const calendars = openSharedCalendars((step) => process.stderr.write(`${step} …\n`))
const versions: Version[] = []
try {
  for (const folder of folders) versions.push(await startVersion(folder, await calendars.empty('postgres')))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const version of versions) await measureWrites(version)
    for (const version of versions) await measureCachedReads(version)
  }
  for (const { folder, staleReads, reads, ...measured } of versions) {
    const [writeMs, perSecond] = [measured.writeMs, measured.cachedPerSecond].map((values) =>
      values.toSorted((one, other) => one - other),
    ) as [number[], number[]]
    process.stdout.write(
      `${folder}: ${staleReads} of ${reads} reads outdated; a write takes ${median(writeMs).toFixed(1)} ms ` +
        `(median), ${quantile(writeMs, 0.99).toFixed(1)} ms (99th percentile); ` +
        `${Math.round(median(perSecond))} cached reads a second (median of ${ROUNDS})\n`,
    )
  }
} finally {
  for (const version of versions) await version.close()
  await calendars.close()
}
