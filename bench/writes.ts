import { type Bench, get, median, scratch, startServer, timed } from './kit.ts'

const CLIENTS = 8
const WRITES_EACH = 50

const headers = {
  authorization: `Basic ${btoa('admin:bench')}`,
  'content-type': 'application/json',
}

const eventOf = (client: number, turn: number) =>
  JSON.stringify({
    title: `Concert ${client}-${turn}`,
    start_date: '2031-05-01 20:00:00',
    end_date: '2031-05-01 22:00:00',
    venue: { venue: 'Town hall' },
    organizer: [{ organizer: 'Music society' }],
    categories: ['Music'],
    tags: ['live'],
  })

/** Creating events with venue, organizer and terms, each durable before it is answered. */
export const writes: Bench = {
  name: 'writes',
  async run() {
    const { env, close } = scratch()
    const server = await startServer(env)
    try {
      const create = (client: number) => (turn: number) =>
        get(`${server.origin}/cal/events/v1/events`, { method: 'POST', headers, body: eventOf(client, turn) })
      // The first makes venue, organizer and terms, and pays for the password once.
      await create(-1)(0)
      const alone = await timed(WRITES_EACH, create(0))
      const begun = performance.now()
      await Promise.all(Array.from({ length: CLIENTS }, (_, client) => timed(WRITES_EACH, create(client + 1))))
      const seconds = (performance.now() - begun) / 1000
      return [
        { what: 'create an event, one client, median', value: median(alone), unit: 'ms' },
        { what: `create events, ${CLIENTS} clients`, value: (CLIENTS * WRITES_EACH) / seconds, unit: '/s' },
      ]
    } finally {
      await server.close()
      close()
    }
  },
}
