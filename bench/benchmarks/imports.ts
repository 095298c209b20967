import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '../../src/db/database.ts'
import { type Benchmark, type BenchmarkOptions, type Measurement, measureEachEngine } from '../benchmark.ts'
import { median } from '../measure/quantile.ts'
import { readResidentMib } from '../server/processes.ts'
import { createScratchEnv, fetchText, runAlmanac, runAndObserve, startServer } from '../server/server.ts'

/**
 * The size of the calendars. The rates are also measured with a small one, to subtract the time for start-up, venues and
 * terms.
 */
const EVENTS = 100_000
const START_EVENTS = 2000
/** The sample calendar and the import take turns, because the speed of a machine changes by a tenth within minutes. */
const ROUNDS = 2
const READS = 300
const READS_SMOKE = 5
/** The lists that are read begin at so many times, this many milliseconds apart. */
const TIMES = 700
const STEP_MS = 12 * 3_600_000

const RATE_GOAL = 0.8
const MEMORY_MIB_MAX = 300
const READ_RATIO_MAX = 1.2

/** How many events a second an import of a file writes, compared with the sample calendar, and what it costs otherwise. */
export const imports: Benchmark = {
  name: 'imports',
  run: measureEachEngine(importOn),
}

async function importOn(name: Engine, options: BenchmarkOptions): Promise<Measurement[]> {
  const { env, close } = createScratchEnv()
  try {
    const total: Round = { events: 0, demoMs: 0, importMs: 0 }
    for (let round = 1; round <= (options.isSmoke ? 1 : ROUNDS); round += 1) {
      options.logStep(`${name}: sample calendars and their import, round ${round}`)
      const { events, demoMs, importMs } = await runRound(name, env, options)
      total.events += events
      total.demoMs += demoMs
      total.importMs += importMs
    }
    const { events, demoMs, importMs } = total
    const ratio = demoMs / importMs
    return [
      {
        what: `${name}: events and dates that an import of a file writes`,
        value: (events * 1000) / importMs,
        unit: '/s',
      },
      { what: `${name}: the same events by the sample calendar`, value: (events * 1000) / demoMs, unit: '/s' },
      { what: `${name}: import / sample calendar`, value: ratio, unit: '', goal: { atLeast: RATE_GOAL } },
      ...(await measureLargeImport(name, env, options)),
    ]
  } finally {
    close()
  }
}

/** The time by which the large calendar takes longer than the small one, and the number of events by which it is larger. */
interface Round {
  events: number
  demoMs: number
  importMs: number
}

async function runRound(
  name: Engine,
  env: NodeJS.ProcessEnv,
  { isSmoke, calendars }: BenchmarkOptions,
): Promise<Round> {
  const sizes = isSmoke ? [100, 300] : [START_EVENTS, EVENTS]
  const [demoMs, importMs]: [number[], number[]] = [[], []]
  for (const size of sizes) {
    const origin = { ...env, DATABASE_URL: await calendars.empty(name) }
    demoMs.push(await runAlmanac(origin, 'demo', '--events', String(size)))
    // The sample calendar of a size has always the same events.
    if (!existsSync(exportOf(env, size))) await runAlmanac(origin, 'export', exportOf(env, size))
    const target = { ...env, DATABASE_URL: await calendars.empty(name) }
    await runAlmanac(target, 'users', 'add', 'admin', '--role', 'administrator')
    importMs.push((await importFile(target, exportOf(env, size))).ms)
  }
  const difference = ([small = 0, large = 0]: readonly number[]) => large - small
  return { events: difference(sizes), demoMs: difference(demoMs), importMs: difference(importMs) }
}

const medianOf = (values: readonly number[]) => median(values.toSorted((one, other) => one - other))

const exportOf = ({ DATA_DIR = '' }: NodeJS.ProcessEnv, size: number) => join(DATA_DIR, `export-${size}`)

interface Imported {
  ms: number
  /** Largest resident memory. */
  mib: number
}

/** Imports a file as a command does, and a server in the background. */
async function importFile(env: NodeJS.ProcessEnv, folder: string, ...flags: string[]): Promise<Imported> {
  let mib = 0
  const look = (pid: number) => {
    mib = Math.max(mib, readResidentMib(pid))
  }
  const argv = ['import', 'json', join(folder, 'calendar.ndjson'), ...flags]
  const { ms } = await runAndObserve(env, argv, look)
  return { ms, mib }
}

/**
 * Imports the export of a large sample calendar into this calendar, under new ids: its memory, and how long uncached lists
 * take meanwhile, compared with the time before.
 */
async function measureLargeImport(
  name: Engine,
  scratch: NodeJS.ProcessEnv,
  { isSmoke, calendars, logStep }: BenchmarkOptions,
): Promise<Measurement[]> {
  const size = isSmoke ? 300 : EVENTS
  const env = { ...scratch, DATABASE_URL: await calendars.empty(name) }
  const folder = exportOf(env, size)
  logStep(`${name}: a sample calendar of ${size.toLocaleString('en')} events and its export`)
  await runAlmanac(env, 'demo', '--events', String(size))
  if (!existsSync(folder)) await runAlmanac(env, 'export', folder)
  logStep(`${name}: reads before and during an import`)
  const server = await startServer(env)
  try {
    let turn = 0
    // Each list begins at another time, so that none comes from the cache.
    const timeRead = async () => {
      turn += 1
      const start = new Date(Date.now() + (turn % TIMES) * STEP_MS).toISOString().slice(0, 19)
      const begun = performance.now()
      await fetchText(`${server.origin}/cal/events/v1/events?start_date=${start}`)
      return performance.now() - begun
    }
    const reads = isSmoke ? READS_SMOKE : READS
    for (let warmUp = 0; warmUp < reads; warmUp += 1) await timeRead()
    const [before, during]: [number[], number[]] = [[], []]
    for (let read = 0; read < reads; read += 1) before.push(await timeRead())
    let isRunning = true
    const importing = importFile(env, folder, '--source', 'again', '--new-ids').finally(() => {
      isRunning = false
    })
    while (isRunning) during.push(await timeRead())
    const { mib } = await importing
    const [p50Before, p50During] = [medianOf(before), medianOf(during)]
    return [
      {
        what: `${name}: memory of an import of ${size} events and dates`,
        value: mib,
        unit: 'MiB',
        goal: { atMost: MEMORY_MIB_MAX },
      },
      { what: `${name}: a list before an import, p50`, value: p50Before, unit: 'ms' },
      {
        what: `${name}: a list during an import / before`,
        value: p50During / p50Before,
        unit: '',
        goal: { atMost: READ_RATIO_MAX },
      },
    ]
  } finally {
    await server.close()
  }
}
