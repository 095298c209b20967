import process from 'node:process'
import { sql } from '../src/db/database.ts'
import { openDatabase } from '../src/db/open.ts'
import { hasPostgres, testEngine } from '../test/kit/engines.ts'
import { almanac, type Bench, type Measure, scratch } from './kit.ts'

/** `BENCH_BULK_EVENTS` makes it shorter. */
const EVENTS = Number(process.env.BENCH_BULK_EVENTS ?? 50_000)
/** What a demo takes besides its events: the start, venues and terms. */
const START_EVENTS = 2000

const GOALS = { sqlite: 10_000, postgres: 8000 }
const TABLES = [
  ...['event', 'event_text', 'event_venue', 'event_organizer', 'event_category', 'event_within', 'event_tag'],
]

/** How many events a second the demo writes, beside what the same rows take without indexes, counters and links between them. */
export const bulk: Bench = {
  name: 'bulk',
  async run() {
    const engines = (['sqlite', 'postgres'] as const).filter((engine) => engine === 'sqlite' || hasPostgres())
    const measures: Measure[] = []
    for (const engine of engines) measures.push(...(await demoOn(engine)))
    return measures
  },
}

async function demoOn(name: 'sqlite' | 'postgres'): Promise<Measure[]> {
  const { env, close } = scratch()
  const engine = testEngine(name)
  try {
    const [small, large] = [await engine.url(), await engine.url()]
    const demo = (url: string, events: number) =>
      almanac({ ...env, DATABASE_URL: url }, 'demo', '--events', `${events}`)
    const startMs = await demo(small, START_EVENTS)
    const wholeMs = await demo(large, EVENTS)
    const copyMs = await copyRows(large)
    const loaded = ((EVENTS - START_EVENTS) * 1000) / (wholeMs - startMs)
    const copied = (EVENTS * 1000) / copyMs
    return [
      { what: `${name}: demo of ${EVENTS} events, the whole command`, value: (EVENTS * 1000) / wholeMs, unit: '/s' },
      { what: `${name}: its loading part`, value: loaded, unit: '/s', goal: { atLeast: GOALS[name] } },
      { what: `${name}: the same rows into bare tables`, value: copied, unit: '/s' },
      { what: `${name}: bare tables are so many times as fast`, value: copied / loaded, unit: '×' },
    ]
  } finally {
    await engine.close()
    close()
  }
}

/** Copies all events into tables without anything, in one transaction. @returns milliseconds it took */
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
