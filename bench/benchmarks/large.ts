import type { Engine } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { type Benchmark, type BenchmarkOptions, type Measurement, measureEachEngine } from '../benchmark.ts'
import { formatRequest, sendRequests } from '../client/request-sender.ts'
import { pickReadableEvents } from '../measure/in-process.ts'
import { median } from '../measure/quantile.ts'
import { createScratchEnv, type RunningServer, startServer } from '../server/server.ts'
import { LARGE, sizesFor } from '../shared-calendars.ts'

const STARTS = 5
const REQUESTS = 20_000
const START_MAX_MS = 500
const RESIDENT_MAX_MIB = 160

/** Start-up time and memory of a server with a million events. */
export const large: Benchmark = {
  name: 'large',
  run: measureEachEngine(sizeOf),
}

async function sizeOf(engine: Engine, options: BenchmarkOptions): Promise<Measurement[]> {
  const url = await options.calendars.filled(engine, sizesFor(options).large)
  const { env, close } = createScratchEnv()
  const start = () => startServer({ ...env, DATABASE_URL: url })
  try {
    return [...(await measureStart(engine, start, options)), ...(await measureMemory(engine, start, url, options))]
  } finally {
    close()
  }
}

type Start = () => Promise<RunningServer>

async function measureStart(
  engine: Engine,
  start: Start,
  { isSmoke, logStep }: BenchmarkOptions,
): Promise<Measurement[]> {
  logStep(`${engine}: starting`)
  // The first start after an update also compiles the code and is not counted.
  await (await start()).close()
  const starts: number[] = []
  for (let turn = 0; turn < (isSmoke ? 1 : STARTS); turn += 1) {
    const server = await start()
    starts.push(server.startMs)
    await server.close()
  }
  const value = median(starts.sort((one, other) => one - other))
  const goal = { atMost: START_MAX_MS }
  return [{ what: `${engine}: start to first response, ${LARGE}`, value, unit: 'ms', goal }]
}

async function measureMemory(
  engine: Engine,
  start: Start,
  url: string,
  { isSmoke, logStep }: BenchmarkOptions,
): Promise<Measurement[]> {
  logStep(`${engine}: filling the cache`)
  const requests = await differentRequests(url, isSmoke ? 100 : REQUESTS)
  const server = await start()
  try {
    const before = server.residentMib()
    await sendRequests({ origin: server.origin, requests, connections: 8, times: requests.length })
    const what = `${engine}: memory after ${REQUESTS.toLocaleString('en')} different responses, ${LARGE}`
    return [
      { what: `${engine}: memory after the start`, value: before, unit: 'MiB' },
      { what, value: server.residentMib(), unit: 'MiB', goal: { atMost: RESIDENT_MAX_MIB } },
    ]
  } finally {
    await server.close()
  }
}

/** Half event lists, a quarter each events by id and by slug: enough different responses to fill the cache. */
async function differentRequests(url: string, count: number): Promise<string[]> {
  const db = await openDatabase(url)
  try {
    const slugs = await pickReadableEvents(db, count / 4)
    const root = '/cal/events/v1/events'
    const window = 'start_date=2031-01-01&end_date=2033-01-01'
    return slugs.flatMap(({ id, slug }, at) => [
      formatRequest(`${root}?${window}&page=${2 * at + 1}`),
      formatRequest(`${root}?${window}&page=${2 * at + 2}`),
      formatRequest(`${root}/${id}`),
      formatRequest(`${root}/by-slug/${slug}`),
    ])
  } finally {
    await db.close()
  }
}
