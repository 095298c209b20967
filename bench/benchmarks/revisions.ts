import { join } from 'node:path'
import { type Engine, sql } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { type Benchmark, type BenchmarkOptions, type Measurement, measureEachEngine } from '../benchmark.ts'
import { PASSWORD } from '../calendar/fill.ts'
import { idsIn, recordCountsFor } from '../calendar/record-counts.ts'
import { median } from '../measure/quantile.ts'
import { timeInterleaved } from '../measure/timing.ts'
import { createScratchEnv, fetchText, startServer } from '../server/server.ts'
import { readIntoMemory, SMALL, sizesFor } from '../shared-calendars.ts'

const RATIO_MAX = 1.1
const TURNS = 1500
const TURNS_SMOKE = 5
/** Number of different events that are updated, one after the other. */
const EVENTS = 300

const WITHOUT_REVISIONS = ['--import', join(import.meta.dirname, '../server/without-revisions.ts')]

/** What the revision of an event costs its update: two servers, of which one stores none. */
export const revisions: Benchmark = {
  name: 'revisions',
  run: measureEachEngine(compareUpdates),
}

async function compareUpdates(engine: Engine, options: BenchmarkOptions): Promise<Measurement[]> {
  const { isSmoke, logStep } = options
  logStep(`${engine}: updates with and without revisions`)
  const updated = await startUpdates(engine, options, [])
  const other = await startUpdates(engine, options, WITHOUT_REVISIONS)
  try {
    const durations = await timeInterleaved(isSmoke ? TURNS_SMOKE : TURNS, { with: updated.send, without: other.send })
    if ((await updated.countRevisions()) === 0 || (await other.countRevisions()) > 0)
      throw new Error('revisions were not stored by one server only')
    const [withRevision, without] = [median(durations.with), median(durations.without)]
    return [
      { what: `${engine}: new title of an event, ${SMALL}, p50`, value: withRevision, unit: 'ms' },
      {
        what: `${engine}: update with its revision / without`,
        value: withRevision / without,
        unit: '',
        goal: { atMost: RATIO_MAX },
      },
    ]
  } finally {
    await updated.close()
    await other.close()
  }
}

/** Starts a server on its own copy of a calendar. @param nodeArguments further arguments of Node */
async function startUpdates(engine: Engine, options: BenchmarkOptions, nodeArguments: readonly string[]) {
  const size = sizesFor(options).small
  const url = await options.calendars.copied(engine, size)
  await readIntoMemory(url)
  const { env, close } = createScratchEnv()
  const server = await startServer({ ...env, DATABASE_URL: url }, undefined, nodeArguments)
  const id = idsIn(recordCountsFor(size.events))
  const headers = { authorization: `Basic ${btoa(`admin:${PASSWORD}`)}`, 'content-type': 'application/json' }
  return {
    send: (turn: number) =>
      fetchText(`${server.origin}/cal/events/v1/events/${id.event(1 + (turn % EVENTS))}`, {
        method: 'PATCH',
        headers,
        body: JSON.stringify({ title: `Concert of turn ${turn}` }),
      }),
    async countRevisions(): Promise<number> {
      const db = await openDatabase(url)
      const row = await db.get<{ total: number }>(sql`SELECT count(*) AS total FROM revision`)
      await db.close()
      return Number(row?.total)
    },
    async close() {
      await server.close()
      close()
    },
  }
}
