import { startSession } from '../../src/accounts/session-store.ts'
import { type Engine, sql } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { type Benchmark, type BenchmarkOptions, type Measurement, measureEachEngine } from '../benchmark.ts'
import { median } from '../measure/quantile.ts'
import { timeInterleaved } from '../measure/timing.ts'
import { createScratchEnv, startServer } from '../server/server.ts'
import { SMALL, sizesFor } from '../shared-calendars.ts'

const PAGE_MS = 40
const CHOICES_MS = 30
const TURNS = 60
const TURNS_SMOKE = 3

/** Admin pages, which are never cached, from the request to the last byte. */
export const admin: Benchmark = {
  name: 'admin',
  run: measureEachEngine(pagesOf),
}

async function pagesOf(engine: Engine, options: BenchmarkOptions): Promise<Measurement[]> {
  const { env, close } = createScratchEnv()
  const url = await options.calendars.copied(engine, sizesFor(options).small)
  const server = await startServer({ ...env, DATABASE_URL: url })
  try {
    options.logStep(`${engine}: admin pages`)
    const { cookie, ids } = await signIn(url)
    const read = async (path: string) => {
      const response = await fetch(`${server.origin}/admin${path}`, { headers: { cookie }, redirect: 'error' })
      if (!response.ok) throw new Error(`${path}: status ${response.status}`)
      return response.text()
    }
    const durations = await timeInterleaved(options.isSmoke ? TURNS_SMOKE : TURNS, {
      start: () => read('/'),
      table: (turn) => read(`/events?page=${turn + 1}&when=all`),
      search: (turn) => read(`/events?when=all&search=${NAMES[turn % NAMES.length]}`),
      'empty form': () => read('/events/new'),
      form: (turn) => read(`/events/${ids[turn % ids.length]}`),
      'names while typing': (turn) => read(`/choices/venue?search=${NAMES[turn % NAMES.length]}`),
    })
    return Object.entries(durations).map(([name, sorted]) => ({
      what: `${engine}: ${name}, ${SMALL}, p50`,
      value: median(sorted),
      unit: 'ms',
      goal: { atMost: name === 'names while typing' ? CHOICES_MS : PAGE_MS },
    }))
  } finally {
    await server.close()
    close()
  }
}

/** Parts of names, of which each finds some records. */
const NAMES = ['ha', 'con', 'mus', 'park', 'old']

/** Starts a session of the administrator. @returns its cookie, and the ids of some events */
async function signIn(url: string): Promise<{ cookie: string; ids: number[] }> {
  const db = await openDatabase(url)
  const account = await db.get<{ id: number }>(sql`SELECT id FROM account WHERE role = 'administrator'`)
  const now = Math.floor(Date.now() / 1000)
  const token = await db.transaction((tx) => startSession(tx, account?.id as number, 'bench', now))
  const rows = await db.all<{ id: number }>(sql`SELECT id FROM event WHERE repeat_id IS NULL ORDER BY id LIMIT 200`)
  await db.close()
  return { cookie: `almanac=${token}`, ids: rows.map(({ id }) => id) }
}
