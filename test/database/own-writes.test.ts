import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { forEachEngine } from '../kit/engines/engines.ts'
import { type Connection, connectionTo } from '../kit/processes/connection.ts'
import { EVENT } from '../kit/processes/consistency.ts'
import { runToEnd, type Served, scratchFolder, serve } from '../kit/processes/serve.ts'

forEachEngine('a write and reads through another process', (engine) => {
  const { folder, remove } = scratchFolder()
  after(remove)
  let env: Record<string, string>
  let servers: [Served, Served]
  let writer: Connection
  let reader: Connection
  let path: string
  before(async () => {
    env = { DATA_DIR: folder, DATABASE_URL: await engine.url() }
    servers = [await serve(env), await serve(env)]
    writer = connectionTo(servers[0].origin)
    reader = connectionTo(servers[1].origin)
    const { body } = await writer.send('POST', '/events', { ...EVENT, title: 'Created', cost: '5' })
    path = `/events/${body.id}`
  })
  after(async () => {
    for (const connection of [writer, reader]) connection.close()
    for (const { child, ended } of servers) {
      child.kill('SIGTERM')
      assert.equal(await ended, 0)
    }
  })

  test('a process that hangs does not stop writes, and reads the last one when it continues', async () => {
    await reader.send('GET', path)
    servers[1].child.kill('SIGSTOP')
    for (const title of ['First', 'Second']) {
      assert.equal((await writer.send('PATCH', path, { title })).status, 200)
    }
    servers[1].child.kill('SIGCONT')
    assert.equal((await writer.send('PATCH', path, { title: 'Third' })).status, 200)
    assert.equal((await reader.send('GET', path)).body.title, 'Third')
  })

  test('servers use a setting at once that a command has changed', async () => {
    for (const symbol of ['¤', '₿']) {
      await reader.send('GET', path)
      const { code } = await runToEnd(env, ['settings', 'set', 'currency_symbol', symbol])
      assert.equal(code, 0)
      assert.equal((await reader.send('GET', path)).body.cost, `${symbol}5`)
    }
  })
})
