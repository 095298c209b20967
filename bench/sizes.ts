import { almanac, type Bench, get, type Measure, median, scratch, startServer, timed } from './kit.ts'

const EVENTS = 10_000
const STARTS = 5
const LISTINGS = 1000

/** What a calendar of 10,000 events on SQLite takes: to load, to start, to keep. */
export const sizes: Bench = {
  name: 'sizes',
  async run() {
    const { env, close } = scratch()
    try {
      const demoMs = await almanac(env, 'demo', '--events', String(EVENTS))
      const starts: number[] = []
      for (let turn = 0; turn < STARTS; turn += 1) {
        const server = await startServer(env)
        starts.push(server.startMs)
        await server.close()
      }
      return [
        { what: `demo of ${EVENTS} events`, value: demoMs / 1000, unit: 's', goal: { atMost: 20 } },
        {
          what: 'start to first answer, median',
          value: median(starts.sort((one, other) => one - other)),
          unit: 'ms',
          goal: { atMost: 500 },
        },
        ...(await whileListing(env)),
      ]
    } finally {
      close()
    }
  },
}

async function whileListing(env: NodeJS.ProcessEnv): Promise<Measure[]> {
  const server = await startServer(env)
  try {
    // Another page each time: nothing is answered twice.
    const taken = await timed(LISTINGS, (turn) => get(`${server.origin}/cal/events/v1/events?page=${turn + 1}`))
    return [
      { what: `listing of 4 events, median of ${LISTINGS}`, value: median(taken), unit: 'ms' },
      {
        what: `resident memory after ${LISTINGS} listings`,
        value: server.residentMib(),
        unit: 'MiB',
        goal: { atMost: 150 },
      },
    ]
  } finally {
    await server.close()
  }
}
