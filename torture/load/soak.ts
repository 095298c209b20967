import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { formatRequest, sendRequests } from '../../bench/client/request-sender.ts'
import { readResidentMib, withDescendants } from '../../bench/server/processes.ts'
import type { Outcome, Trial, TrialOptions } from '../trial.ts'
import { CLIENT_CORE, type DemoServer, withDemoServer } from './demo-server.ts'
import { type OpenLoopResult, sendOpenLoop } from './open-loop.ts'

const SECONDS = 600
/** Load as a share of the capacity. */
const SHARE = 0.7
/** The duration is divided into parts, which are compared; the first one is warm-up. */
const PARTS = 10
/** For measuring the capacity: few enough that the server refuses no request because of the expected wait. */
const CONNECTIONS = 8
const OFFERED_CONNECTIONS = 256
/** Largest growth of memory from the second part to the last. */
const GROWTH_MAX = 0.15
/** Largest ratio of the p99 in the second half to that in the first. */
const SLOWER_MAX = 2
const FILES_MAX = 20
/**
 * Largest growth of the disk space in the second half as a multiple of that in the first, for the same number of writes,
 * and what may be added by chance: logs are emptied from time to time.
 */
const DISK_FACTOR_MAX = 1.5
const DISK_CHANCE_MIB = 16
/** Time for the server to notice closed connections. */
const SETTLE_MS = 1_000
const API = '/cal/events/v1'
const AUTHORIZATION = { authorization: `Basic ${Buffer.from('admin:bench').toString('base64')}` }

export const soak: Trial = {
  name: 'soak',
  promise:
    'At 70 % of its capacity, a server with two workers answers all requests over a long time without growth of memory, open files or response times, and its disk space grows only with its content.',
  run: (options) => withDemoServer(options, (server) => runSoak(server, options), { env: { WORKERS: '2' } }),
}

/** A mix of reads and writes in realistic proportions. @param phase makes uncached requests different from those of other phases */
async function mixedRequests(phase: string): Promise<string[]> {
  const read = (path: string, headers: Record<string, string> = {}) => formatRequest(path, { headers })
  // Each of these makes a request that is not cached: of the API, of a page (see overload.ts) and of a feed, whose cache
  // key contains the names of unknown parameters, but not their values.
  const [fresh, freshPage, freshFeed] = [`${phase}=#######`, `name=${phase}#######`, `${phase}#######=1`]
  const cached = [read(`${API}/events`), read('/events/month/'), read(`${API}/venues`), read('/')]
  const uncached = [1, 2, 3, 4].map((page) => read(`${API}/events?page=${page}&${fresh}`))
  return [
    ...cached,
    ...cached,
    ...uncached,
    read(`/events/month/?${freshPage}`),
    read(`/events/list/?${freshPage}`),
    read(`${API}/events?search=concert&${fresh}`),
    read(`${API}/events.rss?${freshFeed}`),
    read(`${API}/events.ics?per_page=20&${freshFeed}`),
    read(`${API}/events?${fresh}`, AUTHORIZATION),
    formatRequest(`${API}/events`, {
      headers: AUTHORIZATION,
      body: { title: `Evening ${phase} #######`, start_date: '2031-05-01 19:30:00', end_date: '2031-05-01 22:00:00' },
    }),
    await upload(),
  ]
}

/** A picture upload as multipart form. */
async function upload(): Promise<string> {
  const gif = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#863' } })
    .gif()
    .toBuffer()
  const body = `--x\r\ncontent-disposition: form-data; name="title"\r\n\r\nPicture\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a.gif"\r\ncontent-type: image/gif\r\n\r\n${gif.toString('latin1')}\r\n--x--\r\n`
  const head = [
    `POST ${API}/media HTTP/1.1`,
    'host: 127.0.0.1',
    `authorization: ${AUTHORIZATION.authorization}`,
    'content-type: multipart/form-data; boundary=x',
    `content-length: ${body.length}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

/** Measurements of one part. */
interface Part extends OpenLoopResult {
  mib: number
  files: number
  diskMib: number
}

async function runSoak({ origin, pid, diskMib }: DemoServer, options: TrialOptions): Promise<Outcome> {
  const { isSmoke, seconds, logStep } = options
  const partSeconds = (seconds ?? (isSmoke ? 5 : SECONDS)) / PARTS
  logStep('measuring the capacity')
  const load = { origin, connections: CONNECTIONS }
  await sendRequests({ ...load, requests: await mixedRequests('warm'), seconds: isSmoke ? 1 : 5 }, CLIENT_CORE)
  const most = await sendRequests(
    { ...load, requests: await mixedRequests('most'), seconds: isSmoke ? 1 : 8 },
    CLIENT_CORE,
  )
  const perSecond = most.perSecond * SHARE
  const parts: Part[] = []
  for (let number = 1; number <= PARTS; number += 1) {
    logStep(`part ${number} of ${PARTS}, ${perSecond.toFixed(0)} per second`)
    const requests = await mixedRequests(`part${number}`)
    const offered = await sendOpenLoop(
      { origin, requests, perSecond, seconds: partSeconds, connections: OFFERED_CONNECTIONS },
      CLIENT_CORE,
    )
    await sleep(SETTLE_MS)
    parts.push({ ...offered, mib: readResidentMib(pid), files: filesOf(pid), diskMib: diskMib() })
  }
  return evaluate(parts, perSecond, options)
}

/** Open files of the server and its workers. */
const filesOf = (pid: number) =>
  withDescendants(pid).reduce((sum, one) => sum + readdirSync(`/proc/${one}/fd`).length, 0)

const p99Of = ({ statuses }: Part) => Math.max(...Object.values(statuses).map(({ p99 }) => p99))
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function evaluate(parts: readonly Part[], perSecond: number, { isSmoke }: TrialOptions): Outcome {
  const later = parts.slice(1)
  const [first, last] = [later[0] as Part, later.at(-1) as Part]
  const half = Math.floor(later.length / 2)
  const [before, after] = [later.slice(0, half), later.slice(half)].map((some) => mean(some.map(p99Of)))
  const middle = later[half] as Part
  const [grownBefore, grownAfter] = [middle.diskMib - first.diskMib, last.diskMib - middle.diskMib]
  const bad = parts
    .flatMap(({ statuses }) => Object.keys(statuses))
    .filter((status) => !['200', '201'].includes(status))
  const broken = parts.reduce((sum, part) => sum + part.broken, 0)
  const unsent = parts.reduce((sum, part) => sum + part.unsent, 0)
  const found: (string | false)[] = [
    bad.length > 0 && `unexpected status ${[...new Set(bad)].join(', ')}`,
    broken > 0 && `${broken} connections were closed`,
    !isSmoke && unsent > 0 && `${unsent} requests found no idle connection`,
    !isSmoke &&
      last.mib > first.mib * (1 + GROWTH_MAX) &&
      `memory grew from ${first.mib.toFixed(0)} to ${last.mib.toFixed(0)} MiB`,
    !isSmoke &&
      (after as number) > (before as number) * SLOWER_MAX &&
      `p99 grew from ${before?.toFixed(0)} to ${after?.toFixed(0)} ms`,
    !isSmoke &&
      grownAfter > grownBefore * DISK_FACTOR_MAX + DISK_CHANCE_MIB &&
      `disk space grew by ${grownBefore.toFixed(0)}, then by ${grownAfter.toFixed(0)} MiB`,
    last.files > first.files + FILES_MAX && `open files grew from ${first.files} to ${last.files}`,
  ]
  return {
    figures: {
      'requests per second': Math.round(perSecond),
      responses: parts.reduce(
        (sum, { statuses }) => sum + Object.values(statuses).reduce((all, { count }) => all + count, 0),
        0,
      ),
      'resident memory after a tenth, MiB': Math.round(first.mib),
      'resident memory at the end, MiB': Math.round(last.mib),
      'p99 in the first half, ms': Math.round(before as number),
      'p99 in the second half, ms': Math.round(after as number),
      'growth of disk space in the first half, MiB': Math.round(grownBefore),
      'growth of disk space in the second half, MiB': Math.round(grownAfter),
      'open files, after a tenth': first.files,
      'open files, at the end': last.files,
    },
    violations: found.filter((one) => one !== false),
  }
}
