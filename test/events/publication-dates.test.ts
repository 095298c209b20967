import { deepEqual, doesNotMatch, equal } from 'node:assert/strict'
import { test } from 'node:test'
import {
  createUpdaterOfScheduledPublication,
  updatePublicStateOfScheduledEvents,
} from '../../src/collections/events/scheduled-publication.ts'
import { createNextPublicChangeCache } from '../../src/collections/records/next-public-change-cache.ts'
import { isKindListedByDate, KIND_PROPERTIES, POST_KINDS } from '../../src/core/kinds.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { planOf, recordReads } from '../kit/engines/recorded-reads.ts'
import { startServer, TEST_NOW } from '../kit/server/server.ts'

forEachEngine('moments to come', (engine) => {
  const at = (seconds: number) => new Date((TEST_NOW + seconds) * 1000).toISOString().slice(0, 19).replace('T', ' ')

  test('the next publication of anything, and the next start', async (t) => {
    const server = await startServer(await engine.open())
    t.after(() => server.close())
    const coming = createNextPublicChangeCache(server.db, createUpdaterOfScheduledPublication(server.db).span)
    const never = Number.POSITIVE_INFINITY
    deepEqual([await coming.publication(TEST_NOW), await coming.start(TEST_NOW)], [never, never])
    const make = makersOf(server)
    await make.event({ start_date: at(3600), date: at(60) })
    await make.event({ start_date: at(1800), status: 'draft' })
    await make.venue({ date: at(30) })
    await make.organizer({ date: at(90) })
    const seen = []
    for (const now of [0, 29, 30, 60, 89, 90, 0]) seen.push((await coming.publication(TEST_NOW + now)) - TEST_NOW)
    deepEqual(seen, [30, 30, 60, 90, 90, never, 30])
    // The start of an event counts once it is public.
    equal(await coming.start(TEST_NOW), never)
    await updatePublicStateOfScheduledEvents(server.db, TEST_NOW + 60)
    deepEqual([await coming.start(TEST_NOW + 3600), await coming.start(TEST_NOW + 3601)], [TEST_NOW + 3600, never])
  })

  for (const kind of POST_KINDS) {
    test(`the next publication of a record of the kind ${kind}`, async (t) => {
      const server = await startServer(await engine.open())
      t.after(() => server.close())
      const next = createNextPublicChangeCache(server.db, createUpdaterOfScheduledPublication(server.db).span)
      equal(await next.publication(TEST_NOW), Number.POSITIVE_INFINITY)
      const { collection, titleField } = KIND_PROPERTIES[kind]
      const times = isKindListedByDate(kind) ? { start_date: at(3600), end_date: at(7200) } : {}
      const body = { [titleField]: 'Scheduled', date: at(60), ...times }
      equal((await server.ask('POST', `/${collection}`, { as: 'editor', body })).status, 201)
      equal(await next.publication(TEST_NOW), TEST_NOW + 60)
    })
  }

  test('they are read once, by indexes', async (t) => {
    const opened = await engine.open()
    const { db, reads } = recordReads(opened)
    const server = await startServer(db)
    t.after(() => server.close())
    await makersOf(server).event({ start_date: at(3600), date: at(60) })
    const resting = { ...db, version: () => 'the same', versionExceptEvents: () => 'the same' }
    const coming = createNextPublicChangeCache(resting, createUpdaterOfScheduledPublication(resting).span)
    reads.length = 0
    for (const now of [0, 59]) await Promise.all([coming.publication(TEST_NOW + now), coming.start(TEST_NOW + now)])
    // The span of publication, the next start, and each kind of post but events.
    equal(reads.length, 2 + POST_KINDS.length - 1)
    // Nobody has settled what was to be public by then.
    await coming.publication(TEST_NOW + 60)
    equal(reads.length, 2 + POST_KINDS.length - 1 + 2)
    for (const statement of reads) {
      for (const step of await planOf(opened, statement)) doesNotMatch(step, /Seq Scan|SCAN (?!CONSTANT ROW)/)
    }
  })
})
