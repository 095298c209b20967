import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { forEachEngine } from '../kit/engines/engines.ts'
import type { Connection } from '../kit/processes/connection.ts'
import { assertCoherent, assertSettingsCoherent, EVENT, openConnections } from '../kit/processes/consistency.ts'
import { type Served, scratchFolder, serve } from '../kit/processes/serve.ts'
import { startProxy } from '../kit/proxies/tcp-proxy.ts'

const ROUNDS = 4

forEachEngine('two servers on one database, behind a round-robin proxy', (engine) => {
  const { folder, remove } = scratchFolder()
  after(remove)
  let servers: Served[]
  let proxy: Awaited<ReturnType<typeof startProxy>>
  let connections: Connection[]
  before(async () => {
    const env = { DATA_DIR: folder, DATABASE_URL: await engine.url() }
    // Both start at once: one creates the database, the other finds it.
    servers = await Promise.all([serve(env), serve(env)])
    const [one, other] = servers as [Served, Served]
    proxy = await startProxy(one.origin, other.origin)
    connections = await openConnections(new URL(proxy.url).origin)
  })
  after(async () => {
    for (const connection of connections) connection.close()
    for (const { child, ended } of servers) {
      child.kill('SIGTERM')
      assert.equal(await ended, 0)
    }
    await proxy.close()
  })

  test('a write through one server is visible through the other', async () => {
    await assertCoherent(connections)
    await assertSettingsCoherent(connections)
  })

  test('events with the same title, created through both at once, get different slugs', async () => {
    const make = (connection: Connection) => connection.send('POST', '/events', { ...EVENT, title: 'Crowd' })
    const answers = []
    for (let round = 0; round < ROUNDS; round += 1) answers.push(...(await Promise.all(connections.map(make))))
    const refused = answers.filter(({ status }) => status !== 201)
    assert.deepEqual(refused, [])
    const slugs = answers.map(({ body }) => body.slug as string)
    const expected = ['crowd', ...slugs.slice(1).map((_, index) => `crowd-${index + 2}`)]
    assert.deepEqual(slugs.sort(), expected.sort())
  })
})
