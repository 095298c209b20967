import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { onSqlite } from '../kit/engines/engines.ts'
import { startServer, type TestServer } from '../kit/server/server.ts'

const ATTACKER = { 'x-forwarded-for': '192.0.2.1' }
const VISITOR = { 'x-forwarded-for': '192.0.2.2' }

onSqlite('fair shares', (engine) => {
  const onServer = async (
    work: (server: TestServer) => Promise<void>,
    options: Parameters<typeof startServer>[1] = {},
  ) => {
    const server = await startServer(await engine.open(), { trustProxy: 1, ...options })
    try {
      await work(server)
    } finally {
      await server.close()
    }
  }
  /** Sends requests at once. @returns the paths in the order of their responses */
  const order = async ({ ask }: TestServer, requests: (readonly [path: string, headers: Record<string, string>])[]) => {
    const answered: string[] = []
    await Promise.all(
      requests.map(async ([path, headers]) => {
        equal((await ask('GET', path, { headers })).status, 200, path)
        answered.push(path)
      }),
    )
    return answered
  }
  const many = (path: string, count = 30) =>
    Array.from({ length: count }, (_, number) => [`${path}${number}`, ATTACKER] as const)

  for (const [what, count, flood, own] of [
    ['search', 30, '/events?search=word', '/events?search=concert'],
    ['feed', 30, '/events.ics?search=word', '/events.ics?start_date=2031-01-01'],
    ['list with two filters', 30, '/events?featured=1&include=1', '/events?featured=1&include=99'],
    ['read', 60, '/events?page=1&x=', '/events?x=own'],
  ] as const) {
    test(`many requests of one client do not delay the ${what} of another`, () =>
      onServer(async (server) => {
        const answered = await order(server, [...many(flood, count), [own, VISITOR]])
        // The requests of the first client that run already, and some that end in the same moment, are answered before.
        equal(answered.indexOf(own) < (count * 2) / 3, true, `answered as number ${answered.indexOf(own)}`)
      }))
  }

  test('two addresses of one IPv6 /64 network are one client', () =>
    onServer(async (server) => {
      const flood = many('/events?search=word').map(([path]) => [path, { 'x-forwarded-for': '2001:db8::1' }] as const)
      const own = '/events?search=concert'
      const answered = await order(server, [...flood, [own, { 'x-forwarded-for': '2001:db8::2' }]])
      equal(answered.indexOf(own) > 25, true, `answered as number ${answered.indexOf(own)}`)
    }))

  test('a request whose identical request waits in the queue of another client does not wait for that', () =>
    onServer(async (server) => {
      const own = '/events?search=concert'
      const answered = await order(server, [...many('/events?search=word'), [own, ATTACKER], [own, VISITOR]])
      equal(answered.indexOf(own) < 20, true, `answered as number ${answered.indexOf(own)}`)
    }))

  test('feeds of lists and lists with several filters count as searches, single events and their feeds do not', () =>
    onServer(
      async ({ ask, clock }) => {
        const { body } = await ask('POST', '/events', {
          as: 'editor',
          body: { title: 'Concert', start_date: '2031-05-01 20:00:00', end_date: '2031-05-01 22:00:00' },
        })
        const statuses = async (...paths: string[]) => {
          clock.now += 60
          const answers = []
          for (const path of paths) answers.push((await ask('GET', path)).status)
          return answers
        }
        deepEqual(await statuses('/events?search=a', '/events.ics?page=1', '/events.rss'), [200, 200, 429])
        const filtered = ['/events?featured=1&include=1', '/events?geoloc_lat=1&geoloc_lng=2', '/events?search=b']
        deepEqual(await statuses(...filtered), [200, 200, 429])
        const cheap = [`/events/${body.id}.ics`, `/events/${body.id}`, '/events?featured=1', 'host:/sitemap.xml']
        deepEqual(await statuses(...cheap), [200, 200, 200, 200])
      },
      { rateLimits: { writes: 0, searches: 2, failedLogins: 0 } },
    ))
})
