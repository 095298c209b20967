import { setTimeout as sleep } from 'node:timers/promises'
import { administer, urlOf } from '../../test/kit/engines/engines.ts'
import { type PostgresNode, startNode } from '../../test/kit/engines/postgres-node.ts'
import { scratchFolder, serve } from '../../test/kit/processes/serve.ts'
import { type Pgbouncer, startPgbouncer } from '../../test/kit/proxies/pgbouncer.ts'
import { type FaultyProxy, faultyProxy } from '../../test/kit/proxies/postgres-proxy.ts'
import { API, EVENT, type OutageLoad, sendRequest, startLoad } from './load.ts'

/** Name of the database user and of the database. */
const OWNER = 'calendar'

/** URL of the calendar database for the superuser. */
export const calendarUrl = ({ url }: PostgresNode) => urlOf(url, OWNER)

/** Consecutive good responses that prove recovery, on connections to all processes. */
const GOOD_ANSWERS = 12
const POLL_MS = 25
/** Promised recovery time after the database is available again. */
const RECOVERY_MS_MAX = 5_000
/** After this time the recovery has failed. */
const LOST_MS = 60_000

/** An Almanac server with PostgreSQL behind a proxy that simulates network faults. */
export interface OutageSetup {
  primary: PostgresNode
  replica: PostgresNode | undefined
  proxy: FaultyProxy
  pgbouncer: Pgbouncer | undefined
  origin: string
  close(): Promise<void>
}

export interface OutageSetupOptions {
  workers: number
  hasReplica?: boolean
  /** DATABASE_URL has both hosts; by default it has the proxy. */
  byHosts?: boolean
  /** PgBouncer runs between Almanac and the proxy. */
  hasPgbouncer?: boolean
}

export async function openOutageSetup({
  workers,
  hasReplica = false,
  byHosts = false,
  hasPgbouncer = false,
}: OutageSetupOptions): Promise<OutageSetup> {
  const primary = await startNode()
  await administer(primary.url, async (sql) => {
    // Not a superuser, for whom PostgreSQL reserves connections.
    await sql.unsafe(`CREATE ROLE ${OWNER} LOGIN`)
    await sql.unsafe(`CREATE DATABASE ${OWNER} OWNER ${OWNER} ENCODING 'UTF8' TEMPLATE template0`)
  })
  const replica = hasReplica ? await primary.replica() : undefined
  const proxy = await faultyProxy(primary.url)
  const pgbouncer = hasPgbouncer ? await startPgbouncer(`postgres://${OWNER}@${new URL(proxy.url).host}`) : undefined
  const hosts = byHosts ? [primary.url, replica?.url ?? ''] : [pgbouncer?.urlOf(proxy.url) ?? proxy.url]
  const { folder, remove } = scratchFolder()
  const env = { DATA_DIR: folder, WORKERS: String(workers), LOG_LEVEL: 'silent' }
  const served = await serve({
    ...env,
    DATABASE_URL: `postgres://${OWNER}@${hosts.map((url) => new URL(url).host).join()}/${OWNER}`,
  })
  return {
    primary,
    replica,
    proxy,
    pgbouncer,
    origin: served.origin,
    async close() {
      served.child.kill('SIGTERM')
      await served.ended
      await pgbouncer?.close()
      await proxy.close()
      await primary.close()
      await replica?.close()
      remove()
    },
  }
}

/** A fault of the database or the network. */
export interface OutageFault {
  name: string
  /** Causes the fault and ends it. @returns the authoritative database afterwards */
  inject(stage: OutageSetup, random: () => number): Promise<PostgresNode>
  /** Confirmed writes may be lost, because replication is asynchronous. */
  mayLoseWrites?: boolean
}

/** Result of one fault. */
export interface OutageResult {
  load: OutageLoad
  /** Milliseconds from the end of the fault until all requests succeed. */
  recoveryMs: number
  lost: number
  violations: string[]
}

/** Causes a fault under load, then compares the stored events with the responses. */
export async function observeFault(
  stage: OutageSetup,
  fault: OutageFault,
  name: string,
  random: () => number,
): Promise<OutageResult> {
  const load = startLoad(stage.origin, name)
  await sleep(300 + 500 * random())
  const database = await fault.inject(stage, random)
  const recoveryMs = await measureRecoveryMs(stage.origin)
  await sleep(300)
  await load.stop()
  const violations = [...load.violations]
  if (recoveryMs > RECOVERY_MS_MAX) violations.push(`recovered only after ${Math.round(recoveryMs)} ms`)
  const { lost, wrong } = await compareStored(database, load, name)
  if (lost > 0 && !fault.mayLoseWrites) violations.push(`${lost} answered writes are lost`)
  violations.push(...wrong, ...(await findStaleResponses(stage, database, name)))
  return { load, recoveryMs, lost, violations: violations.map((sentence) => `${fault.name}: ${sentence}`) }
}

/** Repeats a read and a write on new connections, which reach all processes in turn. */
async function measureRecoveryMs(origin: string): Promise<number> {
  const begun = performance.now()
  let since = begun
  for (let good = 0; good < GOOD_ANSWERS; ) {
    const health = await sendRequest(origin, undefined, 'GET', '/health')
    const list = await sendRequest(origin, undefined, 'GET', `${API}/events?per_page=1&_=${performance.now()}`)
    const write = await sendRequest(origin, undefined, 'POST', `${API}/tags`, { name: `tag ${performance.now()}` })
    const isGood = health.status === 200 && list.status === 200 && write.status === 201
    if (!isGood || good === 0) since = performance.now()
    good = isGood ? good + 1 : 0
    if (since - begun > LOST_MS) return Number.POSITIVE_INFINITY
    if (!isGood) await sleep(POLL_MS)
  }
  return since - begun
}

/** Checks that every confirmed write is stored once, and any other at most once. */
async function compareStored(database: PostgresNode, { created, unanswered }: OutageLoad, name: string) {
  const rows = await administer(calendarUrl(database), (sql) =>
    sql.unsafe(`SELECT title, count(*)::int AS count FROM event_text WHERE title LIKE '${name} %' GROUP BY title`),
  )
  const counts = new Map(rows.map((row) => [row.title as string, row.count as number]))
  const lost = [...created].filter((title) => !counts.has(title)).length
  const twice = [...counts].filter(([, count]) => count > 1).map(([title]) => `"${title}" was written twice`)
  const never = [...counts.keys()].filter((title) => !created.has(title) && !unanswered.has(title))
  return { lost, wrong: [...twice, ...never.map((title) => `"${title}" was never sent`)] }
}

/** Checks that no process serves outdated cached responses. */
async function findStaleResponses({ origin }: OutageSetup, database: PostgresNode, name: string): Promise<string[]> {
  const [{ count: total } = { count: 0 }] = (await administer(calendarUrl(database), (sql) =>
    sql.unsafe(`SELECT count(*)::int AS count FROM event WHERE is_public = 1 AND status = 'publish'`),
  )) as unknown as { count: number }[]
  const wrong: string[] = []
  const path = `${API}/events?per_page=5&start_date=2031-01-01&end_date=2031-12-31`
  for (let nth = 0; nth < GOOD_ANSWERS; nth += 1) {
    const { body } = await sendRequest(origin, undefined, 'GET', path)
    if (body?.total !== total) wrong.push(`a list has ${body?.total} events instead of ${total}`)
  }
  const title = `after ${name}`
  const made = await sendRequest(origin, undefined, 'POST', `${API}/events`, { ...EVENT, title })
  if (made.status !== 201) wrong.push(`a write after the fault: ${made.status}`)
  const id = made.body?.id
  await sleep(200)
  for (let nth = 0; nth < GOOD_ANSWERS; nth += 1) {
    const { body } = await sendRequest(origin, undefined, 'GET', path)
    if (body?.total !== total + 1) wrong.push(`a list after a write has ${body?.total} events instead of ${total + 1}`)
    const single = await sendRequest(origin, undefined, 'GET', `${API}/events/${id}`)
    if (single.body?.title !== title) wrong.push(`the event just created: ${single.status}`)
  }
  return [...new Set(wrong)]
}
