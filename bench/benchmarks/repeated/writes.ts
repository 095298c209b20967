import type { Engine } from '../../../src/db/database.ts'
import type { BenchmarkOptions, Measurement } from '../../benchmark.ts'
import { type CalendarSize, PASSWORD } from '../../calendar/fill.ts'
import { idsIn, recordCountsFor } from '../../calendar/record-counts.ts'
import { median } from '../../measure/quantile.ts'
import { timeInterleaved, timeRuns } from '../../measure/timing.ts'
import { createScratchEnv, fetchText, startServer } from '../../server/server.ts'
import { readIntoMemory } from '../../shared-calendars.ts'
import { longestWaitDuring } from './waits.ts'

/** Dates of an event that takes place weekly for three years. */
const WEEKLY_DATES = 157
const CREATE_RATIO_MAX = 40
const TITLE_RATIO_MAX = 1.5
/** The largest number of dates that the server accepts. */
const MOST_DATES = 4000
const MOVED_DATES = 1000
/** No event has more dates in smoke runs. */
const SMOKE_DATES = 20

/** Compares writes of repeated events with those of single events, over HTTP, one request at a time. */
export async function compareWrites(
  engine: Engine,
  size: CalendarSize,
  { calendars, isSmoke, logStep }: BenchmarkOptions,
): Promise<Measurement[]> {
  logStep(`${engine}: writes of repeated events`)
  const url = await calendars.copied(engine, size)
  await readIntoMemory(url)
  const { env, close } = createScratchEnv()
  const server = await startServer({ ...env, DATABASE_URL: url })
  try {
    const client = clientOf(server.origin, size, isSmoke ? SMOKE_DATES : MOST_DATES)
    return [
      ...(await creates(engine, client, isSmoke ? 2 : 60)),
      ...(await edits(engine, client, isSmoke ? 2 : 60)),
      ...(await largeEdits(engine, client, server.origin, isSmoke ? 1 : 5)),
    ]
  } finally {
    await server.close()
    close()
  }
}

type Client = ReturnType<typeof clientOf>

/** Sends writes as administrator; titles and times differ from request to request. */
function clientOf(origin: string, { events, repeated }: CalendarSize, datesMax: number) {
  const id = idsIn(recordCountsFor(events, repeated))
  const headers = { authorization: `Basic ${btoa(`admin:${PASSWORD}`)}`, 'content-type': 'application/json' }
  const send = async (method: string, path: string, body?: object) =>
    JSON.parse(
      await fetchText(`${origin}/cal/events/v1${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      }),
    )
  let sent = 0
  return {
    send,
    /** Creates an event. @param repetition undefined: it takes place once. @returns its id */
    async create(repetition?: { frequency: 'DAILY' | 'WEEKLY'; dates: number }): Promise<number> {
      sent += 1
      const day = `2031-${String(1 + (sent % 12)).padStart(2, '0')}-${String(1 + (sent % 28)).padStart(2, '0')}`
      const event = await send('POST', '/events', {
        title: `Concert of the season ${sent}`,
        description: '<p>An evening with the town orchestra and its guests.</p>',
        start_date: `${day} 20:00:00`,
        end_date: `${day} 22:00:00`,
        timezone: 'Europe/Helsinki',
        venue: id.venue(1 + (sent % 400)),
        organizer: [id.organizer(1 + (sent % 90))],
        categories: [id.category(1 + (sent % 60))],
        tags: [id.tag(1 + (sent % 100)), id.tag(101 + (sent % 90))],
        ...(repetition && {
          recurrence: `RRULE:FREQ=${repetition.frequency};COUNT=${Math.min(repetition.dates, datesMax)}`,
        }),
      })
      return event.id
    },
    rename: (id: number, turn: number) => send('PATCH', `/events/${id}`, { title: `Renamed in turn ${turn}` }),
  }
}

async function creates(engine: Engine, client: Client, turns: number): Promise<Measurement[]> {
  const { one, many } = await timeInterleaved(turns, {
    one: () => client.create(),
    many: () => client.create({ frequency: 'WEEKLY', dates: WEEKLY_DATES }),
  })
  return [
    { what: `${engine}: create an event with ${WEEKLY_DATES} dates, p50`, value: median(many), unit: 'ms' },
    {
      what: `${engine}: create an event with ${WEEKLY_DATES} dates / with one`,
      value: median(many) / median(one),
      unit: '',
      goal: { atMost: CREATE_RATIO_MAX },
    },
  ]
}

async function edits(engine: Engine, client: Client, turns: number): Promise<Measurement[]> {
  const ids = [await client.create(), await client.create({ frequency: 'DAILY', dates: MOST_DATES })] as const
  const { single, repeated } = await timeInterleaved(turns, {
    single: (turn) => client.rename(ids[0], turn),
    repeated: (turn) => client.rename(ids[1], turn),
  })
  return [
    { what: `${engine}: new title of a single event, p50`, value: median(single), unit: 'ms' },
    {
      what: `${engine}: new title of an event with ${MOST_DATES} dates / of a single event`,
      value: median(repeated) / median(single),
      unit: '',
      goal: { atMost: TITLE_RATIO_MAX },
    },
  ]
}

/** Writes that touch every date, and how long they delay a read. */
async function largeEdits(engine: Engine, client: Client, origin: string, times: number): Promise<Measurement[]> {
  const moved = await client.create({ frequency: 'DAILY', dates: MOVED_DATES })
  const read = () => fetchText(`${origin}/cal/events/v1/events/${moved}`)
  const move = (turn: number) =>
    client.send('PATCH', `/events/${moved}`, { start_date: `2031-02-01 ${10 + turn}:00:00` })
  const removed: number[] = []
  for (let turn = 0; turn < times; turn += 1)
    removed.push(await client.create({ frequency: 'DAILY', dates: MOST_DATES }))
  const remove = (turn: number) => client.send('DELETE', `/events/${removed[turn]}`)
  const measured = async (what: string, work: (turn: number) => Promise<unknown>) => {
    let durations: number[] = []
    const longest = await longestWaitDuring(read, async () => {
      durations = await timeRuns(times, work)
    })
    return [
      { what: `${engine}: ${what}, p50`, value: median(durations), unit: 'ms' },
      { what: `${engine}: ${what}, longest wait of a read`, value: longest, unit: 'ms' },
    ]
  }
  return [
    ...(await measured(`moving all ${MOVED_DATES} dates of an event`, move)),
    ...(await measured(`deleting an event with ${MOST_DATES} dates`, remove)),
  ]
}
