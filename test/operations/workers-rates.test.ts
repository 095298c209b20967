import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { onSqlite } from '../kit/engines/engines.ts'
import type { Connection } from '../kit/processes/connection.ts'
import { openConnections } from '../kit/processes/consistency.ts'
import { scratchFolder, serve } from '../kit/processes/serve.ts'

const LIMIT = 12
const WINDOW_MS = 60_000
const windowNow = () => Math.floor(Date.now() / WINDOW_MS)

/** Writes over each connection in turn until all are refused. @returns how many writes were accepted in one window */
async function countAcceptedWrites(connections: Connection[]): Promise<number> {
  for (let isRepeated = false; ; isRepeated = true) {
    const left = WINDOW_MS - (Date.now() % WINDOW_MS)
    if (isRepeated || left < WINDOW_MS / 3) await sleep(left)
    const window = windowNow()
    let [accepted, refusedInARow] = [0, 0]
    for (let sent = 0; refusedInARow < connections.length; sent += 1) {
      // Workers exchange their counts five times a second.
      if (accepted >= LIMIT) await sleep(300)
      const { status } = await (connections[sent % connections.length] as Connection).send('POST', '/tags', {
        name: `tag ${window} ${sent}`,
      })
      assert.ok(status === 201 || status === 429, String(status))
      if (status === 201) accepted += 1
      refusedInARow = status === 429 ? refusedInARow + 1 : 0
    }
    if (windowNow() === window) return accepted
  }
}

onSqlite('rate limits of several workers', (engine) => {
  const { folder, remove } = scratchFolder()
  after(remove)

  test('requests to all workers count together', async () => {
    const DATABASE_URL = await engine.url()
    const settings = { WORKERS: '2', RATE_LIMIT_WRITES: String(LIMIT) }
    const served = await serve({ DATA_DIR: folder, DATABASE_URL, ...settings })
    const connections = await openConnections(served.origin)
    try {
      const accepted = await countAcceptedWrites(connections)
      // Without exchange of their counts, two workers would accept twice as many.
      assert.ok(accepted >= LIMIT && accepted < 2 * LIMIT, `${accepted} writes were accepted`)
    } finally {
      for (const connection of connections) connection.close()
      served.child.kill('SIGTERM')
      assert.equal(await served.ended, 0)
    }
  })
})
