import assert from 'node:assert/strict'
import { test } from 'node:test'
import { INVARIANTS } from '../../src/check/check-database.ts'
import {
  countRepeatedEventsNeedingFurtherDates,
  storeFurtherDatesOfRepeatedEvents,
} from '../../src/collections/events/repeat/write/store-further-dates.ts'
import type { Database } from '../../src/db/database.ts'
import { writeSiteSettings } from '../../src/settings/site-settings.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { assertHolds } from '../kit/engines/invariants.ts'
import { TEST_NOW } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

const DAY = 86_400
const ENDLESS = { title: 'Market', start_date: '2030-06-22 08:00:00', end_date: '2030-06-22 14:00:00' }

forEachEngine('repeated events without end', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  const totalOf = async (id: number) =>
    (await server.ask('GET', `/events/${id}`, { as: 'editor' })).body.occurrences.total as number

  test('get further dates as time passes, once', async () => {
    const { id: weekly } = await make.event({ ...ENDLESS, recurrence: 'RRULE:FREQ=WEEKLY', tags: ['Food'] })
    const { id: thrice } = await make.event({ ...ENDLESS, recurrence: 'RRULE:FREQ=DAILY;BYHOUR=8,12,16' })
    const { id: ending } = await make.event({ ...ENDLESS, recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' })
    const before = [await totalOf(weekly), await totalOf(thrice)]
    assert.equal(await countRepeatedEventsNeedingFurtherDates(server.db, TEST_NOW), 0)
    await storeFurtherDatesOfRepeatedEvents(server.db, TEST_NOW)
    assert.deepEqual([await totalOf(weekly), await totalOf(thrice)], before)

    const later = TEST_NOW + 700 * DAY
    server.clock.now = later
    assert.equal(await countRepeatedEventsNeedingFurtherDates(server.db, later), 2)
    await Promise.all([
      storeFurtherDatesOfRepeatedEvents(server.db, later),
      storeFurtherDatesOfRepeatedEvents(server.db, later),
    ])
    assert.equal(await countRepeatedEventsNeedingFurtherDates(server.db, later), 0)
    assert.deepEqual(
      [await totalOf(weekly), await totalOf(thrice), await totalOf(ending)],
      [(before[0] as number) + 99, (before[1] as number) + 2077, 3],
    )
    await assertHolds(server.db, INVARIANTS)
  })

  test('share transactions, because each one invalidates the cached responses', async () => {
    server.clock.now = TEST_NOW
    for (let nth = 0; nth < 12; nth += 1) await make.event({ ...ENDLESS, recurrence: 'RRULE:FREQ=WEEKLY' })
    const later = TEST_NOW + 60 * DAY
    const behind = await countRepeatedEventsNeedingFurtherDates(server.db, later)
    assert.ok(behind >= 12)
    let transactions = 0
    const transaction: Database['transaction'] = (...work) => {
      transactions += 1
      return server.db.transaction(...work)
    }
    await storeFurtherDatesOfRepeatedEvents({ ...server.db, transaction }, later)
    assert.equal(await countRepeatedEventsNeedingFurtherDates(server.db, later), 0)
    assert.ok(transactions <= 3, `${transactions} transactions`)
  })

  test('get dates that earlier rules gave and that are in the trash', async () => {
    server.clock.now = TEST_NOW
    const { id } = await make.event({ ...ENDLESS, recurrence: 'RRULE:FREQ=WEEKLY;COUNT=300' })
    await server.ask('PATCH', `/events/${id}`, { as: 'editor', body: { recurrence: 'RRULE:FREQ=WEEKLY' } })
    assert.equal(await totalOf(id), 157)
    server.clock.now = TEST_NOW + 365 * DAY
    await storeFurtherDatesOfRepeatedEvents(server.db, server.clock.now)
    assert.equal(await totalOf(id), 208)
    await assertHolds(server.db, INVARIANTS)
  })

  test('in the trash get none, and all of them when they are restored', async () => {
    server.clock.now = TEST_NOW
    const { id } = await make.event({ ...ENDLESS, recurrence: 'RRULE:FREQ=MONTHLY' })
    await server.ask('DELETE', `/events/${id}`, { as: 'editor' })
    server.clock.now = TEST_NOW + 365 * DAY
    await storeFurtherDatesOfRepeatedEvents(server.db, server.clock.now)
    await server.ask('PATCH', `/events/${id}`, { as: 'editor', body: { status: 'publish' } })
    assert.equal(await totalOf(id), 48)
    await assertHolds(server.db, INVARIANTS)
  })

  test('keep their dates if the setting becomes smaller', async () => {
    const { id } = await make.event({ ...ENDLESS, recurrence: 'RRULE:FREQ=YEARLY' })
    const before = await totalOf(id)
    await server.db.transaction((tx) => writeSiteSettings(tx, { recurrence_months: 12 }))
    await server.ask('PATCH', `/events/${id}`, { as: 'editor', body: { start_date: '2030-06-22 09:00:00' } })
    assert.equal(await totalOf(id), before)
    const body = { start_date: '2090-01-01' }
    const { status } = await server.ask('POST', `/events/${id}/occurrences`, { as: 'editor', body })
    assert.equal(status, 400)
    await assertHolds(server.db, INVARIANTS)
  })
})
