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
/** The same program takes up to a fifth more or less from one process to the next, as its memory happens to lie. */
const PROCESSES = 5
const ROUNDS = 3
const PAGE_ROUNDS = 2
const WARM_UP_SECONDS = 2
const ROUND_SECONDS = 1
const CORE = 0

interface Asked extends Throughput {
  /** Requests in a second of the server's processor time: its rate on a core of its own, with clients that never let it wait. */
  rate: number
}

interface Round {
  full: Asked
  bare: Asked
  unchanged: Asked
}

/** A kept listing and a kept page, side by side with the least that Node can do: the same bytes and headers from a bare `node:http`. */
export const cached: Benchmark = {
  name: 'cached',
  async run({ isSmoke }) {
    await using stack = new AsyncDisposableStack()
    const { env, close } = createScratchEnv()
    stack.defer(close)
    await runAlmanac(env, 'demo', '--events', String(isSmoke ? 200 : EVENTS))
    const [listing, month]: [Round[], Round[]] = [[], []]
    for (let nth = 0; nth < (isSmoke ? 1 : PROCESSES); nth += 1) {
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
    for (const one of [server, bare]) await ask(one, path, WARM_UP_SECONDS)
    const rounds: Round[] = []
    for (let round = 0; round < count; round += 1) {
      rounds.push({
        full: await ask(server, path, ROUND_SECONDS),
        bare: await ask(bare, path, ROUND_SECONDS),
        unchanged: await ask(server, path, ROUND_SECONDS, { 'if-none-match': etag }),
      })
    }
    return rounds
  } finally {
    await bare.close()
  }
}

async function ask(
  { origin, pid }: { origin: string; pid: number },
  path: string,
  seconds: number,
  headers: Record<string, string> = {},
): Promise<Asked> {
  const before = readCpuSeconds(pid)
  const loaded = await measureThroughput({ origin, path, headers, connections: CONNECTIONS, seconds })
  const taken = readCpuSeconds(pid) - before
  return { ...loaded, rate: (loaded.requestsPerSecond * seconds) / taken }
}

/** Ratios are taken round by round: what else the machine does slows neighbours alike. */
const middleOf = (rounds: readonly Round[], of: (round: Round) => number) =>
  median(rounds.map(of).sort((one, other) => one - other))

const ratesOf = (rounds: readonly Round[], what: string, of: (round: Round) => Asked): Measurement[] => [
  { what: `${what}, a second of processor time`, value: middleOf(rounds, (round) => of(round).rate), unit: 'req' },
  {
    what: `${what}, a second by our client`,
    value: middleOf(rounds, (round) => of(round).requestsPerSecond),
    unit: 'req',
  },
]

const toBare = (rounds: readonly Round[], what: string, atLeast: number): Measurement => ({
  what: `${what} ÷ bare, by processor time`,
  value: middleOf(rounds, ({ full, bare }) => full.rate / bare.rate),
  unit: '',
  goal: { atLeast },
})

const listingMeasures = (rounds: readonly Round[]): Measurement[] => [
  ...ratesOf(rounds, 'a kept listing', ({ full }) => full),
  ...ratesOf(rounds, 'the same bytes from bare node:http', ({ bare }) => bare),
  ...ratesOf(rounds, 'the listing, unchanged (304)', ({ unchanged }) => unchanged),
  toBare(rounds, 'kept', 0.85),
  {
    what: 'unchanged ÷ kept, by processor time',
    value: middleOf(rounds, ({ full, unchanged }) => unchanged.rate / full.rate),
    unit: '',
    goal: { atLeast: 1.5 },
  },
  { what: `kept, median with ${CONNECTIONS} connections`, value: middleOf(rounds, ({ full }) => full.p50), unit: 'ms' },
  {
    what: `kept, 99th percentile with ${CONNECTIONS} connections`,
    value: middleOf(rounds, ({ full }) => full.p99),
    unit: 'ms',
  },
]

const pageMeasures = (rounds: readonly Round[]): Measurement[] => [
  ...ratesOf(rounds, 'a kept page of a month', ({ full }) => full),
  ...ratesOf(rounds, 'the same page from bare node:http', ({ bare }) => bare),
  toBare(rounds, 'kept page', 0.8),
]
