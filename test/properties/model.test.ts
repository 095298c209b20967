import { test } from 'node:test'
import { forEachEngine } from '../kit/engines/engines.ts'
import { effortOf } from '../kit/generated/run-limits.ts'
import { newDone, tryAtOnce, tryModel } from '../kit/model/sequences.ts'

forEachEngine('a calendar and its model', (engine) => {
  test('every caller gets the responses of the model after any sequence of steps', async (t) => {
    const done = newDone()
    await tryModel(engine, 1, done, { length: 60, ...effortOf({ runs: 2, longRuns: 200 }) })
    t.diagnostic(JSON.stringify(done))
  })

  test('the result of concurrent writes equals that of some order of them', async (t) => {
    const done = newDone()
    await tryAtOnce(engine, done, { length: 30, ...effortOf({ runs: 2, longRuns: 200 }) })
    t.diagnostic(JSON.stringify(done))
  })
})
