import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { forEachEngine } from './kit/engines.ts'
import { makersOf } from './kit/events.ts'
import { type Ask, startServer, type TestServer } from './kit/server.ts'

/** Pages that are asked for in odd ways, and of odd events. The test clock stands at Saturday 2030-06-15 12:00 UTC. */
forEachEngine('odd pages', (engine) => {
  let server: TestServer
  let make: ReturnType<typeof makersOf>
  before(async () => {
    server = await startServer(await engine.open())
    make = makersOf(server)
  })
  after(() => server.close())

  const open = async (path: string, options: Ask = {}) => {
    const answer = await server.ask('GET', `host:${path}`, options)
    return { ...answer, page: String(answer.body) }
  }

  for (const [path, status] of [
    ['/events/list/?search[a]=b', 404],
    ['/events/list/?search[0][0]=b', 404],
    ['/events/month/?categories[a][b]=c', 404],
    ['/events/list/?page[a]=b', 404],
    ['/events/list/?search=a&search=b', 200],
    ['/?post_type=toString&p=1', 200],
    ['/?post_type=__proto__&p=1', 200],
    ['/?post_type[x]=tribe_events&p=1', 200],
    ['/?post_type=tribe_events&p[x]=1', 404],
    ['/event/a%00b/', 404],
    ['/events/category/%00/', 404],
    ['/events/list/?search=%00', 404],
    ['/event/%ED%A0%80/', 404],
  ] as const) {
    test(`${path} is ${status}`, async () => {
      const { status: answered, page } = await open(path)
      assert.equal(answered, status)
      assert.match(page, /<main id="main"/)
    })
  }
})
