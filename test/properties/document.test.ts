import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { writeSiteSettings } from '../../src/settings/site-settings.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { effortOf, IS_LONG } from '../kit/generated/run-limits.ts'
import { METHODS } from '../kit/openapi/document.ts'
import { fuzzOperations, type Trying } from '../kit/openapi/fuzz.ts'
import type { Documented } from '../kit/openapi/operations.ts'
import { withServer } from '../kit/server/with-server.ts'

forEachEngine('generated requests from the OpenAPI documents', (engine) => {
  const server = withServer(engine)
  let trying: Trying
  // Short runs test the native face on one engine and the TEC face on the other.
  const isTried = (index: number) => IS_LONG || index % 2 === Number(engine.name === 'sqlite')
  before(async () => {
    // In a zone far from UTC, the limits of the years 1 and 9999 differ from those in UTC.
    await server.db.transaction((tx) => writeSiteSettings(tx, { timezone: 'America/New_York' }))
    trying = await fuzzOperations(server, engine.name)
  })

  test('every response is documented, and refused requests change nothing', async (all) => {
    const { operations } = trying
    assert.ok(operations.length > 200)
    for (const [index, operation] of operations.entries()) {
      if (!isTried(index)) continue
      await all.test(`${operation.face.name} ${operation.method} ${operation.path}`, async () => {
        await trying.attempt(operation, effortOf({ runs: 2, longRuns: 400 * (operation.fields.length + 2) }))
      })
    }
    all.diagnostic(`${trying.asked()} requests`)
  })

  test('undocumented methods are not found, and HEAD equals GET without the body', async () => {
    const paths = Map.groupBy(trying.operations, ({ face, path }) => `${face.name} ${path}`)
    for (const [index, operations] of [...paths.values()].entries()) {
      if (!isTried(index)) continue
      const [{ face, path, isOnHost }] = operations as [Documented]
      const address = `${isOnHost ? 'host:' : ''}${path.replace('{language}', 'de').replace(/\{\w+\}/, '1')}`
      const methods = operations.map(({ method }) => method)
      for (const method of METHODS.filter((one) => !methods.includes(one))) {
        const { status, body } = await server.ask(method.toUpperCase(), address, { as: 'administrator', face })
        assert.deepEqual([status, body.code], [404, 'rest_no_route'], `${method} ${path}`)
      }
      if (!methods.includes('get')) continue
      const [got, head] = [await server.ask('GET', address, { face }), await server.ask('HEAD', address, { face })]
      assert.deepEqual([head.status, head.body, head.headers.etag], [got.status, undefined, got.headers.etag], path)
    }
  })
})
