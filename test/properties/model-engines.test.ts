import { after, describe, test } from 'node:test'
import { hasPostgres, POSTGRES_SKIPPED, testEngine } from '../kit/engines/engines.ts'
import { effortOf } from '../kit/generated/run-limits.ts'
import { newDone, tryBoth, tryModel } from '../kit/model/sequences.ts'

describe('a calendar', { skip: !hasPostgres() && POSTGRES_SKIPPED }, () => {
  const engines = [testEngine('sqlite'), testEngine('postgres')]
  after(async () => {
    for (const engine of engines) await engine.close()
  })

  test('responses on both engines are the same, byte for byte', async (t) => {
    const done = newDone()
    await tryBoth(engines, done, { length: 60, ...effortOf({ runs: 2, longRuns: 200 }) })
    t.diagnostic(JSON.stringify(done))
  })

  test('two servers with one database that get requests in turn match the model', async (t) => {
    for (const engine of engines) {
      const done = newDone()
      await tryModel(engine, 2, done, { length: 40, ...effortOf({ runs: 1, longRuns: 100 }) })
      t.diagnostic(JSON.stringify(done))
    }
  })
})
