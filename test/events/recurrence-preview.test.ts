import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { TEC } from '../../src/core/faces.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { countRows } from '../kit/engines/row-counts.ts'
import { withServer } from '../kit/server/with-server.ts'

const TUESDAY = { start_date: '2031-05-06 19:30:00', end_date: '2031-05-06 22:00:00', timezone: 'Europe/Berlin' }

forEachEngine('preview of recurrences', (engine) => {
  const server = withServer(engine)
  const preview = (body: object, as: 'guest' | 'subscriber' | 'contributor' = 'contributor') =>
    server.ask('POST', '/events/recurrence/preview', { as, body: { ...TUESDAY, ...body } })

  test('a rule with an end: all dates', async () => {
    const { status, body } = await preview({ recurrence: ['FREQ=WEEKLY;COUNT=3', 'EXDATE:2031-05-13'] })
    equal(status, 200)
    deepEqual(body, {
      dates: [
        { start_date: '2031-05-06 19:30:00', end_date: '2031-05-06 22:00:00' },
        { start_date: '2031-05-20 19:30:00', end_date: '2031-05-20 22:00:00' },
      ],
      total: 2,
      endless: false,
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE:20310513T193000'],
      recurrence_text: 'Every Tuesday, 2 times',
    })
  })

  test('a rule without end: the first dates, at times that clocks show', async () => {
    const night = { start_date: '2031-03-29 02:30:00', end_date: '2031-03-29 04:00:00' }
    const { body } = await preview({ ...night, recurrence: 'FREQ=DAILY', translation_language: 'de' })
    equal(body.dates.length, 20)
    deepEqual(body.dates[1], { start_date: '2031-03-30 03:30:00', end_date: '2031-03-30 04:00:00' })
    deepEqual([body.total, body.endless, body.recurrence_text], [null, true, 'Täglich'])
  })

  test('dates with ends of their own, and an event that does not repeat', async () => {
    const { body } = await preview({ dates: [{ start_date: '2031-05-09', end_date: '2031-05-09 23:00' }] })
    deepEqual(body.dates[1], { start_date: '2031-05-09 19:30:00', end_date: '2031-05-09 23:00:00' })
    deepEqual([body.total, body.recurrence_text], [2, 'On 2 dates'])
    const single = await preview({ recurrence: [] })
    deepEqual(single.body.dates, [{ start_date: TUESDAY.start_date, end_date: TUESDAY.end_date }])
    deepEqual([single.body.total, single.body.recurrence, single.body.recurrence_text], [1, [], ''])
  })

  test('equal dates are one date, also one at the start of the event', async () => {
    const date = { start_date: '2031-05-09 19:30', end_date: '2031-05-09 23:00' }
    const start = { start_date: TUESDAY.start_date, end_date: TUESDAY.end_date }
    equal((await preview({ dates: [date, start, { ...date, start_date: '2031-05-09' }] })).body.total, 2)
  })

  for (const [field, body, reason] of [
    ['recurrence', { recurrence: 'FREQ=WEEKLY;BYDAY=WE' }, /2031-05-07 19:30:00/],
    ['recurrence', { recurrence: 'FREQ=HOURLY' }, /FREQ/],
    ['recurrence', { recurrence: 12 }, /recurrence/],
    ['dates', { recurrence: 'FREQ=DAILY', dates: [{ start_date: '2031-05-09' }] }, /dates/],
    ['dates', { dates: [{ start_date: 'someday' }] }, /dates/],
    [
      'dates',
      {
        dates: [
          { start_date: '2031-05-09 10:00', end_date: '2031-05-09 12:00' },
          { start_date: '2031-05-09 10:00', end_date: '2031-05-09 11:00' },
        ],
      },
      /two dates start at 2031-05-09 10:00:00, but end at different times: 2031-05-09 12:00:00 and 2031-05-09 11:00:00/,
    ],
    // Without an end, a date lasts as long as the event: two and a half hours.
    [
      'dates',
      { dates: [{ start_date: '2031-05-09', end_date: '2031-05-09 23:00' }, { start_date: '2031-05-09' }] },
      /2031-05-09 19:30:00/,
    ],
    ['dates', { dates: [{ start_date: TUESDAY.start_date, end_date: '2031-05-06 23:00' }] }, /2031-05-06 19:30:00/],
    ['start_date', { start_date: 'someday' }, /start_date/],
    ['timezone', { timezone: 'Mars' }, /timezone/],
  ] as const) {
    test(`refuses ${JSON.stringify(body)}`, async () => {
      const answer = await preview(body)
      equal(answer.status, 400)
      equal(answer.body.code, 'rest_invalid_param')
      match(answer.body.data.params[field], reason)
    })
  }

  test('problems name the line, the part and the first date for programs', async () => {
    const detailsOf = async (recurrence: string) => (await preview({ recurrence })).body.data.details.recurrence.data
    deepEqual(await detailsOf('FREQ=WEEKLY;BYDAY=WE'), { param: 'recurrence', first: '2031-05-07 19:30:00' })
    deepEqual(await detailsOf('FREQ=DAILY\nEXRULE:FREQ=HOURLY'), { param: 'recurrence', line: 2, part: 'FREQ' })
  })

  test('a repeated event and its dates are described in the language of the request', async () => {
    const body = { ...TUESDAY, title: 'Tango', status: 'publish', recurrence: 'FREQ=WEEKLY;COUNT=3' }
    const { id } = (await server.ask('POST', '/events', { as: 'editor', body })).body
    const single = await server.ask('GET', `/events/${id}?translation_language=fr`)
    equal(single.body.recurrence_text, 'Tous les mardis, 3 fois')
    const list = await server.ask('GET', `/events?post_parent=${id}&start_date=2031-01-01&end_date=2031-12-31`)
    deepEqual(
      list.body.events.map((event: { recurrence_text: string }) => event.recurrence_text),
      Array(3).fill('Every Tuesday, 3 times'),
    )
  })

  test('whoever may create events may use it, on both faces', async () => {
    const body = { recurrence: 'FREQ=WEEKLY' }
    equal((await preview(body, 'guest')).status, 401)
    equal((await preview(body, 'subscriber')).status, 403)
    const tec = await server.ask('POST', '/events/recurrence/preview', {
      as: 'contributor',
      face: TEC,
      body: { ...TUESDAY, ...body },
    })
    equal(tec.status, 200)
    const missing = await server.ask('POST', '/events/recurrence/preview', { as: 'contributor', body })
    deepEqual([missing.status, missing.body.data.params], [400, ['start_date']])
  })

  test('nothing is written', async () => {
    const before = await countRows(server.db, engine.name)
    equal((await preview({ recurrence: 'FREQ=DAILY' })).status, 200)
    deepEqual(await countRows(server.db, engine.name), before)
  })
})
