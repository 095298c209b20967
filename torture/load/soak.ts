import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { formatRequest, sendRequests } from '../../bench/client/request-sender.ts'
import { readResidentMib } from '../../bench/server/processes.ts'
import type { RunningServer } from '../../bench/server/server.ts'
import type { Outcome, Trial, TrialOptions } from '../trial.ts'
import { CLIENT_CORE, withDemoServer } from './demo-server.ts'
import { type OpenLoopResult, sendOpenLoop } from './open-loop.ts'

const SECONDS = 600
const SHARE = 0.7
/** Parts of the time that are compared; the first is left out, when compilers and caches warm up. */
const PARTS = 10
const CONNECTIONS = 32
const OFFERED_CONNECTIONS = 256
/** From the second part to the last, of the memory at the second. */
const GROWTH_MAX = 0.15
/** The p99 of the second half against that of the first. */
const SLOWER_MAX = 2
const FILES_MAX = 20
/** Until the server has seen that a part's connections were closed. */
const SETTLE_MS = 1_000
const API = '/cal/events/v1'
const AUTHORIZATION = { authorization: `Basic ${Buffer.from('admin:bench').toString('base64')}` }

export const soak: Trial = {
  name: 'soak',
  promise:
    'At seven tenths of what it can answer, a server answers everything for as long as one likes, and neither its memory, its open files nor its times grow.',
  run: (options) => withDemoServer(options, (server) => soaked(server, options)),
}

/** Everything a calendar is asked for, most of it as often as people do. @param phase makes it other than what was asked before */
async function mixedRequests(phase: string): Promise<string[]> {
  const read = (path: string, headers: Record<string, string> = {}) => formatRequest(path, { headers })
  const fresh = `${phase}=#######`
  const kept = [read(`${API}/events`), read('/events/month/'), read(`${API}/venues`), read('/')]
  const uncached = [1, 2, 3, 4].map((page) => read(`${API}/events?page=${page}&${fresh}`))
  return [
    ...kept,
    ...kept,
    ...uncached,
    read(`/events/month/?${fresh}`),
    read(`/events/list/?${fresh}`),
    read(`${API}/events?search=concert&${fresh}`),
    read(`${API}/events.rss?${fresh}`),
    read(`${API}/events.ics?per_page=20&${fresh}`),
    read(`${API}/events?${fresh}`, AUTHORIZATION),
    formatRequest(`${API}/events`, {
      headers: AUTHORIZATION,
      body: { title: `Evening ${phase} #######`, start_date: '2031-05-01 19:30:00', end_date: '2031-05-01 22:00:00' },
    }),
    await upload(),
  ]
}

/** A picture as a form in parts. */
async function upload(): Promise<string> {
  const svg = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#863' } })
    .gif()
    .toBuffer()
  const body = `--x\r\ncontent-disposition: form-data; name="title"\r\n\r\nPicture\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a.gif"\r\ncontent-type: image/gif\r\n\r\n${svg.toString('latin1')}\r\n--x--\r\n`
  const head = [
    `POST ${API}/media HTTP/1.1`,
    'host: 127.0.0.1',
    `authorization: ${AUTHORIZATION.authorization}`,
    'content-type: multipart/form-data; boundary=x',
    `content-length: ${body.length}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

interface Part extends OpenLoopResult {
  mib: number
  files: number
}

async function soaked({ origin, pid }: RunningServer, options: TrialOptions): Promise<Outcome> {
  const { isSmoke, seconds, logStep } = options
  const lasting = (seconds ?? (isSmoke ? 5 : SECONDS)) / PARTS
  logStep('what it can answer')
  const asked = { origin, connections: CONNECTIONS }
  await sendRequests({ ...asked, requests: await mixedRequests('warm'), seconds: isSmoke ? 1 : 5 }, CLIENT_CORE)
  const most = await sendRequests(
    { ...asked, requests: await mixedRequests('most'), seconds: isSmoke ? 1 : 8 },
    CLIENT_CORE,
  )
  const perSecond = most.perSecond * SHARE
  const parts: Part[] = []
  for (let number = 1; number <= PARTS; number += 1) {
    logStep(`part ${number} of ${PARTS}, ${perSecond.toFixed(0)} a second`)
    const requests = await mixedRequests(`part${number}`)
    const offered = await sendOpenLoop(
      { origin, requests, perSecond, seconds: lasting, connections: OFFERED_CONNECTIONS },
      CLIENT_CORE,
    )
    await sleep(SETTLE_MS)
    parts.push({ ...offered, mib: readResidentMib(pid), files: filesOf(pid) })
  }
  return judged(parts, perSecond, options)
}

const filesOf = (pid: number) => readdirSync(`/proc/${pid}/fd`).length

const p99Of = ({ statuses }: Part) => Math.max(...Object.values(statuses).map(({ p99 }) => p99))
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function judged(parts: readonly Part[], perSecond: number, { isSmoke }: TrialOptions): Outcome {
  const later = parts.slice(1)
  const [first, last] = [later[0] as Part, later.at(-1) as Part]
  const half = Math.floor(later.length / 2)
  const [before, after] = [later.slice(0, half), later.slice(half)].map((some) => mean(some.map(p99Of)))
  const bad = parts
    .flatMap(({ statuses }) => Object.keys(statuses))
    .filter((status) => !['200', '201'].includes(status))
  const broken = parts.reduce((sum, part) => sum + part.broken, 0)
  const unsent = parts.reduce((sum, part) => sum + part.unsent, 0)
  const found: (string | false)[] = [
    bad.length > 0 && `answered ${[...new Set(bad)].join(', ')}`,
    broken > 0 && `${broken} connections broke`,
    !isSmoke && unsent > 0 && `${unsent} found no connection`,
    !isSmoke &&
      last.mib > first.mib * (1 + GROWTH_MAX) &&
      `memory grew from ${first.mib.toFixed(0)} to ${last.mib.toFixed(0)} MiB`,
    !isSmoke &&
      (after as number) > (before as number) * SLOWER_MAX &&
      `p99 grew from ${before?.toFixed(0)} to ${after?.toFixed(0)} ms`,
    last.files > first.files + FILES_MAX && `open files grew from ${first.files} to ${last.files}`,
  ]
  return {
    figures: {
      'sent a second': Math.round(perSecond),
      answered: parts.reduce(
        (sum, { statuses }) => sum + Object.values(statuses).reduce((all, { count }) => all + count, 0),
        0,
      ),
      'MiB resident, after a tenth': Math.round(first.mib),
      'MiB resident, at the end': Math.round(last.mib),
      'p99 in the first half, ms': Math.round(before as number),
      'p99 in the second half, ms': Math.round(after as number),
      'open files, after a tenth': first.files,
      'open files, at the end': last.files,
    },
    violations: found.filter((one) => one !== false),
  }
}
