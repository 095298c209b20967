import type { Engine } from '../../src/db/database.ts'
import { sql } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { type Benchmark, type BenchmarkOptions, type Measurement, measureEachEngine } from '../benchmark.ts'
import { createScratchEnv, runAlmanac } from '../server/server.ts'

const EVENTS = 30_000
/** A small demo, to subtract the time for start-up, venues and terms. */
const START_EVENTS = 2000

const GOALS = { sqlite: 10_000, postgres: 8000 }
const TABLES = ['event', 'event_text', 'event_venue', 'event_organizer', 'event_within', 'event_tag']

/** Rate at which the demo stores events, compared with copying the rows to tables without indexes and triggers. */
export const bulk: Benchmark = {
  name: 'bulk',
  run: measureEachEngine(demoOn),
}

async function demoOn(name: Engine, { isSmoke, calendars, logStep }: BenchmarkOptions): Promise<Measurement[]> {
  const [events, startEvents] = isSmoke ? [300, 100] : [EVENTS, START_EVENTS]
  const { env, close } = createScratchEnv()
  try {
    const [small, large] = [await calendars.empty(name), await calendars.empty(name)]
    logStep(`${name}: a sample calendar of ${events.toLocaleString('en')} events`)
    const demo = (url: string, count: number) =>
      runAlmanac({ ...env, DATABASE_URL: url }, 'demo', '--events', `${count}`)
    const startMs = await demo(small, startEvents)
    const wholeMs = await demo(large, events)
    const copyMs = await copyRows(large)
    const loaded = ((events - startEvents) * 1000) / (wholeMs - startMs)
    const copied = (events * 1000) / copyMs
    return [
      { what: `${name}: demo of ${events} events, the whole command`, value: (events * 1000) / wholeMs, unit: '/s' },
      { what: `${name}: the loading phase only`, value: loaded, unit: '/s', goal: { atLeast: GOALS[name] } },
      { what: `${name}: the same rows copied to plain tables`, value: copied, unit: '/s' },
      { what: `${name}: plain tables / loading phase`, value: copied / loaded, unit: '×' },
    ]
  } finally {
    close()
  }
}

/** Copies all event rows to tables without indexes and triggers. @returns duration in milliseconds */
async function copyRows(url: string): Promise<number> {
  const db = await openDatabase(url)
  try {
    await db.all(sql`SELECT count(*) FROM event_text WHERE search_text = ''`)
    const begun = performance.now()
    await db.transaction(async (tx) => {
      for (const table of TABLES) await tx.script(`CREATE TABLE bare_${table} AS SELECT * FROM ${table}`)
    })
    return performance.now() - begun
  } finally {
    await db.close()
  }
}
