import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Database, Engine } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { createRandomFractionGenerator } from '../../src/demo/pseudo-random.ts'
import { type Benchmark, type BenchmarkOptions, type Measurement, measureEachEngine } from '../benchmark.ts'
import { vocabulary } from '../calendar/text-pool.ts'
import { renderListing } from '../measure/in-process.ts'
import { median, quantile } from '../measure/quantile.ts'
import { openRawDriver } from '../measure/raw-driver.ts'
import { timeInterleaved } from '../measure/timing.ts'
import { readIntoMemory, SMALL, sizesFor } from '../shared-calendars.ts'

const P50_MAX_MS = 10
const P99_MAX_MS = 60
const DELAY_MAX_MS = 20
const AT_ONCE = 4

/** Uncached full-text searches with exact totals, from rare names to `the`. */
export const search: Benchmark = {
  name: 'search',
  run: measureEachEngine(searchesOf),
}

async function searchesOf(engine: Engine, { calendars, logStep, isSmoke }: BenchmarkOptions): Promise<Measurement[]> {
  const url = await calendars.filled(engine, sizesFor({ isSmoke }).small)
  const [db, probe] = [await openDatabase(url), await openRawDriver(url)]
  try {
    logStep(`${engine}: searches`)
    await readIntoMemory(url)
    const search = (turn: number) => renderListing(db, { search: searchText(turn), mayBeEmpty: true })
    const durations = await timeInterleaved(isSmoke ? 10 : 400, {
      search,
      probe: (turn) => probe.list('2031-01-01', turn),
    })
    logStep(`${engine}: ${AT_ONCE} searches at once`)
    const delayMs = await loopDelay(db, isSmoke ? 10 : 400)
    return [
      {
        what: `${engine}: search, ${SMALL}, p50`,
        value: median(durations.search),
        unit: 'ms',
        goal: { atMost: P50_MAX_MS },
      },
      {
        what: `${engine}: search, ${SMALL}, p99`,
        value: quantile(durations.search, 0.99),
        unit: 'ms',
        goal: { atMost: P99_MAX_MS },
      },
      {
        what: `${engine}: search / one page by raw statement`,
        value: median(durations.search) / median(durations.probe),
        unit: '',
      },
      {
        what: `${engine}: event loop delay with ${AT_ONCE} concurrent searches, p99`,
        value: delayMs,
        unit: 'ms',
        goal: { atMost: DELAY_MAX_MS },
      },
    ]
  } finally {
    await probe.close()
    await db.close()
  }
}

const words = vocabulary('en')
const fraction = createRandomFractionGenerator(99)
/** A word, chosen as often as it occurs in the texts. */
const common = () => words[Math.floor(words.length ** fraction()) - 1] ?? 'music'
const rare = () => words[Math.floor((words.length - 1) * fraction())] ?? 'music'

/** A search text of one of six forms, with other words each time. */
function searchText(turn: number): string {
  const kinds = [
    rare,
    common,
    () => `${common()} ${rare()}`,
    () => `${common()} ${common()} ${rare()}`,
    () => rare().slice(1, 5),
    () => `"${common()} ${common()}"`,
  ]
  return kinds[turn % kinds.length]?.() ?? 'music'
}

/** 99th percentile of the event loop delay while searches run, in milliseconds. */
async function loopDelay(db: Database, searches: number): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  let turn = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (; turn < searches; ) {
        turn += 1
        await renderListing(db, { search: searchText(turn), mayBeEmpty: true })
        // As between two requests: otherwise consecutive searches would block the event loop.
        await new Promise((resolve) => setImmediate(resolve))
      }
    }),
  )
  delay.disable()
  return delay.percentile(99) / 1e6
}
