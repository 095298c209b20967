import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ensureAdministrator } from '../src/accounts/first-start.ts'
import { NATIVE } from '../src/core/faces.ts'
import type { Language } from '../src/core/language.ts'
import { urlsOf } from '../src/core/urls.ts'
import { sql } from '../src/db/database.ts'
import { loadDemo } from '../src/import/demo/load.ts'
import { DEFAULT_SETTINGS } from '../src/settings/settings.ts'
import { testEngine } from './kit/engines.ts'
import { TEST_NOW } from './kit/server.ts'

const LANGUAGES: Language[] = ['en', 'de', 'fr', 'es', 'fi']

/** The texts of a sample calendar made on a machine that needs so many milliseconds for whatever it is asked. */
async function textsMadeBy(stepMs: number) {
  const engine = testEngine('sqlite')
  try {
    const db = await engine.open()
    await ensureAdministrator(db, 'demo password', TEST_NOW)
    let ms = 0
    await loadDemo({
      scope: {
        db,
        caller: { id: 1, login: 'admin', role: 'administrator' },
        language: 'en',
        languages: LANGUAGES,
        face: NATIVE,
        urls: urlsOf('https://calendar.example', '', NATIVE, LANGUAGES),
        site: DEFAULT_SETTINGS,
        now: TEST_NOW,
      },
      events: 400,
      seed: 'batches',
      signal: new AbortController().signal,
      clock: () => {
        ms += stepMs
        return ms
      },
      onProgress() {},
    })
    return await db.all(sql`SELECT event_id, language, slug FROM event_text ORDER BY event_id, language`)
  } finally {
    await engine.close()
  }
}

test('the sample calendar is the same however many events fit a transaction', async () => {
  const [fast, slow] = [await textsMadeBy(0), await textsMadeBy(5000)]
  assert.ok(fast.length > 400)
  assert.deepEqual(slow, fast)
})
