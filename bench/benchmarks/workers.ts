import type { Engine } from '../../src/db/database.ts'
import type { Benchmark, BenchmarkOptions, Measurement } from '../benchmark.ts'
import { formatRequest, sendRequests } from '../client/request-sender.ts'
import { readCpuSeconds } from '../server/processes.ts'
import { createScratchEnv, startServer } from '../server/server.ts'
import { readIntoMemory, SMALL, sizesFor } from '../shared-calendars.ts'

const GAIN_MIN = 1.7
const CONNECTIONS = 32

/**
 * Two worker processes compared with one. Client, server and PostgreSQL share the CPU cores, so the CPU usage of each is
 * reported too: it limits the gain.
 */
export const workers: Benchmark = {
  name: 'workers',
  async run(options) {
    const measurements: Measurement[] = []
    for (const engine of options.calendars.engines)
      for (const isCached of options.isSmoke ? [false] : [true, false])
        measurements.push(...(await gainOf(engine, isCached, options)))
    return measurements
  },
}

interface Rate {
  perSecond: number
  /** Average number of CPU cores in use. */
  cores: { server: number; client: number; database: number }
}

async function gainOf(engine: Engine, isCached: boolean, options: BenchmarkOptions): Promise<Measurement[]> {
  const rates: Rate[] = []
  for (const count of [1, 2]) {
    options.logStep(`${engine}: ${count} workers, ${isCached ? 'cached' : 'uncached'}`)
    rates.push(await rateOf(engine, count, isCached, options))
  }
  const [one, two] = rates as [Rate, Rate]
  const name = `${engine}: ${isCached ? 'cached' : 'uncached'} event lists, ${SMALL}`
  const perCore = ({ perSecond, cores }: Rate) => perSecond / (cores.server + cores.database)
  return [
    { what: `${name}, one worker`, value: one.perSecond, unit: '/s' },
    { what: `${name}, two workers`, value: two.perSecond, unit: '/s' },
    { what: `${name}, two / one`, value: two.perSecond / one.perSecond, unit: '', goal: { atLeast: GAIN_MIN } },
    ...[one, two].flatMap(({ cores }, at) =>
      Object.entries(cores).map(([part, used]) => ({
        what: `${name}, ${['one worker', 'two workers'][at]}: CPU cores used by the ${part}`,
        value: used,
        unit: 'cores',
      })),
    ),
    {
      what: `${name}, responses per core of server and database, two / one`,
      value: perCore(two) / perCore(one),
      unit: '',
    },
  ]
}

async function rateOf(engine: Engine, count: number, isCached: boolean, options: BenchmarkOptions): Promise<Rate> {
  const { calendars, isSmoke } = options
  const { env, close } = createScratchEnv()
  const url = await calendars.filled(engine, sizesFor(options).small)
  await readIntoMemory(url)
  const cacheEnv = isCached ? {} : { CACHE_BYTES: '0' }
  const server = await startServer({ ...env, ...cacheEnv, DATABASE_URL: url, WORKERS: String(count) })
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

/** Requests for a few pages, which all fit in the cache. */
const listings = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    formatRequest(`/cal/events/v1/events?start_date=2031-01-01&end_date=2033-01-01&page=${at + 1}`),
  )
