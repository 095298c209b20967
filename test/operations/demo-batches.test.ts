import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAdministratorIfMissing } from '../../src/accounts/create-administrator-if-missing.ts'
import { type Database, sql } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { fillCalendarWithDemoRecords } from '../../src/demo/fill-calendar-with-demo-records.ts'
import { testEngine } from '../kit/engines/engines.ts'
import { loadScope } from '../kit/engines/load-scope.ts'
import { TEST_NOW } from '../kit/server/server.ts'

const opened: Database[] = []

interface LoadOptions {
  events: number
  /** Milliseconds by which the clock advances at each call. */
  stepMs: number
  /** Plans events in a worker thread. */
  usesThread?: boolean
}

/** The texts of a new sample calendar. */
async function loadTexts({ events, stepMs, usesThread = false }: LoadOptions) {
  const engine = testEngine('sqlite')
  try {
    const url = await engine.url()
    const db = await openDatabase(url)
    opened.push(db)
    await createAdministratorIfMissing(db, 'demo password', TEST_NOW)
    let ms = 0
    await fillCalendarWithDemoRecords({
      scope: loadScope(db),
      events,
      seed: 'batches',
      ...(usesThread && { databaseUrl: url }),
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

test('the sample calendar does not depend on the size of transactions', async () => {
  const [fast, slow] = [await loadTexts({ events: 200, stepMs: 0 }), await loadTexts({ events: 200, stepMs: 5000 })]
  assert.ok(fast.length > 200)
  assert.deepEqual(slow, fast)
})

test('the sample calendar is the same when a worker thread plans it', async () => {
  const [local, threaded] = [
    await loadTexts({ events: 2100, stepMs: 0 }),
    await loadTexts({ events: 2100, stepMs: 0, usesThread: true }),
  ]
  assert.ok(local.length > 2100)
  assert.deepEqual(threaded, local)
})
