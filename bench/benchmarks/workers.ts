import type { Engine } from '../../src/db/database.ts'
import type { Benchmark, BenchmarkOptions, Measurement } from '../benchmark.ts'
import { formatRequest, sendRequests } from '../client/request-sender.ts'
import { readCpuSeconds } from '../server/processes.ts'
import { createScratchEnv, startServer } from '../server/server.ts'
import { readIntoMemory, SMALL, sizesFor } from '../shared-calendars.ts'

const GAIN_MIN = 1.7
const CONNECTIONS = 32

/**
 * Two processes that share one database, against one. Client, server and PostgreSQL share the same cores, so what the
 * others take is shown beside: a server cannot gain what is not there.
 */
export const workers: Benchmark = {
  name: 'workers',
  async run(options) {
    const measures: Measurement[] = []
    for (const engine of options.calendars.engines)
      for (const isKept of [true, false]) measures.push(...(await gainOf(engine, isKept, options)))
    return measures
  },
}

interface Rate {
  perSecond: number
  /** Cores in use, on average. */
  cores: { server: number; client: number; database: number }
}

async function gainOf(engine: Engine, isKept: boolean, options: BenchmarkOptions): Promise<Measurement[]> {
  const rates: Rate[] = []
  for (const count of [1, 2]) {
    options.logStep(`${engine}: ${count} workers, ${isKept ? 'kept answers' : 'nothing kept'}`)
    rates.push(await rateOf(engine, count, isKept, options))
  }
  const [one, two] = rates as [Rate, Rate]
  const name = `${engine}: ${isKept ? 'kept' : 'uncached'} listings, ${SMALL}`
  const perCore = ({ perSecond, cores }: Rate) => perSecond / (cores.server + cores.database)
  return [
    { what: `${name}, one worker`, value: one.perSecond, unit: '/s' },
    { what: `${name}, two workers`, value: two.perSecond, unit: '/s' },
    { what: `${name}, two / one`, value: two.perSecond / one.perSecond, unit: '', goal: { atLeast: GAIN_MIN } },
    ...[one, two].flatMap(({ cores }, at) =>
      Object.entries(cores).map(([part, used]) => ({
        what: `${name}, ${['one worker', 'two workers'][at]}: cores the ${part} had`,
        value: used,
        unit: 'cores',
      })),
    ),
    { what: `${name}, answers a core of server and database, two / one`, value: perCore(two) / perCore(one), unit: '' },
  ]
}

async function rateOf(engine: Engine, count: number, isKept: boolean, options: BenchmarkOptions): Promise<Rate> {
  const { calendars, isSmoke } = options
  const { env, close } = createScratchEnv()
  const url = await calendars.filled(engine, sizesFor(options).small)
  await readIntoMemory(url)
  const kept = isKept ? {} : { CACHE_BYTES: '0' }
  const server = await startServer({ ...env, ...kept, DATABASE_URL: url, WORKERS: String(count) })
  const database = engine === 'postgres' ? (await calendars.cluster())?.pid : undefined
  const databaseSeconds = () => (database === undefined ? 0 : readCpuSeconds(database))
  try {
    const seconds = isSmoke ? 0.5 : 5
    const sending = { origin: server.origin, requests: listings(isSmoke ? 20 : 200), connections: CONNECTIONS, seconds }
    await sendRequests({ ...sending, seconds: seconds / 2 })
    const before = { server: server.cpuSeconds(), database: databaseSeconds() }
    const sent = await sendRequests(sending)
    return {
      perSecond: sent.perSecond,
      cores: {
        server: (server.cpuSeconds() - before.server) / seconds,
        client: sent.cpuSeconds / seconds,
        database: (databaseSeconds() - before.database) / seconds,
      },
    }
  } finally {
    await server.close()
    close()
  }
}

/** A few pages over and over: all of them kept, where anything is. */
const listings = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    formatRequest(`/cal/events/v1/events?start_date=2031-01-01&end_date=2033-01-01&page=${at + 1}`),
  )
