import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { type Sql, sql } from '../../src/db/database.ts'
import { hasPostgres, POSTGRES_SKIPPED, testEngine } from '../kit/engines/engines.ts'
import { recordReads } from '../kit/engines/recorded-reads.ts'
import { startServer } from '../kit/server/server.ts'

describe('searches on PostgreSQL', { skip: !hasPostgres() && POSTGRES_SKIPPED }, () => {
  const engine = testEngine('postgres')
  after(() => engine.close())

  test('a search that compares all texts may use several processes', async () => {
    const { db, reads } = recordReads(await engine.open())
    const server = await startServer(db, { cacheBytes: 0 })
    try {
      // So many words contain the letter that the search does not use the index of words.
      await db.transaction((tx) =>
        tx.run(sql`INSERT INTO event_word (word) SELECT 'a' || n FROM generate_series(1, 1501) AS n`),
      )
      const { status } = await server.ask('GET', '/events?search=a')
      assert.equal(status, 200)
      const search = reads.find(({ text }) => text.includes('strpos')) as Sql
      const explained = { sql: `EXPLAIN ${search.sql}`, text: `EXPLAIN ${search.text}`, values: search.values } as Sql
      const plan = await db.transaction(async (tx) => {
        // Only of large tables would PostgreSQL otherwise expect that several processes take less time.
        await tx.script('SET LOCAL parallel_setup_cost = 0; SET LOCAL min_parallel_table_scan_size = 0')
        await tx.script('SET LOCAL enable_indexscan = off; SET LOCAL enable_bitmapscan = off')
        return tx.all<{ 'QUERY PLAN': string }>(explained)
      })
      assert.ok(
        plan.some((step) => step['QUERY PLAN'].includes('Parallel Seq Scan')),
        plan.map((step) => step['QUERY PLAN']).join('\n'),
      )
    } finally {
      await server.close()
    }
  })
})
