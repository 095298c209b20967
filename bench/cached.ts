import { startBare } from './bare.ts'
import { almanac, type Bench, type Measure, median, scratch, startServer } from './kit.ts'
import { type Loaded, load } from './load.ts'
import { cpuSecondsOf } from './processes.ts'

const EVENTS = 2_000
const PATH = '/cal/events/v1/events'
const CONNECTIONS = 32
const ROUNDS = 15
const WARM_UP_SECONDS = 2
const ROUND_SECONDS = 1
const CORE = 0

interface Asked extends Loaded {
  /** Requests in a second of the server's processor time: its rate on a core of its own, with clients that never let it wait. */
  rate: number
}

interface Round {
  full: Asked
  bare: Asked
  unchanged: Asked
}

/** A kept listing, side by side with the least that Node can do: the same bytes and headers from a bare `node:http`. */
export const cached: Bench = {
  name: 'cached',
  async run({ isSmoke }) {
    await using stack = new AsyncDisposableStack()
    const { env, close } = scratch()
    stack.defer(close)
    await almanac(env, 'demo', '--events', String(isSmoke ? 200 : EVENTS))
    const server = await startServer(env, CORE)
    stack.defer(() => server.close())
    const bare = await startBare(server.origin + PATH, CORE)
    stack.defer(() => bare.close())
    const etag = (await fetch(server.origin + PATH)).headers.get('etag') ?? ''
    for (const one of [server, bare]) await ask(one, WARM_UP_SECONDS)
    const rounds: Round[] = []
    for (let round = 0; round < (isSmoke ? 1 : ROUNDS); round += 1) {
      rounds.push({
        full: await ask(server, ROUND_SECONDS),
        bare: await ask(bare, ROUND_SECONDS),
        unchanged: await ask(server, ROUND_SECONDS, { 'if-none-match': etag }),
      })
    }
    return measuresOf(rounds)
  },
}

async function ask(
  { origin, pid }: { origin: string; pid: number },
  seconds: number,
  headers: Record<string, string> = {},
): Promise<Asked> {
  const before = cpuSecondsOf(pid)
  const loaded = await load({ origin, path: PATH, headers, connections: CONNECTIONS, seconds })
  const taken = cpuSecondsOf(pid) - before
  return { ...loaded, rate: (loaded.requestsPerSecond * seconds) / taken }
}

/** Ratios are taken round by round: what else the machine does slows neighbours alike. */
function measuresOf(rounds: readonly Round[]): Measure[] {
  const middle = (of: (round: Round) => number) => median(rounds.map(of).sort((one, other) => one - other))
  const rates = (what: string, of: (round: Round) => Asked): Measure[] => [
    { what: `${what}, a second of processor time`, value: middle((round) => of(round).rate), unit: 'req' },
    { what: `${what}, a second by our client`, value: middle((round) => of(round).requestsPerSecond), unit: 'req' },
  ]
  return [
    ...rates('a kept listing', ({ full }) => full),
    ...rates('the same bytes from bare node:http', ({ bare }) => bare),
    ...rates('the listing, unchanged (304)', ({ unchanged }) => unchanged),
    {
      what: 'kept ÷ bare, by processor time',
      value: middle(({ full, bare }) => full.rate / bare.rate),
      unit: '',
      goal: { atLeast: 0.85 },
    },
    {
      what: 'unchanged ÷ kept, by processor time',
      value: middle(({ full, unchanged }) => unchanged.rate / full.rate),
      unit: '',
      goal: { atLeast: 1.5 },
    },
    { what: `kept, median with ${CONNECTIONS} connections`, value: middle(({ full }) => full.p50), unit: 'ms' },
    {
      what: `kept, 99th percentile with ${CONNECTIONS} connections`,
      value: middle(({ full }) => full.p99),
      unit: 'ms',
    },
  ]
}
