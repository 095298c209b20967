import { join } from 'node:path'
import type { Engine } from '../../src/db/database.ts'
import { type Benchmark, type BenchmarkOptions, type Measurement, measureEachEngine } from '../benchmark.ts'
import { median } from '../measure/quantile.ts'
import { readResidentMib } from '../server/processes.ts'
import { createScratchEnv, fetchText, runAlmanac, runAndObserve, startServer } from '../server/server.ts'

const EVENTS = 100_000
/** A small calendar, to subtract the time for start-up, venues and terms. */
const START_EVENTS = 2000
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
  const { isSmoke, calendars, logStep } = options
  const sizes = isSmoke ? [100, 300] : [START_EVENTS, EVENTS]
  const { env, close } = createScratchEnv()
  try {
    const demoMs: number[] = []
    const imported: Imported[] = []
    let url = ''
    for (const size of sizes) {
      logStep(`${name}: a sample calendar of ${size.toLocaleString('en')} events, its export and import`)
      const origin = { ...env, DATABASE_URL: await calendars.empty(name) }
      demoMs.push(await runAlmanac(origin, 'demo', '--events', String(size)))
      await runAlmanac(origin, 'export', exportOf(env, size))
      url = await calendars.empty(name)
      await runAlmanac({ ...env, DATABASE_URL: url }, 'users', 'add', 'admin', '--role', 'administrator')
      imported.push(await importFile({ ...env, DATABASE_URL: url }, exportOf(env, size)))
    }
    const [start, whole] = imported as [Imported, Imported]
    const events = (sizes[1] as number) - (sizes[0] as number)
    const rate = (events * 1000) / (whole.ms - start.ms)
    const ofDemo = (events * 1000) / ((demoMs[1] as number) - (demoMs[0] as number))
    return [
      { what: `${name}: import of ${sizes[1]} events and dates from a file`, value: rate, unit: '/s' },
      { what: `${name}: the same events by the sample calendar`, value: ofDemo, unit: '/s' },
      { what: `${name}: import / sample calendar`, value: rate / ofDemo, unit: '', goal: { atLeast: RATE_GOAL } },
      { what: `${name}: memory of the import`, value: whole.mib, unit: 'MiB', goal: { atMost: MEMORY_MIB_MAX } },
      ...(await readsMeanwhile(name, { ...env, DATABASE_URL: url }, exportOf(env, sizes[1] as number), options)),
    ]
  } finally {
    close()
  }
}

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

/** How long uncached lists take while the same file is imported again under another name, compared with the time before. */
async function readsMeanwhile(
  name: Engine,
  env: NodeJS.ProcessEnv,
  folder: string,
  { isSmoke, logStep }: BenchmarkOptions,
): Promise<Measurement[]> {
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
    await importing
    const [p50Before, p50During] = [before, during].map((all) => median(all.sort((one, other) => one - other)))
    return [
      { what: `${name}: a list before an import, p50`, value: p50Before as number, unit: 'ms' },
      {
        what: `${name}: a list during an import / before`,
        value: (p50During as number) / (p50Before as number),
        unit: '',
        goal: { atMost: READ_RATIO_MAX },
      },
    ]
  } finally {
    await server.close()
  }
}
