import assert from 'node:assert/strict'
import { test } from 'node:test'
import { repeatedEvents } from '../../src/check/check-repeated-events.ts'
import { sql } from '../../src/db/database.ts'
import { EVENT } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { assertHolds, checkRepeated } from '../kit/engines/invariants.ts'
import { assertRefused } from '../kit/server/refusals.ts'
import { withServer } from '../kit/server/with-server.ts'

const WEEKLY = { ...EVENT, title: 'Choir', recurrence: ['RRULE:FREQ=WEEKLY;COUNT=5'], cost: '5' }

/** The fields of an event that begins at a time and lasts two hours. */
const at = (start_date: string) => ({
  start_date,
  end_date: start_date.replace(/ (\d+)/, (_, hour) => ` ${Number(hour) + 2}`),
})
const DAILY = { recurrence: ['RRULE:FREQ=DAILY;COUNT=6'] }

forEachEngine('revisions of repeated events', (engine) => {
  const server = withServer(engine)

  async function ask(method: string, path: string, body?: object) {
    const answer = await server.ask(method, path, { as: 'editor', ...(body && { body }) })
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer
  }
  const create = async (fields: object = {}) => (await ask('POST', '/events', { ...WEEKLY, ...fields })).body

  interface Shown {
    id: number
    [field: string]: unknown
  }
  const datesOf = async (id: number): Promise<Shown[]> =>
    (await ask('GET', `/events/${id}/occurrences?per_page=50`)).body.events

  /** The JSON of an event and its dates, without what every write changes. */
  async function shownOf(id: number) {
    const { body } = await ask('GET', `/events/${id}`)
    return [body, ...(await datesOf(id))].map(
      ({ version: _, modified: __, modified_utc: ___, json_ld: ____, ...shown }) => shown,
    )
  }
  const undo = (answer: { headers: Record<string, unknown> }) =>
    server.ask('POST', `/revisions/batches/${answer.headers['x-request-id']}/undo`, { as: 'editor' })

  const PLACES = { venue: { venue: 'Barn' }, tags: ['Barn dance'] }
  const WRITES: { what: string; nth: number; method?: string; body: object }[] = [
    { what: 'texts and price of one date', nth: 2, body: { title: 'Gala', description: 'With guests', cost: '20' } },
    {
      what: 'time, links and status of one date',
      nth: 2,
      body: { ...PLACES, start_date: '2030-07-16 18:00', event_status: 'cancelled', status_reason: 'Flood' },
    },
    { what: 'texts and links of all dates', nth: 1, body: { ...PLACES, scope: 'all', title: 'Big choir', cost: '7' } },
    {
      what: 'times of all dates',
      nth: 1,
      body: { scope: 'all', start_date: '2030-07-09 11:30', end_date: '2030-07-09 13:00' },
    },
    { what: 'rules of all dates', nth: 1, body: { scope: 'all', recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] } },
    { what: 'texts of following dates', nth: 2, body: { ...PLACES, scope: 'following', title: 'Autumn choir' } },
    {
      what: 'times of following dates',
      nth: 3,
      body: { scope: 'following', start_date: '2030-07-23 20:00', end_date: '2030-07-23 22:00' },
    },
    { what: 'what dates override', nth: 2, body: { scope: 'all', reset_overrides: true } },
    { what: 'the removal of one date', nth: 1, method: 'DELETE', body: {} },
    { what: 'the removal of following dates', nth: 2, method: 'DELETE', body: { scope: 'following' } },
    { what: 'the removal of all dates', nth: 0, method: 'DELETE', body: { scope: 'all' } },
  ]
  for (const { what, nth, method = 'PATCH', body } of WRITES) {
    test(`undo restores ${what}, in the event and all of its dates`, async () => {
      const { id } = await create()
      const dates = await datesOf(id)
      await ask('PATCH', `/events/${dates[4]?.id}`, { title: 'Last evening', start_date: '2030-07-29 09:00' })
      const before = await shownOf(id)
      const written = await ask(method, `/events/${dates[nth]?.id}`, body)
      assert.notDeepEqual(await shownOf(id).catch(() => []), before)
      const undone = await undo(written)
      assert.equal(undone.status, 200, JSON.stringify(undone.body))
      assert.deepEqual(await shownOf(id), before)
      const events = await server.db.all(sql`SELECT id FROM event WHERE id > ${id} AND repeat_id IS NULL`)
      assert.equal(events.length, 0, 'the event that a split created is deleted')
      await checkRepeated(server.db)
      await assertHolds(server.db, [repeatedEvents])
    })
  }

  const THREE_DAILY = ['RRULE:FREQ=DAILY;COUNT=3']
  const RULES: [what: string, event: object, nth: number, body: { scope: string } & Record<string, unknown>][] = [
    ['other rules of all dates', {}, 0, { scope: 'all', recurrence: THREE_DAILY }],
    [
      'other rules of following dates',
      {},
      2,
      { scope: 'following', recurrence: ['RRULE:FREQ=DAILY;INTERVAL=3;COUNT=4'] },
    ],
    [
      'other rules of dates by their place in the month',
      { ...at('2031-05-30 20:00'), recurrence: ['RRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=5'] },
      0,
      { scope: 'all', recurrence: ['RRULE:FREQ=DAILY;COUNT=5'] },
    ],
    [
      'a time at which another date was added',
      { recurrence: [...WEEKLY.recurrence, 'RDATE:20300703T130000'] },
      0,
      { scope: 'all', ...at('2030-07-01 13:00') },
    ],
    ['following dates that begin a day earlier', DAILY, 2, { scope: 'following', ...at('2030-07-02 10:00') }],
    ['following dates that begin three days later', DAILY, 1, { scope: 'following', ...at('2030-07-05 10:00') }],
    [
      'another day of the week',
      { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=6;BYDAY=MO,TH'] },
      1,
      { scope: 'all', ...at('2030-07-05 10:00') },
    ],
    ['all dates that move by a day', DAILY, 1, { scope: 'all', ...at('2030-07-03 10:00') }],
    ['other rules at another time', {}, 0, { scope: 'all', ...at('2030-07-01 20:00'), recurrence: THREE_DAILY }],
    ['an event that lasts all day', DAILY, 0, { scope: 'all', all_day: true, recurrence: THREE_DAILY }],
  ]
  for (const [what, event, nth, body] of RULES) {
    test(`undo of ${what} gives each date its id and values, also after further undone writes`, async () => {
      const { id } = await create(event)
      const dates = await datesOf(id)
      await ask('PATCH', `/events/${dates[4]?.id}`, { event_status: 'cancelled', title: 'Gala' })
      const before = await shownOf(id)
      for (const more of [{}, { reset_overrides: true }]) {
        const written = await ask('PATCH', `/events/${dates[nth]?.id}`, { ...body, ...more })
        const after = await shownOf(written.body.parent?.id ?? id)
        const undone = await undo(written)
        assert.equal(undone.status, 200, JSON.stringify(undone.body))
        assert.deepEqual(await shownOf(id), before)
        await checkRepeated(server.db)
        await assertHolds(server.db, [repeatedEvents])
        if (body.scope === 'following') continue
        const again = await undo(undone)
        assert.equal(again.status, 200, JSON.stringify(again.body))
        assert.deepEqual(await shownOf(id), after)
        assert.equal((await undo(again)).status, 200)
        assert.deepEqual(await shownOf(id), before)
      }
    })
  }

  test('the start that was announced first stays when dates lose what they override, and after undo', async () => {
    const { id } = await create()
    const dates = await datesOf(id)
    await ask('PATCH', `/events/${id}`, { event_status: 'rescheduled', ...at('2030-07-01 11:00') })
    const announced = dates.map(({ start_date }) => start_date)
    const previousStarts = async () => (await datesOf(id)).map((date) => date.previous_start_date)
    assert.deepEqual(await previousStarts(), announced)
    await undo(await ask('PATCH', `/events/${dates[1]?.id}`, { cost: '7' }))
    await undo(await ask('PATCH', `/events/${dates[1]?.id}`, at('2030-07-09 15:00')))
    assert.deepEqual(await previousStarts(), announced)
    await ask('PATCH', `/events/${dates[0]?.id}`, at('2030-07-01 15:00'))
    await ask('PATCH', `/events/${dates[2]?.id}`, { cost: '9' })
    await ask('PATCH', `/events/${id}`, { reset_overrides: true })
    assert.deepEqual(await previousStarts(), announced)
  })

  test('links that a date has already are not links of its own', async () => {
    const { id } = await create({ tags: ['Choir', 'Evening'], venue: { venue: 'Barn' } })
    const [, date] = await datesOf(id)
    const sent = { tags: ['Evening', 'Choir'], venue: { venue: 'Barn' }, cost: '9' }
    const { body } = await ask('PATCH', `/events/${date?.id}`, sent)
    assert.deepEqual(body.occurrence.overrides, ['cost', 'admission'])
    await ask('PATCH', `/events/${id}`, { tags: ['Festival'] })
    assert.equal((await ask('GET', `/events/${date?.id}`)).body.tags[0].name, 'Festival')
  })

  for (const [what, body] of [
    ['times', at('2030-07-02 11:00')],
    ['rules', { recurrence: THREE_DAILY }],
  ] as const) {
    test(`a version from before a change of texts and then of ${what} gives each date its id again`, async () => {
      const { id } = await create()
      const dates = await datesOf(id)
      await ask('PATCH', `/events/${dates[2]?.id}`, { title: 'Gala' })
      const before = await shownOf(id)
      await ask('PATCH', `/events/${id}`, { title: 'Second' })
      await ask('PATCH', `/events/${id}`, body)
      await ask('PATCH', `/events/${id}`, { title: 'Third' })
      const [, , titled] = (await ask('GET', `/events/${id}/revisions`)).body.revisions
      await ask('POST', `/events/${id}/revisions/${titled.id}/restore`)
      assert.deepEqual(await shownOf(id), before)
    })
  }

  test('undo of a change that took an event out of the trash restores all of its fields', async () => {
    for (const fields of [{}, { recurrence: undefined }]) {
      const { id } = await create(fields)
      await ask('DELETE', `/events/${id}`)
      const before = (await ask('GET', `/events/${id}`)).body
      await undo(await ask('PATCH', `/events/${id}`, { status: 'publish', title: 'Other', ...at('2030-07-08 18:00') }))
      const { version: _, modified: __, modified_utc: ___, json_ld: ____, ...shown } = before
      const after = (await ask('GET', `/events/${id}`)).body
      assert.deepEqual({ ...after, ...shown }, after)
    }
  })

  test('undo of texts of a date that equal those of the event makes it follow the event again', async () => {
    const { id } = await create()
    const [, date] = await datesOf(id)
    await ask('PUT', `/events/${id}/translations/de`, { title: 'Chor' })
    await undo(await ask('PUT', `/events/${date?.id}/translations/de`, { title: 'Chor' }))
    await ask('PUT', `/events/${id}/translations/de`, { title: 'Großer Chor' })
    assert.equal((await server.ask('GET', `/events/${date?.id}`, { root: 'de' })).body.title, 'Großer Chor')
    const { body } = await ask('PATCH', `/events/${date?.id}`, { title: 'Choir', description: '' })
    assert.deepEqual(body.occurrence.overrides, [])
  })

  test('one field of a date returns to the value of the repeated event, and keeps doing so', async () => {
    const { id } = await create()
    const [, date] = await datesOf(id)
    await ask('PATCH', `/events/${date?.id}`, { title: 'Gala', cost: '20' })
    const { revisions } = (await ask('GET', `/events/${date?.id}/revisions`)).body
    await ask('POST', `/events/${date?.id}/revisions/${revisions[0].id}/restore`, { fields: 'title' })
    await ask('PATCH', `/events/${id}`, { title: 'New choir', cost: '8' })
    const { body } = await ask('GET', `/events/${date?.id}`)
    assert.deepEqual([body.title, body.cost], ['New choir', '$20'])
  })

  test('undo is refused as a whole when one record was written since, and for whoever may not edit', async () => {
    const { id } = await create({ recurrence: undefined })
    const written = await ask('PATCH', `/events/${id}`, { title: 'Second' })
    for (const [as, status] of [
      [undefined, 401],
      ['subscriber', 403],
      ['contributor', 403],
    ] as const) {
      const path = `/revisions/batches/${written.headers['x-request-id']}/undo`
      assertRefused(await server.ask('POST', path, as ? { as } : {}), { status, code: 'rest_forbidden' })
    }
    await ask('PATCH', `/events/${id}`, { title: 'Third' })
    const refused = await undo(written)
    assertRefused(refused, { status: 409, code: 'written-since' })
    assert.deepEqual(refused.body.data.records, [{ collection: 'events', id, user: 'editor' }])
    assert.equal((await ask('GET', `/events/${id}`)).body.title, 'Third')
    assertRefused(await undo({ headers: { 'x-request-id': 'no-such-batch' } }), {
      status: 404,
      code: 'batch-not-found',
    })
  })
})
