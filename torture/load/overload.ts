import { setTimeout as sleep } from 'node:timers/promises'
import { formatRequest, sendRequests } from '../../bench/client/request-sender.ts'
import { readResidentMib } from '../../bench/server/processes.ts'
import type { RunningServer } from '../../bench/server/server.ts'
import type { Outcome, Trial, TrialOptions } from '../trial.ts'
import { CLIENT_CORE, withDemoServer } from './demo-server.ts'
import { type OpenLoopResult, sendOpenLoop } from './open-loop.ts'

/** The capacity is measured before each of these overloads, and after the last. */
const ROUNDS = 4
const SECONDS = 16
/**
 * The loads, which take turns: a multiple of the capacity, and the smallest share of its capacity that each kind of
 * request must keep. A refusal takes at least the time that `node:http` needs for a request and a short response, so
 * the share is smaller under ten times the capacity.
 */
const LOADS = [
  { times: 5, goodputMin: 0.8 },
  { times: 10, goodputMin: 0.6 },
] as const
/** The first measurements after a start are lower, because the code is not optimized yet. */
const WARM_UPS = 4
/** Largest difference between two measured capacities, as a share of their mean. */
const SPREAD_MAX = 0.15
/** Limits for the response times of successful and of rejected requests. */
const P99_MAX_MS = 3_000
const REFUSED_P99_MAX_MS = 200
const MIB_MAX = 700
const CONNECTIONS = 32
const OFFERED_CONNECTIONS = 1_000
const API = '/cal/events/v1'
const ADMIN = `Basic ${Buffer.from('admin:bench').toString('base64')}`

/** One of the requests that are sent in turn, and its kind. */
interface MixedRequest {
  kind: 'lists' | 'pages' | 'writes'
  text: string
}

/**
 * Uncached reads and writes. Searches are left out: they run in a separate thread. `name` is in the cache key of every
 * page, although it means nothing without `post_type`.
 * @param phase makes the requests different from those of other phases
 */
const createRequests = (phase: string): MixedRequest[] => [
  ...[1, 2, 3, 4].map((page) => ({
    kind: 'lists' as const,
    text: formatRequest(`${API}/events?page=${page}&${phase}=#######`),
  })),
  { kind: 'lists', text: formatRequest(`${API}/venues?${phase}=#######`) },
  { kind: 'pages', text: formatRequest(`/events/month/?name=${phase}#######`) },
  {
    kind: 'writes',
    text: formatRequest(`${API}/events`, {
      headers: { authorization: ADMIN },
      body: { title: `Evening ${phase} #######`, start_date: '2031-05-01 19:30:00', end_date: '2031-05-01 22:00:00' },
    }),
  },
]

export const overload: Trial = {
  name: 'overload',
  promise:
    'With five times as many requests as it can handle, a server still answers four fifths of its capacity of each kind in time (with ten times as many: three fifths) and rejects the others at once.',
  run: (options) => withDemoServer(options, (server) => runOverload(server, options)),
}

async function runOverload({ origin, pid }: RunningServer, options: TrialOptions): Promise<Outcome> {
  const { isSmoke, rounds = isSmoke ? 1 : ROUNDS, seconds = isSmoke ? 2 : SECONDS, logStep } = options
  const measureCapacity = async (phase: string) => {
    const requests = createRequests(phase).map(({ text }) => text)
    const sent = await sendRequests({ origin, connections: CONNECTIONS, requests, seconds }, CLIENT_CORE)
    return sent.perSecond
  }
  logStep('warming up')
  for (let time = 1; time <= WARM_UPS; time += 1) await measureCapacity(`warm${time}`)
  const capacities = [await measureCapacity('first')]
  const overloads: Omit<Overload, 'capacity'>[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const capacity = capacities.at(-1) as number
    const load = LOADS[(round - 1) % LOADS.length] as Load
    logStep(`sending ${load.times} times the capacity of ${capacity.toFixed(0)} per second`)
    const requests = createRequests(`much${round}`)
    const watch = startMonitoring(origin, pid)
    const texts = requests.map(({ text }) => text)
    const offered = await sendOpenLoop(
      { origin, requests: texts, perSecond: capacity * load.times, seconds, connections: OFFERED_CONNECTIONS },
      CLIENT_CORE,
    )
    overloads.push({ load, requests, offered, ...(await watch.stop()) })
    capacities.push(await measureCapacity(`after${round}`))
  }
  const meanCapacity = (round: number) => ((capacities[round] as number) + (capacities[round + 1] as number)) / 2
  return evaluate(
    overloads.map((one, round) => ({ ...one, capacity: meanCapacity(round) })),
    capacities,
    options,
  )
}

type Load = (typeof LOADS)[number]

interface Overload {
  load: Load
  /** Requests per second: the mean of the measurements before and after. */
  capacity: number
  requests: MixedRequest[]
  offered: OpenLoopResult
  slowestHealthMs: number
  mib: number
  healthFailures: number
}

/** The share of its capacity that each kind of request keeps. */
function goodputs({ capacity, requests, offered }: Overload): Record<MixedRequest['kind'], number> {
  const shareOf = (kind: MixedRequest['kind']) => {
    const own = requests.flatMap((request, index) => (request.kind === kind ? [offered.goodPerSecond[index] ?? 0] : []))
    return own.reduce((sum, one) => sum + one, 0) / (capacity * (own.length / requests.length))
  }
  return { lists: shareOf('lists'), pages: shareOf('pages'), writes: shareOf('writes') }
}

const KINDS = ['lists', 'pages', 'writes'] as const

const percent = (share: number) => Math.round(share * 100)

const isGood = (status: string) => Number(status) < 400

function evaluate(overloads: Overload[], capacities: number[], { isSmoke }: TrialOptions): Outcome {
  const worst = (of: (one: Overload) => number) => Math.max(0, ...overloads.map(of))
  const p99 = (of: (status: string) => boolean) =>
    worst(({ offered }) =>
      Math.max(0, ...Object.entries(offered.statuses).flatMap(([status, times]) => (of(status) ? [times.p99] : []))),
    )
  const [good, refused] = [p99(isGood), p99((status) => status === '503')]
  const goodput = LOADS.flatMap(({ times, goodputMin }) => {
    const shares = overloads.filter(({ load }) => load.times === times).map(goodputs)
    if (shares.length === 0) return []
    return KINDS.map((kind) => ({ times, goodputMin, kind, least: Math.min(...shares.map((share) => share[kind])) }))
  })
  const mean = capacities.reduce((sum, one) => sum + one, 0) / capacities.length
  const spread = (Math.max(...capacities) - Math.min(...capacities)) / mean
  const statuses = new Set(overloads.flatMap(({ offered }) => Object.keys(offered.statuses)))
  const others = [...statuses].filter((status) => !['200', '201', '503'].includes(status))
  const mib = worst((one) => one.mib)
  const broken = worst(({ offered }) => offered.broken)
  const healthFailures = worst((one) => one.healthFailures)
  // A smoke run is too short to measure speed.
  const slow: (string | false)[] = isSmoke
    ? []
    : [
        ...goodput.map(
          ({ times, goodputMin, kind, least }) =>
            least < goodputMin &&
            `only ${percent(least)} % of the ${kind} were answered under ${times} times the capacity`,
        ),
        good > P99_MAX_MS && `one in a hundred was answered after ${good.toFixed(0)} ms`,
        refused > REFUSED_P99_MAX_MS && `one in a hundred was rejected after ${refused.toFixed(0)} ms`,
        spread > SPREAD_MAX && `the capacity varied by ${(spread * 100).toFixed(0)} %`,
      ]
  const failed: (string | false)[] = [
    others.length > 0 && `unexpected status ${others.join(', ')}`,
    broken > 0 && `${broken} connections were closed`,
    mib > MIB_MAX && `${mib.toFixed(0)} MiB resident`,
    healthFailures > 0 && `${healthFailures} health checks failed`,
  ]
  return {
    figures: {
      overloads: overloads.length,
      'capacity per second': Math.round(mean),
      'difference between capacities, %': Math.round(spread * 100),
      ...Object.fromEntries(
        goodput.map(({ times, kind, least }) => [
          `goodput of ${kind} under ${times} times the capacity, %`,
          percent(least),
        ]),
      ),
      'p99 of successful responses, ms': Math.round(good),
      rejected: overloads.reduce((sum, { offered }) => sum + (offered.statuses[503]?.count ?? 0), 0),
      'p99 of rejections, ms': Math.round(refused),
      'resident memory, MiB': Math.round(mib),
      'slowest health check, ms': Math.round(worst((one) => one.slowestHealthMs)),
    },
    violations: [...slow, ...failed].filter((one) => one !== false),
  }
}

/** Polls the health check and the memory usage in the background. */
function startMonitoring(origin: string, pid: number) {
  const stopping = new AbortController()
  const observed = { slowestHealthMs: 0, mib: 0, healthFailures: 0 }
  const done = (async () => {
    while (!stopping.signal.aborted) {
      const begun = performance.now()
      const isHealthy = await fetch(`${origin}/health`, { signal: AbortSignal.timeout(5_000) }).then(
        async (answer) => {
          await answer.arrayBuffer()
          return answer.status === 200
        },
        () => false,
      )
      observed.slowestHealthMs = Math.max(observed.slowestHealthMs, performance.now() - begun)
      observed.mib = Math.max(observed.mib, readResidentMib(pid))
      if (!isHealthy) observed.healthFailures += 1
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
