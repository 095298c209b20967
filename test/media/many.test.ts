import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { FETCHES_MAX } from '../../src/media/image-field.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { eventually } from '../kit/eventually.ts'
import { startServer, type TestServer } from '../kit/server/server.ts'

forEachEngine('pictures from a slow server', (engine) => {
  let server: TestServer
  let [open, openMax] = [0, 0]
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  const slow = createServer(async (_request, response) => {
    open += 1
    openMax = Math.max(open, openMax)
    response.on('close', () => {
      open -= 1
    })
    await finished
    response.writeHead(404).end()
  })
  before(async () => {
    server = await startServer(await engine.open())
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
  })
  after(async () => {
    slow.close()
    await server.close()
  })

  test('many image URLs at once are fetched a few at a time, and other writes continue', async () => {
    const { port } = slow.address() as AddressInfo
    let refusals = 0
    const writes = Array.from({ length: 150 }, async (_, number) => {
      const image = `http://127.0.0.1:${port}/${number}.png`
      const answer = await server.ask('POST', '/venues', { as: 'editor', body: { venue: `venue ${number}`, image } })
      if (answer.status === 503) refusals += 1
      return answer
    })
    const other = await server.ask('POST', '/tags', { as: 'editor', body: { name: 'other' } })
    assert.equal(other.status, 201)
    await eventually(() => refusals > 0 && openMax === FETCHES_MAX, 'some are fetched, and some are refused')
    finish()
    const answers = await Promise.all(writes)
    const refused = answers.filter(({ status }) => status === 503)
    assert.ok(refused.length > 0 && refused.every(({ headers }) => headers['retry-after'] === '5'))
    assert.equal(answers.filter(({ status }) => status === 400).length, 150 - refused.length)
    assert.equal(openMax, FETCHES_MAX)
  })
})
