import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { sql } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { REQUEST_LIMITS } from '../../src/db/postgres/timeouts-and-limits.ts'
import { hasPostgres, POSTGRES_SKIPPED, testEngine } from '../kit/engines/engines.ts'
import { runHere } from '../kit/processes/command.ts'
import { assertCoherent, assertSettingsCoherent, openConnections } from '../kit/processes/consistency.ts'
import { runToEnd, scratchFolder, serve } from '../kit/processes/serve.ts'
import { type Pgbouncer, pgbouncerSkipReason, startPgbouncer } from '../kit/proxies/pgbouncer.ts'

const OTHER_MODES: Record<string, string>[] = [
  { pool_mode: 'transaction' },
  { pool_mode: 'transaction', server_round_robin: '1' },
  { pool_mode: 'statement' },
]

describe('PostgreSQL behind PgBouncer', { skip: hasPostgres() ? pgbouncerSkipReason() : POSTGRES_SKIPPED }, () => {
  const engine = testEngine('postgres')
  const { folder, remove } = scratchFolder()
  const started: Pgbouncer[] = []
  after(async () => {
    for (const pgbouncer of started) await pgbouncer.close()
    await engine.close()
    remove()
  })
  const pooledUrl = async (settings?: Record<string, string>) => {
    const url = await engine.url()
    const pgbouncer = await startPgbouncer(url, settings)
    started.push(pgbouncer)
    return pgbouncer.urlOf(url)
  }

  test('in session mode, a write through one process is visible through all others', async () => {
    const DATABASE_URL = await pooledUrl()
    const served = await serve({ DATABASE_URL, DATA_DIR: folder, WORKERS: '2' })
    const connections = await openConnections(served.origin)
    await assertCoherent(connections)
    await assertSettingsCoherent(connections)
    for (const connection of connections) connection.close()
    served.child.kill('SIGTERM')
    assert.equal(await served.ended, 0)
  })

  test('in session mode, commands succeed', async () => {
    const DATABASE_URL = await pooledUrl()
    const env = { DATABASE_URL, DATA_DIR: folder }
    assert.equal((await runHere(env, 'check')).code, 0)
    assert.doesNotMatch((await runHere(env, 'doctor')).out, /pooler/)
  })

  test('in session mode, settings of Almanac and of the URL apply', async () => {
    const db = await openDatabase(`${await pooledUrl()}?work_mem=5MB`, { isServing: true })
    const settings =
      await db.get<object>(sql`SELECT current_setting('work_mem') AS memory, current_setting('jit') AS jit,
      current_setting('statement_timeout') AS timeout`)
    await db.close()
    assert.deepEqual(
      { ...settings },
      { memory: '5MB', jit: 'off', timeout: `${REQUEST_LIMITS.statementTimeoutMs / 1000}s` },
    )
  })

  for (const settings of OTHER_MODES) {
    test(`a server does not start and doctor reports it with ${JSON.stringify(settings)}`, async () => {
      const DATABASE_URL = await pooledUrl(settings)
      // With connections that PgBouncer has already opened, it can switch between server processes.
      for (let round = 0; round < 2; round += 1) {
        const { code, err } = await runToEnd({ DATABASE_URL, DATA_DIR: folder }, ['serve'])
        assert.equal(code, 1)
        assert.match(err, /^almanac: DATABASE_URL leads to a pooler in transaction or statement mode/)
      }
      const { code, out } = await runHere({ DATABASE_URL, DATA_DIR: folder }, 'doctor')
      assert.equal(code, 1)
      assert.match(out, /✗ DATABASE_URL leads to a pooler in transaction or statement mode/)
    })
  }
})
