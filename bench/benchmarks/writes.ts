import { tmpdir } from 'node:os'
import type { Engine } from '../../src/db/database.ts'
import { type Benchmark, type BenchmarkOptions, type Measurement, measureEachEngine } from '../benchmark.ts'
import { PASSWORD } from '../calendar/fill.ts'
import { idsIn, recordCountsFor } from '../calendar/record-counts.ts'
import { formatRequest, sendRequests } from '../client/request-sender.ts'
import { median } from '../measure/quantile.ts'
import { measureFsyncMs, openRawDriver } from '../measure/raw-driver.ts'
import { timeRuns } from '../measure/timing.ts'
import { createScratchEnv, startServer } from '../server/server.ts'
import { readIntoMemory, SMALL, sizesFor } from '../shared-calendars.ts'

const CLIENTS = 8
const GOALS: Record<Engine, number> = { sqlite: 1000, postgres: 800 }
const WRITES_PER_SECOND = 100
const REACHED_SHARE = 0.95
const READS_SHARE_MIN = 0.6
const READERS = 16
/** Server and clients are pinned to one CPU core each; PostgreSQL is not pinned. */
const [SERVER_CORE, CLIENT_CORE] = [0, 1]

/** Creation of events with venue, organizer and terms in a calendar of 100,000, durable before the response. */
export const writes: Benchmark = {
  name: 'writes',
  run: measureEachEngine(writesOf),
}

async function writesOf(engine: Engine, options: BenchmarkOptions): Promise<Measurement[]> {
  const { calendars, isSmoke, logStep } = options
  const size = sizesFor(options).small
  const url = await calendars.copied(engine, size)
  const probe = await openRawDriver(url)
  const commitMs = median(await timeRuns(isSmoke ? 10 : 200, async () => probe.commit()))
  await probe.close()
  const syncMs = measureFsyncMs(tmpdir(), isSmoke ? 10 : 200)
  const { env, close } = createScratchEnv()
  const server = await startServer({ ...env, DATABASE_URL: url }, SERVER_CORE)
  try {
    const { byId, byName } = bodies(size.events)
    const create = (requests: string[], connections: number) =>
      sendRequests(
        { origin: server.origin, requests, connections, times: (isSmoke ? 5 : 200) * connections },
        CLIENT_CORE,
      )
    logStep(`${engine}: creating events`)
    await readIntoMemory(url)
    // Warm-up: the first request verifies the password, and JIT compilers need about a thousand requests.
    await create(byId, 1)
    await create(byId, CLIENTS)
    const [alone, together, named] = [await create(byId, 1), await create(byId, CLIENTS), await create(byName, CLIENTS)]
    logStep(`${engine}: reading while writing`)
    return [
      { what: `${engine}: create an event, one client, p50`, value: alone.p50, unit: 'ms' },
      {
        what: `${engine}: create events, ${CLIENTS} clients, ${SMALL}`,
        value: together.perSecond,
        unit: '/s',
        goal: { atLeast: GOALS[engine] },
      },
      { what: `${engine}: the same, with venues and terms by name`, value: named.perSecond, unit: '/s' },
      { what: `${engine}: 4 KiB written with fsync`, value: syncMs, unit: 'ms' },
      { what: `${engine}: one row committed by raw statement`, value: commitMs, unit: 'ms' },
      { what: `${engine}: create, one client / raw commit`, value: alone.p50 / commitMs, unit: '' },
      ...(await readsWhileWriting(engine, server.origin, byId, isSmoke ? 0.5 : 4)),
    ]
  } finally {
    await server.close()
    close()
  }
}

async function readsWhileWriting(
  engine: Engine,
  origin: string,
  requests: string[],
  seconds: number,
): Promise<Measurement[]> {
  const reading = {
    origin,
    requests: [formatRequest(`${LISTING}?start_date=2031-03-01`)],
    connections: READERS,
    seconds,
  }
  await sendRequests({ ...reading, seconds: seconds / 4 }, CLIENT_CORE)
  const alone = await sendRequests(reading, CLIENT_CORE)
  const writing = { origin, requests, connections: CLIENTS, perSecond: WRITES_PER_SECOND, seconds }
  const [concurrent, written] = await Promise.all([
    sendRequests(reading, CLIENT_CORE),
    sendRequests(writing, CLIENT_CORE),
  ])
  return [
    { what: `${engine}: repeated event list, without writes`, value: alone.perSecond, unit: '/s' },
    {
      what: `${engine}: repeated event list, with ${WRITES_PER_SECOND} creates per second`,
      value: concurrent.perSecond,
      unit: '/s',
    },
    // The read rate is only meaningful at the intended write rate.
    {
      what: `${engine}: creates per second meanwhile`,
      value: written.perSecond,
      unit: '/s',
      goal: { atLeast: WRITES_PER_SECOND * REACHED_SHARE },
    },
    {
      what: `${engine}: reads with writes / without`,
      value: concurrent.perSecond / alone.perSecond,
      unit: '',
      goal: { atLeast: READS_SHARE_MIN },
    },
  ]
}

const LISTING = '/cal/events/v1/events'

/** Request bodies of different events: with links by id, as programs send them, and by name, as people do. */
function bodies(events: number): { byId: string[]; byName: string[] } {
  const counts = recordCountsFor(events)
  const id = idsIn(counts)
  const headers = { authorization: `Basic ${btoa(`admin:${PASSWORD}`)}` }
  const make = (nth: number, links: object) =>
    formatRequest(LISTING, {
      headers,
      body: {
        title: `Concert ####### of the season ${nth}`,
        description: '<p>An evening with the town orchestra and its guests.</p><p>Doors open at seven.</p>',
        start_date: `2031-${String(1 + (nth % 12)).padStart(2, '0')}-${String(1 + (nth % 28)).padStart(2, '0')} 20:00:00`,
        end_date: `2031-${String(1 + (nth % 12)).padStart(2, '0')}-${String(1 + (nth % 28)).padStart(2, '0')} 22:00:00`,
        timezone: 'Europe/Helsinki',
        cost: '12',
        ...links,
      },
    })
  const many = Array.from({ length: 200 }, (_, index) => index)
  return {
    byId: many.map((nth) =>
      make(nth, {
        venue: id.venue(1 + nth),
        organizer: [id.organizer(1 + (nth % 90))],
        categories: [id.category(1 + (nth % 60))],
        tags: [id.tag(1 + (nth % 100)), id.tag(101 + (nth % 90))],
      }),
    ),
    byName: many.map((nth) =>
      make(nth, {
        venue: { venue: `venue en ${id.venue(1 + nth)}` },
        organizer: [{ organizer: `organizer en ${id.organizer(1 + (nth % 90))}` }],
        categories: [`category en ${id.category(1 + (nth % 60))}`],
        tags: [`tag en ${id.tag(1 + (nth % 100))}`, `tag en ${id.tag(101 + (nth % 90))}`],
      }),
    ),
  }
}
