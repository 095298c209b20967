import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { forEachEngine } from '../kit/engines/engines.ts'
import { eventually } from '../kit/eventually.ts'
import { connectionTo } from '../kit/processes/connection.ts'
import { assertCoherent, assertSettingsCoherent, openConnections } from '../kit/processes/consistency.ts'
import { logOf, type Served, scratchFolder, serve } from '../kit/processes/serve.ts'

const CLIENTS = 16
const WRITES_EACH = 12
/** A day on which no other test has events. */
const DAY = '2031-06-01'
const STREAM = { title: 'Stream', start_date: `${DAY} 10:00:00`, end_date: `${DAY} 12:00:00` }

forEachEngine('several workers on one database', (engine) => {
  const { folder, remove } = scratchFolder()
  after(remove)
  let served: Served
  let log: ReturnType<typeof logOf>
  before(async () => {
    const DATABASE_URL = await engine.url()
    served = await serve({ DATA_DIR: folder, DATABASE_URL, WORKERS: '3', LOG_LEVEL: 'debug' })
    log = logOf(served.child)
  })
  after(async () => {
    served.child.kill('SIGTERM')
    assert.equal(await served.ended, 0)
  })

  test('a write confirmed by one worker is visible in all', async () => {
    const connections = await openConnections(served.origin)
    const answers = await Promise.all(connections.map((connection) => connection.send('GET', '/events?per_page=1')))
    const answerers = () => new Set(answers.map(({ headers }) => log.answererOf(headers['x-request-id'])))
    await eventually(() => !answerers().has(undefined), 'each response is logged')
    assert.equal(answerers().size, 3, 'the connections reach all workers')
    try {
      await assertCoherent(connections)
      await assertSettingsCoherent(connections)
    } finally {
      for (const connection of connections) connection.close()
    }
  })

  test('of concurrent writers none fails, and no write is lost', async () => {
    const clients = Array.from({ length: CLIENTS }, () => connectionTo(served.origin))
    try {
      const writeOn = async (client: (typeof clients)[number]) => {
        const statuses: number[] = []
        while (statuses.length < WRITES_EACH) {
          const { status } = await client.send('POST', '/events', STREAM)
          statuses.push(status)
        }
        return statuses
      }
      const statuses = (await Promise.all(clients.map(writeOn))).flat()
      assert.deepEqual([...new Set(statuses)], [201])
      for (const client of clients) {
        const { body } = await client.send('GET', `/events?start_date=${DAY}&end_date=${DAY}&per_page=1`)
        assert.equal(body.total, statuses.length)
      }
    } finally {
      for (const client of clients) client.close()
    }
  })
})
