import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onSqlite } from '../kit/engines/engines.ts'
import { startCountingServer } from '../kit/server/counting.ts'

onSqlite('error pages', (engine) => {
  test('error pages of unknown addresses do not read the database each time', async () => {
    const server = await startCountingServer(engine)
    try {
      await server.make.event({ title: 'Opening' })
      const open = (path: string) => server.see(`host:${path}`, { headers: { accept: 'text/html' } })
      const nothing = async (path: string) => {
        const { answer, isCached } = await open(path)
        assert.equal(answer.status, 404)
        assert.match(String(answer.body), /Opening/)
        return isCached
      }
      await nothing('/nothing')
      for (let other = 0; other < 5; other += 1) assert.ok(await nothing(`/nothing/${other}`))
      assert.ok(await nothing('/events/month/9999-01/'))
      await server.make.event({ title: 'Another' })
      assert.ok(!(await nothing('/nothing')), 'what was written since is there')
      assert.match(String((await open('/nothing')).answer.body), /Another/)
    } finally {
      await server.close()
    }
  })
})
