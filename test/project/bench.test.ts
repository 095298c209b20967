import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { fillCalendar } from '../../bench/calendar/fill.ts'
import { repeatedEvents } from '../../src/check/check-repeated-events.ts'
import { raw, sql } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { assertHolds, checkRepeated } from '../kit/engines/invariants.ts'

const SINGLE = { events: 400, languages: ['en', 'de', 'fr'] as const }

// Benchmarks are only valid if the fast fill produces the same rows as the triggers.
forEachEngine('a calendar filled for benchmarks', (engine) => {
  for (const [name, size] of [
    ['single events', SINGLE],
    ['repeated events', { ...SINGLE, repeated: 20 }],
  ] as const) {
    test(`is the same as with active triggers: ${name}`, async () => {
      const [fast, slow] = [await engine.url(), await engine.url()]
      await fillCalendar(fast, size)
      await fillCalendar(slow, size, { hasTriggers: true })
      const [one, other] = [await readContent(fast), await readContent(slow)]
      deepEqual(one, other)
      equal(one.counts.length > 1000, true)
    })
  }
})

async function readContent(url: string) {
  const db = await openDatabase(url)
  try {
    await checkRepeated(db)
    await assertHolds(db, [repeatedEvents])
    const { engine } = db.dialect
    const names =
      engine === 'sqlite'
        ? `SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name`
        : `SELECT indexname AS name, indexdef AS sql FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`
    const found =
      engine === 'sqlite'
        ? `SELECT count(*) AS total FROM (SELECT rowid FROM event_text_search UNION SELECT text_id FROM event_text_unindexed)`
        : 'SELECT DISTINCT word FROM event_word ORDER BY 1'
    return {
      events: await db.all(sql`SELECT id, links, texts FROM event ORDER BY id`),
      names: await db.all(sql`${raw(names)}`),
      found: await db.all(sql`${raw(found)}`),
      counts: await db.all(sql`SELECT facet, day, sum(events) AS events FROM event_count GROUP BY facet, day
        HAVING sum(events) <> 0 ORDER BY facet, day`),
    }
  } finally {
    await db.close()
  }
}
