import type { Database, Engine } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import type { Benchmark, BenchmarkOptions, Measurement } from '../benchmark.ts'
import type { CalendarSize } from '../calendar/fill.ts'
import { idsIn, recordCountsFor } from '../calendar/record-counts.ts'
import { pickReadableEvents, renderEvent, renderListing } from '../measure/in-process.ts'
import { median, quantile } from '../measure/quantile.ts'
import { openRawDriver, type RawDriver } from '../measure/raw-driver.ts'
import { timeInterleaved, timeRuns } from '../measure/timing.ts'
import { createScratchEnv, fetchText, startServer } from '../server/server.ts'
import { LARGE, readIntoMemory, SMALL, sizesFor } from '../shared-calendars.ts'

const GOALS = {
  sqlite: { listMs: 1, readMs: 0.15 },
  postgres: { listMs: 4, readMs: 1 },
} as const satisfies Record<Engine, unknown>
const GROWTH_MAX = 1.5
const DEEP_MAX = 2
const FILTER_MAX = 3
const TIMED_WINDOW_MAX = 1.5
const TRANSLATED_MAX = 1.3
/** Page number of deep pages, with 4 events each. */
const DEEP_PAGE = 2000

/** Uncached reads in the server, from the parsed request to the serialized response. */
export const reads: Benchmark = {
  name: 'reads',
  async run(options) {
    const measurements: Measurement[] = []
    const sizes = sizesFor(options)
    await Promise.all(options.calendars.engines.map((engine) => options.calendars.filled(engine, sizes.large)))
    for (const engine of options.calendars.engines) measurements.push(...(await readsOf(engine, options)))
    return measurements
  },
}

interface Opened {
  url: string
  db: Database
  probe: RawDriver
  events: number
}

async function readsOf(engine: Engine, options: BenchmarkOptions): Promise<Measurement[]> {
  const { calendars, logStep } = options
  const sizes = sizesFor(options)
  const open = async (size: CalendarSize): Promise<Opened> => {
    const url = await calendars.filled(engine, size)
    return { url, db: await openDatabase(url), probe: await openRawDriver(url), events: size.events }
  }
  const [small, large] = [await open(sizes.small), await open(sizes.large)]
  try {
    const measurements: Measurement[] = []
    const turns = options.isSmoke ? 10 : 200
    logStep(`${engine}: listings`)
    await readIntoMemory(small.url)
    await readIntoMemory(large.url)
    measurements.push(...(await listings(engine, small, large, turns)))
    logStep(`${engine}: single reads and filters`)
    await readIntoMemory(large.url)
    measurements.push(...(await singles(engine, large, turns)), ...(await filters(engine, large, turns)))
    logStep(`${engine}: over HTTP`)
    await readIntoMemory(large.url)
    return [...measurements, ...(await overHttp(engine, large.url, options.isSmoke))]
  } finally {
    for (const { db, probe } of [small, large]) {
      await probe.close()
      await db.close()
    }
  }
}

/** Every query uses another day or page: a repeated one would find its rows in caches. */
async function listings(engine: Engine, small: Opened, large: Opened, turns: number): Promise<Measurement[]> {
  const deep = Math.min(DEEP_PAGE, Math.floor(small.events / 10))
  const durations = await timeInterleaved(turns, {
    probe: (turn) => large.probe.list(dayOf(turn * 3 + 1), 0),
    small: (turn) => renderListing(small.db, { daysLater: turn * 3 }),
    large: (turn) => renderListing(large.db, { daysLater: turn * 3 }),
    smallDeep: (turn) => renderListing(small.db, { page: deep + turn }),
    largeDeep: (turn) => renderListing(large.db, { page: deep + turn }),
    translated: (turn) => renderListing(large.db, { daysLater: turn * 3 + 2, language: 'de' }),
  })
  const value = mapValues(durations, median)
  const { listMs } = GOALS[engine]
  return [
    { what: `${engine}: default event list, ${SMALL}, p50`, value: value.small, unit: 'ms', goal: { atMost: listMs } },
    { what: `${engine}: default event list, ${SMALL}, p99`, value: quantile(durations.small, 0.99), unit: 'ms' },
    { what: `${engine}: default event list, ${LARGE}, p50`, value: value.large, unit: 'ms' },
    ratio(`${engine}: ${LARGE} / ${SMALL}`, value.large / value.small, GROWTH_MAX),
    { what: `${engine}: the same page by one raw statement, ${LARGE}`, value: value.probe, unit: 'ms' },
    ratio(`${engine}: default event list / raw statement, ${LARGE}`, value.large / value.probe),
    ratio(`${engine}: page ${DEEP_PAGE} / page 1, ${SMALL}`, value.smallDeep / value.small, DEEP_MAX),
    ratio(`${engine}: page ${DEEP_PAGE} / page 1, ${LARGE}`, value.largeDeep / value.large, DEEP_MAX),
    ratio(`${engine}: second language / first language, ${LARGE}`, value.translated / value.large, TRANSLATED_MAX),
  ]
}

async function singles(engine: Engine, large: Opened, turns: number): Promise<Measurement[]> {
  const slugs = await pickReadableEvents(large.db, turns * 4)
  const ids = slugs.map(({ id }) => id)
  const durations = await timeInterleaved(turns, {
    probe: (turn) => large.probe.byKey(ids[turn * 2 + 1] as number),
    byId: (turn) => renderEvent(large.db, { id: ids[turn * 2] as number }),
    bySlug: (turn) => renderEvent(large.db, { slug: slugs.at(-1 - turn)?.slug as string }),
  })
  const value = mapValues(durations, median)
  const goal = { atMost: GOALS[engine].readMs }
  return [
    { what: `${engine}: one event by id, ${LARGE}, p50`, value: value.byId, unit: 'ms', goal },
    { what: `${engine}: one event by id, ${LARGE}, p99`, value: quantile(durations.byId, 0.99), unit: 'ms' },
    { what: `${engine}: one event by slug, ${LARGE}, p50`, value: value.bySlug, unit: 'ms', goal },
    { what: `${engine}: one row by its key, raw statement, ${LARGE}`, value: value.probe, unit: 'ms' },
    ratio(`${engine}: one event by id / raw statement`, value.byId / value.probe),
  ]
}

async function filters(engine: Engine, large: Opened, turns: number): Promise<Measurement[]> {
  const id = idsIn(recordCountsFor(large.events))
  const queries = {
    'the largest category': () => ({ categories: [String(id.category(1))] }),
    'other categories': (turn: number) => ({ categories: [String(id.category(2 + (turn % 15)))] }),
    tags: (turn: number) => ({ tags: [String(id.tag(1 + (turn % 50)))] }),
    venues: (turn: number) => ({ venue: [id.venue(1 + turn)] }),
    organizers: (turn: number) => ({ organizer: [id.organizer(1 + (turn % 60))] }),
    featured: () => ({ featured: true }),
  }
  const named = Object.entries(queries)
  const works: Record<string, (turn: number) => unknown> = Object.fromEntries(
    named.map(([name, query]) => [
      name,
      (turn: number) => renderListing(large.db, { daysLater: turn, mayBeEmpty: true, ...query(turn) }),
    ]),
  )
  works.none = (turn) => renderListing(large.db, { daysLater: turn + 365 })
  const window = (turn: number, from: string, to: string) =>
    renderListing(large.db, { start_date: `${dayOf(turn)}${from}`, end_date: `${dayOf(turn + 300)}${to}` })
  works.wholeDays = (turn) => window(turn, '', '')
  works.withTimes = (turn) => window(turn, ' 10:00:00', ' 15:00:00')
  const durations = await timeInterleaved(turns, works)
  const none = median(durations.none as number[])
  const medianOf = (name: string) => median(durations[name] as number[])
  return [
    ...named.map(([name]) => ratio(`${engine}: by ${name} / unfiltered, ${LARGE}`, medianOf(name) / none, FILTER_MAX)),
    ratio(
      `${engine}: bounds with times / whole days, ${LARGE}`,
      medianOf('withTimes') / medianOf('wholeDays'),
      TIMED_WINDOW_MAX,
    ),
  ]
}

/** Uncached event lists over HTTP, one request at a time. */
async function overHttp(engine: Engine, url: string, isSmoke: boolean): Promise<Measurement[]> {
  const { env, close } = createScratchEnv()
  const server = await startServer({ ...env, DATABASE_URL: url, CACHE_BYTES: '0' })
  try {
    const times = isSmoke ? 5 : 300
    const page = (turn: number) =>
      fetchText(`${server.origin}/cal/events/v1/events?start_date=2031-01-01&end_date=2033-01-01&page=${turn + 1}`)
    await timeRuns(times, (turn) => page(turn + times))
    return [
      {
        what: `${engine}: default event list over HTTP, ${LARGE}, p50`,
        value: median(await timeRuns(times, page)),
        unit: 'ms',
      },
    ]
  } finally {
    await server.close()
    close()
  }
}

const dayOf = (turn: number) => new Date(Date.UTC(2031, 0, 1 + turn)).toISOString().slice(0, 10)

const ratio = (what: string, value: number, atMost?: number): Measurement => ({
  what,
  value,
  unit: '',
  ...(atMost !== undefined && { goal: { atMost } }),
})

const mapValues = <Name extends string>(durations: Record<Name, number[]>, measure: (sorted: number[]) => number) =>
  Object.fromEntries(Object.entries<number[]>(durations).map(([name, sorted]) => [name, measure(sorted)])) as Record<
    Name,
    number
  >
