import { test } from 'node:test'
import { forEachEngine } from '../kit/engines/engines.ts'
import { effortOf } from '../kit/generated/run-limits.ts'
import { newDone, tryAtOnce, tryModel } from '../kit/model/sequences.ts'

forEachEngine('a calendar and what is imagined of it', (engine) => {
  test('are alike to everybody, whatever is done', async (t) => {
    const done = newDone()
    await tryModel(engine, 1, done, { length: 60, ...effortOf({ runs: 12, longRuns: 200 }) })
    t.diagnostic(JSON.stringify(done))
  })

  test('are alike when several write at once, as if one had come after the other', async (t) => {
    const done = newDone()
    await tryAtOnce(engine, done, { length: 30, ...effortOf({ runs: 8, longRuns: 200 }) })
    t.diagnostic(JSON.stringify(done))
  })
})
