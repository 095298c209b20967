import { setTimeout as sleep } from 'node:timers/promises'
import { formatRequest, sendRequests } from '../../bench/client/request-sender.ts'
import { readResidentMib } from '../../bench/server/processes.ts'
import type { RunningServer } from '../../bench/server/server.ts'
import type { Outcome, Trial, TrialOptions } from '../trial.ts'
import { CLIENT_CORE, withDemoServer } from './demo-server.ts'
import { sendOpenLoop } from './open-loop.ts'

const TIMES = 10
const GOODPUT_MIN = 0.8
/** Of what is answered, and of what is refused. */
const P99_MAX_MS = 5_000
const REFUSED_P99_MAX_MS = 4_000
const MIB_MAX = 700
const CONNECTIONS = 32
const OFFERED_CONNECTIONS = 1_000
const API = '/cal/events/v1'
const ADMIN = `Basic ${Buffer.from('admin:bench').toString('base64')}`

/** What nothing is kept of: listings, pages, writes. Searches are done by a thread of their own, which would be measured with them. @param phase makes them others than those before */
const mixed = (phase: string) => [
  ...['', '', '', ''].map((_, page) => formatRequest(`${API}/events?page=${page + 1}&${phase}=#######`)),
  formatRequest(`${API}/venues?${phase}=#######`),
  formatRequest(`/events/month/?${phase}=#######`),
  formatRequest(`${API}/events`, {
    headers: { authorization: ADMIN },
    body: { title: `Evening ${phase} #######`, start_date: '2031-05-01 19:30:00', end_date: '2031-05-01 22:00:00' },
  }),
]

export const overload: Trial = {
  name: 'overload',
  promise:
    'Ten times as many requests as a server can answer leave it answering four fifths of what it can, in time; the others are refused at once.',
  run: (options) => withDemoServer(options, (server) => overloaded(server, options)),
}

async function overloaded(
  { origin, pid }: RunningServer,
  { isSmoke, seconds, logStep }: TrialOptions,
): Promise<Outcome> {
  const lasting = seconds ?? (isSmoke ? 2 : 20)
  const asked = { origin, connections: CONNECTIONS }
  logStep('what it can answer')
  await sendRequests({ ...asked, requests: mixed('warm'), seconds: isSmoke ? 1 : 5 }, CLIENT_CORE)
  const { perSecond: most } = await sendRequests(
    { ...asked, requests: mixed('most'), seconds: isSmoke ? 1 : 8 },
    CLIENT_CORE,
  )
  logStep(`${TIMES} times as much as ${most.toFixed(0)} a second`)
  const watch = watching(origin, pid)
  const offered = await sendOpenLoop(
    { origin, requests: mixed('much'), perSecond: most * TIMES, seconds: lasting, connections: OFFERED_CONNECTIONS },
    CLIENT_CORE,
  )
  const { slowestHealthMs, mib, healthFailures } = await watch.stop()
  logStep('afterwards')
  const { perSecond: after } = await sendRequests(
    { ...asked, requests: mixed('after'), seconds: isSmoke ? 1 : 5 },
    CLIENT_CORE,
  )

  const { goodPerSecond, statuses } = offered
  const slowest = Math.max(
    0,
    ...Object.entries(statuses)
      .filter(([status]) => Number(status) < 400)
      .map(([, { p99 }]) => p99),
  )
  const others = Object.keys(statuses).filter((status) => !['200', '201', '503'].includes(status))
  const refused = statuses[503] ?? { count: 0, p99: 0 }
  const broken: (string | false)[] = [
    goodPerSecond < most * GOODPUT_MIN &&
      `only ${goodPerSecond.toFixed(0)} a second were answered, of ${most.toFixed(0)}`,
    slowest > P99_MAX_MS && `one in a hundred was answered after ${slowest.toFixed(0)} ms`,
    refused.p99 > REFUSED_P99_MAX_MS && `one in a hundred was refused after ${refused.p99.toFixed(0)} ms`,
    others.length > 0 && `answered ${others.join(', ')}`,
    offered.broken > 0 && `${offered.broken} connections broke`,
    mib > MIB_MAX && `${mib.toFixed(0)} MiB resident`,
    healthFailures > 0 && `${healthFailures} times health did not answer`,
    after < most * GOODPUT_MIN && `only ${after.toFixed(0)} a second afterwards`,
  ]
  return {
    figures: {
      'answered a second at most': Math.round(most),
      'sent a second': Math.round(offered.sent / lasting),
      'answered a second': Math.round(goodPerSecond),
      'p99 of those answered, ms': Math.round(slowest),
      refused: refused.count,
      'p99 of those refused, ms': Math.round(refused.p99),
      'MiB resident': Math.round(mib),
      'slowest health, ms': Math.round(slowestHealthMs),
      'answered a second afterwards': Math.round(after),
    },
    // A smoke run measures nothing.
    violations: broken.filter((one) => one !== false).filter((one) => !isSmoke || !/a second|ms$/.test(one)),
  }
}

/** Asks for health and looks at the memory while something else happens. */
function watching(origin: string, pid: number) {
  const stopping = new AbortController()
  const seen = { slowestHealthMs: 0, mib: 0, healthFailures: 0 }
  const done = (async () => {
    while (!stopping.signal.aborted) {
      const begun = performance.now()
      const isGood = await fetch(`${origin}/health`, { signal: AbortSignal.timeout(5_000) }).then(
        async (answer) => {
          await answer.arrayBuffer()
          return answer.status === 200
        },
        () => false,
      )
      seen.slowestHealthMs = Math.max(seen.slowestHealthMs, performance.now() - begun)
      seen.mib = Math.max(seen.mib, readResidentMib(pid))
      if (!isGood) seen.healthFailures += 1
      await sleep(200)
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await done
      return seen
    },
  }
}
