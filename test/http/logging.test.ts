import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { testEngine } from '../kit/engines/engines.ts'
import { startServer } from '../kit/server/server.ts'

test('each response is logged with the request id and without secrets', async (t) => {
  const lines: Record<string, unknown>[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const engine = testEngine('sqlite')
  t.after(() => engine.close())
  const server = await startServer(await engine.open(), { logger: { level: 'info', stream } })
  t.after(() => server.close())
  const authorization = `Basic ${btoa('administrator:hunter2hunter2')}`
  const { headers } = await server.ask('POST', '/events?token=hunter2', { headers: { authorization }, body: {} })
  await server.ask('GET', '/events')
  assert.equal(lines.length, 1, 'successful reads are not logged at this level')
  const [line] = lines
  assert.deepEqual([line?.method, line?.status, line?.reqId], ['POST', 401, headers['x-request-id']])
  assert.doesNotMatch(JSON.stringify(lines), /hunter2|Basic/)
})
