import { setTimeout as sleep } from 'node:timers/promises'
import { administer, urlOf } from '../../test/kit/engines/engines.ts'
import { type PostgresNode, startNode } from '../../test/kit/engines/postgres-node.ts'
import { scratchFolder, serve } from '../../test/kit/processes/serve.ts'
import { type FaultyProxy, faultyProxy } from '../../test/kit/proxies/postgres-proxy.ts'
import { API, EVENT, type OutageLoad, sendRequest, startLoad } from './load.ts'

/** User and database. */
const OWNER = 'calendar'

/** The database of the calendar, for the superuser. */
export const calendarUrl = ({ url }: PostgresNode) => urlOf(url, OWNER)

/** In a row, of connections that reach every process. */
const GOOD_ANSWERS = 12
const POLL_MS = 25
/** After the database is back, and until the worst of what was kept is gone. */
const RECOVERY_MS_MAX = 5_000
const LOST_MS = 60_000

/** A server, and PostgreSQL behind a network. */
export interface OutageSetup {
  primary: PostgresNode
  replica: PostgresNode | undefined
  proxy: FaultyProxy
  origin: string
  close(): Promise<void>
}

export interface OutageSetupOptions {
  workers: number
  hasReplica?: boolean
  /** Whether the server is given both hosts; else the proxy. */
  byHosts?: boolean
}

export async function openOutageSetup({
  workers,
  hasReplica = false,
  byHosts = false,
}: OutageSetupOptions): Promise<OutageSetup> {
  const primary = await startNode()
  await administer(primary.url, async (sql) => {
    // No superuser, for whom PostgreSQL keeps connections.
    await sql.unsafe(`CREATE ROLE ${OWNER} LOGIN`)
    await sql.unsafe(`CREATE DATABASE ${OWNER} OWNER ${OWNER} ENCODING 'UTF8' TEMPLATE template0`)
  })
  const replica = hasReplica ? await primary.replica() : undefined
  const proxy = await faultyProxy(primary.url)
  const hosts = byHosts ? [primary.url, replica?.url ?? ''] : [proxy.url]
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
    origin: served.origin,
    async close() {
      served.child.kill('SIGTERM')
      await served.ended
      await proxy.close()
      await primary.close()
      await replica?.close()
      remove()
    },
  }
}

export interface OutageFault {
  name: string
  /** Does something to the database and undoes it. @returns where the truth is afterwards */
  inject(stage: OutageSetup, random: () => number): Promise<PostgresNode>
  /** Whether what was answered may be gone: a replica that is not waited for knows less. */
  mayLoseWrites?: boolean
}

export interface OutageResult {
  load: OutageLoad
  /** From the moment the database was back until everything was answered again; milliseconds. */
  recoveryMs: number
  lost: number
  violations: string[]
}

/** Plays an act under load, then looks at what is left. */
export async function observeFault(
  stage: OutageSetup,
  act: OutageFault,
  name: string,
  random: () => number,
): Promise<OutageResult> {
  const load = startLoad(stage.origin, name)
  await sleep(300 + 500 * random())
  const truth = await act.inject(stage, random)
  const recoveryMs = await recovered(stage.origin)
  await sleep(300)
  await load.stop()
  const violations = [...load.violations]
  if (recoveryMs > RECOVERY_MS_MAX) violations.push(`recovered only after ${Math.round(recoveryMs)} ms`)
  const { lost, wrong } = await compared(truth, load, name)
  if (lost > 0 && !act.mayLoseWrites) violations.push(`${lost} answered writes are lost`)
  violations.push(...wrong, ...(await staleness(stage, truth, name)))
  return { load, recoveryMs, lost, violations: violations.map((sentence) => `${act.name}: ${sentence}`) }
}

/** A read and a write through new connections, which come to all processes in turn. */
async function recovered(origin: string): Promise<number> {
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

/** Every answered write is there once, any other once or not at all. */
async function compared(truth: PostgresNode, { created, unanswered }: OutageLoad, name: string) {
  const rows = await administer(calendarUrl(truth), (sql) =>
    sql.unsafe(`SELECT title, count(*)::int AS count FROM event_text WHERE title LIKE '${name} %' GROUP BY title`),
  )
  const counts = new Map(rows.map((row) => [row.title as string, row.count as number]))
  const lost = [...created].filter((title) => !counts.has(title)).length
  const twice = [...counts].filter(([, count]) => count > 1).map(([title]) => `"${title}" was written twice`)
  const never = [...counts.keys()].filter((title) => !created.has(title) && !unanswered.has(title))
  return { lost, wrong: [...twice, ...never.map((title) => `"${title}" was never sent`)] }
}

/** What all processes show guests is what is in the database: nothing was kept from before. */
async function staleness({ origin }: OutageSetup, truth: PostgresNode, name: string): Promise<string[]> {
  const [{ count: total } = { count: 0 }] = (await administer(calendarUrl(truth), (sql) =>
    sql.unsafe(`SELECT count(*)::int AS count FROM event WHERE is_public = 1 AND status = 'publish'`),
  )) as unknown as { count: number }[]
  const wrong: string[] = []
  const path = `${API}/events?per_page=5&start_date=2031-01-01&end_date=2031-12-31`
  for (let nth = 0; nth < GOOD_ANSWERS; nth += 1) {
    const { body } = await sendRequest(origin, undefined, 'GET', path)
    if (body?.total !== total) wrong.push(`a list says ${body?.total} events, there are ${total}`)
  }
  const title = `after ${name}`
  const made = await sendRequest(origin, undefined, 'POST', `${API}/events`, { ...EVENT, title })
  if (made.status !== 201) wrong.push(`a write after all was over: ${made.status}`)
  const id = made.body?.id
  await sleep(200)
  for (let nth = 0; nth < GOOD_ANSWERS; nth += 1) {
    const { body } = await sendRequest(origin, undefined, 'GET', path)
    if (body?.total !== total + 1) wrong.push(`a list says ${body?.total} events after a write, there are ${total + 1}`)
    const single = await sendRequest(origin, undefined, 'GET', `${API}/events/${id}`)
    if (single.body?.title !== title) wrong.push(`the event that was just made: ${single.status}`)
  }
  return [...new Set(wrong)]
}
