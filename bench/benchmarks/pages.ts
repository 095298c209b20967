import type { Engine } from '../../src/db/database.ts'
import { type Benchmark, type BenchmarkOptions, type Measurement, measureEachEngine } from '../benchmark.ts'
import { NOW } from '../calendar/row-statements.ts'
import { median } from '../measure/quantile.ts'
import { createScratchEnv, fetchText, startServer } from '../server/server.ts'
import { readIntoMemory, SMALL, sizesFor } from '../shared-calendars.ts'

const MONTH_MAX_MS = 8
/** Pages before the measurement: JIT compilers warm up. */
const WARM_UP = 150
const ROUNDS = 20
/** Pages of each kind in a round. Processor time is counted in steps of 10 ms, so a round has many. */
const PAGES_A_ROUND = 25

const MONTH = new Date(NOW * 1000).toISOString().slice(0, 7)
const PATHS = { month: `/events/month/${MONTH}/`, week: `/events/week/${MONTH}-13/`, list: `/events/list/${MONTH}-13/` }

/** Processor time of all threads of the server for pages that are not in its cache. */
export const pages: Benchmark = {
  name: 'pages',
  run: measureEachEngine(pagesOf),
}

async function pagesOf(engine: Engine, options: BenchmarkOptions): Promise<Measurement[]> {
  const { calendars, isSmoke, logStep } = options
  const url = await calendars.filled(engine, sizesFor(options).small)
  await readIntoMemory(url)
  const { env, close } = createScratchEnv()
  const server = await startServer({ ...env, DATABASE_URL: url })
  let number = 0
  // `name` is in the cache key of every page, although it means nothing without `post_type`.
  const open = async (path: string, times: number) => {
    for (let time = 0; time < times; time += 1) {
      number += 1
      await fetchText(`${server.origin}${path}?name=${number}`)
    }
  }
  try {
    logStep(`${engine}: pages`)
    const paths = Object.entries(PATHS)
    const times = isSmoke ? 2 : PAGES_A_ROUND
    const milliseconds = new Map(paths.map(([name]) => [name, [] as number[]]))
    for (const [, path] of paths) await open(path, isSmoke ? 2 : WARM_UP)
    for (let round = 0; round < (isSmoke ? 1 : ROUNDS); round += 1) {
      for (const [name, path] of paths) {
        const before = server.cpuSeconds()
        await open(path, times)
        milliseconds.get(name)?.push(((server.cpuSeconds() - before) * 1000) / times)
      }
    }
    return [...milliseconds].map(([name, found]) => ({
      what: `${engine}: ${name}, processor time, ${SMALL}`,
      value: median(found.sort((one, other) => one - other)),
      unit: 'ms',
      ...(name === 'month' && { goal: { atMost: MONTH_MAX_MS } }),
    }))
  } finally {
    await server.close()
    close()
  }
}
