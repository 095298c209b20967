import type { Benchmark, Measurement } from '../benchmark.ts'
import { measureThroughput, type Throughput } from '../client/throughput.ts'
import { median } from '../measure/quantile.ts'
import { startBareServer } from '../server/bare-server.ts'
import { readCpuSeconds } from '../server/processes.ts'
import { createScratchEnv, runAlmanac, startServer } from '../server/server.ts'

const EVENTS = 2_000
const LISTING = '/cal/events/v1/events'
const MONTH = '/events/month/'
const CONNECTIONS = 32
/** Speed varies by up to 20 % between processes, because of memory layout: measure several. */
const PROCESSES = 5
const ROUNDS = 3
const PAGE_ROUNDS = 2
const WARM_UP_SECONDS = 2
const ROUND_SECONDS = 1
const CORE = 0

interface CpuThroughput extends Throughput {
  /** Requests per second of CPU time of the server: its rate on a fully used core. */
  rate: number
}

interface Round {
  full: CpuThroughput
  bare: CpuThroughput
  unchanged: CpuThroughput
}

/** A cached event list and a cached page, compared with a bare `node:http` server that sends the same bytes and headers. */
export const cached: Benchmark = {
  name: 'cached',
  async run({ isSmoke }) {
    await using stack = new AsyncDisposableStack()
    const { env, close } = createScratchEnv()
    stack.defer(close)
    await runAlmanac(env, 'demo', '--events', String(isSmoke ? 200 : EVENTS))
    const [listing, month]: [Round[], Round[]] = [[], []]
    for (let index = 0; index < (isSmoke ? 1 : PROCESSES); index += 1) {
      const server = await startServer(env, CORE)
      try {
        listing.push(...(await compare(server, LISTING, isSmoke ? 1 : ROUNDS)))
        month.push(...(await compare(server, MONTH, isSmoke ? 1 : PAGE_ROUNDS)))
      } finally {
        await server.close()
      }
    }
    return [...listingMeasures(listing), ...pageMeasures(month)]
  },
}

type Server = Awaited<ReturnType<typeof startServer>>

async function compare(server: Server, path: string, count: number): Promise<Round[]> {
  const bare = await startBareServer(server.origin + path, CORE)
  try {
    const etag = (await fetch(server.origin + path)).headers.get('etag') ?? ''
    for (const one of [server, bare]) await measure(one, path, WARM_UP_SECONDS)
    const rounds: Round[] = []
    for (let round = 0; round < count; round += 1) {
      rounds.push({
        full: await measure(server, path, ROUND_SECONDS),
        bare: await measure(bare, path, ROUND_SECONDS),
        unchanged: await measure(server, path, ROUND_SECONDS, { 'if-none-match': etag }),
      })
    }
    return rounds
  } finally {
    await bare.close()
  }
}

async function measure(
  { origin, pid }: { origin: string; pid: number },
  path: string,
  seconds: number,
  headers: Record<string, string> = {},
): Promise<CpuThroughput> {
  const before = readCpuSeconds(pid)
  const loaded = await measureThroughput({ origin, path, headers, connections: CONNECTIONS, seconds })
  const usedSeconds = readCpuSeconds(pid) - before
  return { ...loaded, rate: (loaded.requestsPerSecond * seconds) / usedSeconds }
}

/** Median over the rounds. Ratios are computed per round, because other load on the machine affects a round as a whole. */
const middleOf = (rounds: readonly Round[], of: (round: Round) => number) =>
  median(rounds.map(of).sort((one, other) => one - other))

const ratesOf = (rounds: readonly Round[], what: string, of: (round: Round) => CpuThroughput): Measurement[] => [
  { what: `${what}, per second of CPU time`, value: middleOf(rounds, (round) => of(round).rate), unit: 'req' },
  {
    what: `${what}, per second`,
    value: middleOf(rounds, (round) => of(round).requestsPerSecond),
    unit: 'req',
  },
]

const toBare = (rounds: readonly Round[], what: string, atLeast: number): Measurement => ({
  what: `${what} ÷ bare, by CPU time`,
  value: middleOf(rounds, ({ full, bare }) => full.rate / bare.rate),
  unit: '',
  goal: { atLeast },
})

const listingMeasures = (rounds: readonly Round[]): Measurement[] => [
  ...ratesOf(rounds, 'a cached event list', ({ full }) => full),
  ...ratesOf(rounds, 'the same bytes from bare node:http', ({ bare }) => bare),
  ...ratesOf(rounds, 'the event list, unchanged (304)', ({ unchanged }) => unchanged),
  toBare(rounds, 'cached', 0.85),
  {
    what: 'unchanged ÷ cached, by CPU time',
    value: middleOf(rounds, ({ full, unchanged }) => unchanged.rate / full.rate),
    unit: '',
    goal: { atLeast: 1.5 },
  },
  {
    what: `cached, median with ${CONNECTIONS} connections`,
    value: middleOf(rounds, ({ full }) => full.p50),
    unit: 'ms',
  },
  {
    what: `cached, 99th percentile with ${CONNECTIONS} connections`,
    value: middleOf(rounds, ({ full }) => full.p99),
    unit: 'ms',
  },
]

const pageMeasures = (rounds: readonly Round[]): Measurement[] => [
  ...ratesOf(rounds, 'a cached month page', ({ full }) => full),
  ...ratesOf(rounds, 'the same page from bare node:http', ({ bare }) => bare),
  toBare(rounds, 'cached page', 0.8),
]
