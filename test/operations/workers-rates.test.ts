import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { onSqlite } from '../kit/engines/engines.ts'
import { openConnections } from '../kit/processes/consistency.ts'
import { scratchFolder, serve } from '../kit/processes/serve.ts'

const LIMIT = 12

onSqlite('rate limits of several workers', (engine) => {
  const { folder, remove } = scratchFolder()
  after(remove)

  test('requests to all workers count together', { timeout: 120_000 }, async () => {
    const DATABASE_URL = await engine.url()
    const settings = { WORKERS: '2', RATE_LIMIT_WRITES: String(LIMIT) }
    const served = await serve({ DATA_DIR: folder, DATABASE_URL, ...settings })
    const connections = await openConnections(served.origin)
    try {
      // Stay within one window.
      const left = 60_000 - (Date.now() % 60_000)
      if (left < 20_000) await sleep(left)
      const write = async (at: number) => {
        const connection = connections[at % connections.length]
        return (await connection?.send('POST', '/tags', { name: `tag ${at}` }))?.status
      }
      for (let at = 0; at < LIMIT; at += 1) assert.equal(await write(at), 201)
      await sleep(1_000)
      for (let at = 0; at < connections.length; at += 1) assert.equal(await write(LIMIT + at), 429)
    } finally {
      for (const connection of connections) connection.close()
      served.child.kill('SIGTERM')
      assert.equal(await served.ended, 0)
    }
  })
})
