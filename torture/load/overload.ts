import { setTimeout as sleep } from 'node:timers/promises'
import { formatRequest, sendRequests } from '../../bench/client/request-sender.ts'
import { readResidentMib } from '../../bench/server/processes.ts'
import type { RunningServer } from '../../bench/server/server.ts'
import type { Outcome, Trial, TrialOptions } from '../trial.ts'
import { CLIENT_CORE, withDemoServer } from './demo-server.ts'
import { sendOpenLoop } from './open-loop.ts'

/** Load as a multiple of the capacity. */
const TIMES = 10
/** Smallest share of the capacity that must remain under overload. */
const GOODPUT_MIN = 0.8
/** Limits for the response times of successful and of rejected requests. */
const P99_MAX_MS = 5_000
const REFUSED_P99_MAX_MS = 4_000
const MIB_MAX = 700
const CONNECTIONS = 32
const OFFERED_CONNECTIONS = 1_000
const API = '/cal/events/v1'
const ADMIN = `Basic ${Buffer.from('admin:bench').toString('base64')}`

/** Uncached reads and writes. Searches are left out: they run in a separate thread. @param phase makes the requests different from those of other phases */
const createRequests = (phase: string) => [
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
    'With ten times as many requests as it can handle, a server still answers four fifths of its capacity in time and rejects the others at once.',
  run: (options) => withDemoServer(options, (server) => runOverload(server, options)),
}

async function runOverload(
  { origin, pid }: RunningServer,
  { isSmoke, seconds, logStep }: TrialOptions,
): Promise<Outcome> {
  const durationSeconds = seconds ?? (isSmoke ? 2 : 20)
  const load = { origin, connections: CONNECTIONS }
  logStep('measuring the capacity')
  await sendRequests({ ...load, requests: createRequests('warm'), seconds: isSmoke ? 1 : 5 }, CLIENT_CORE)
  const { perSecond: most } = await sendRequests(
    { ...load, requests: createRequests('most'), seconds: isSmoke ? 1 : 8 },
    CLIENT_CORE,
  )
  logStep(`sending ${TIMES} times the capacity of ${most.toFixed(0)} per second`)
  const watch = startMonitoring(origin, pid)
  const offered = await sendOpenLoop(
    {
      origin,
      requests: createRequests('much'),
      perSecond: most * TIMES,
      seconds: durationSeconds,
      connections: OFFERED_CONNECTIONS,
    },
    CLIENT_CORE,
  )
  const { slowestHealthMs, mib, healthFailures } = await watch.stop()
  logStep('measuring the capacity afterwards')
  const { perSecond: after } = await sendRequests(
    { ...load, requests: createRequests('after'), seconds: isSmoke ? 1 : 5 },
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
      `only ${goodPerSecond.toFixed(0)} per second were answered, of ${most.toFixed(0)}`,
    slowest > P99_MAX_MS && `p99 of successful responses is ${slowest.toFixed(0)} ms`,
    refused.p99 > REFUSED_P99_MAX_MS && `p99 of rejections is ${refused.p99.toFixed(0)} ms`,
    others.length > 0 && `unexpected status ${others.join(', ')}`,
    offered.broken > 0 && `${offered.broken} connections were closed`,
    mib > MIB_MAX && `${mib.toFixed(0)} MiB resident`,
    healthFailures > 0 && `${healthFailures} health checks failed`,
    after < most * GOODPUT_MIN && `only ${after.toFixed(0)} per second afterwards`,
  ]
  return {
    figures: {
      'capacity per second': Math.round(most),
      'requests per second': Math.round(offered.sent / durationSeconds),
      'successful responses per second': Math.round(goodPerSecond),
      'p99 of these, ms': Math.round(slowest),
      rejected: refused.count,
      'p99 of rejections, ms': Math.round(refused.p99),
      'resident memory, MiB': Math.round(mib),
      'slowest health check, ms': Math.round(slowestHealthMs),
      'capacity per second afterwards': Math.round(after),
    },
    // A smoke run is too short to measure speed.
    violations: broken.filter((one) => one !== false).filter((one) => !isSmoke || !/per second|ms$/.test(one)),
  }
}

/** Polls the health check and the memory usage in the background. */
function startMonitoring(origin: string, pid: number) {
  const stopping = new AbortController()
  const observed = { slowestHealthMs: 0, mib: 0, healthFailures: 0 }
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
      observed.slowestHealthMs = Math.max(observed.slowestHealthMs, performance.now() - begun)
      observed.mib = Math.max(observed.mib, readResidentMib(pid))
      if (!isGood) observed.healthFailures += 1
      await sleep(200)
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await done
      return observed
    },
  }
}
