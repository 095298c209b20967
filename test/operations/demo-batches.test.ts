import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ensureAdministrator } from '../../src/accounts/first-start.ts'
import { type Database, sql } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open.ts'
import { loadDemo } from '../../src/demo/load.ts'
import { testEngine } from '../kit/engines/engines.ts'
import { loadScope } from '../kit/engines/load-scope.ts'
import { TEST_NOW } from '../kit/server/server.ts'

const opened: Database[] = []

interface Made {
  events: number
  /** Milliseconds the machine needs for whatever it is asked. */
  stepMs: number
  /** Whether another thread plans. */
  isAhead?: boolean
}

/** The texts of a sample calendar. */
async function textsMadeBy({ events, stepMs, isAhead = false }: Made) {
  const engine = testEngine('sqlite')
  try {
    const url = await engine.url()
    const db = await openDatabase(url)
    opened.push(db)
    await ensureAdministrator(db, 'demo password', TEST_NOW)
    let ms = 0
    await loadDemo({
      scope: loadScope(db),
      events,
      seed: 'batches',
      ...(isAhead && { databaseUrl: url }),
      signal: new AbortController().signal,
      clock: () => {
        ms += stepMs
        return ms
      },
      onProgress() {},
    })
    return await db.all<{ event_id: number; language: string; slug: string }>(
      sql`SELECT event_id, language, slug FROM event_text ORDER BY event_id, language`,
    )
  } finally {
    for (const db of opened.splice(0)) await db.close()
    await engine.close()
  }
}

test('the sample calendar is the same however many events fit a transaction', async () => {
  const [fast, slow] = [await textsMadeBy({ events: 400, stepMs: 0 }), await textsMadeBy({ events: 400, stepMs: 5000 })]
  assert.ok(fast.length > 400)
  assert.deepEqual(slow, fast)
})

test('the sample calendar is the same when another thread plans it', async () => {
  const [here, ahead] = [
    await textsMadeBy({ events: 2100, stepMs: 0 }),
    await textsMadeBy({ events: 2100, stepMs: 0, isAhead: true }),
  ]
  assert.ok(here.length > 2100)
  assert.deepEqual(ahead, here)
})
