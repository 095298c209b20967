import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import ICAL from 'ical.js'
import { makersOf } from '../kit/calendar/makers.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import { assertLines, rowsIn } from '../kit/formats/feeds.ts'
import { startsByIcalJs, startsByNodeIcal } from '../kit/formats/starts-of-repeated-events.ts'
import { withServer } from '../kit/server/with-server.ts'

/** A Tuesday; summer time ends during the dates. */
const TUESDAYS = {
  title: 'Tango in the hall',
  start_date: '2030-10-01 19:30:00',
  end_date: '2030-10-01 22:00:00',
  timezone: 'Europe/Berlin',
  recurrence: ['RRULE:FREQ=WEEKLY;COUNT=8', 'RDATE:2030-10-04 11:00', 'EXDATE:2030-10-15'],
}
const ALL = 'start_date=2030-01-01&end_date=2032-12-31'

onSqlite('repeated events in feeds', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
  const read = async (path: string): Promise<any> => {
    const { status, body, bytes } = await server.ask('GET', path)
    equal(status, 200, path)
    return typeof body === 'string' || Buffer.isBuffer(body) ? bytes.toString() : body
  }
  const textOf = async (path: string) => (await server.ask('GET', path)).bytes.toString()
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
  const datesOf = async (id: number): Promise<any[]> =>
    (await read(`/events?post_parent=${id}&per_page=50&${ALL}`)).events
  const change = async (id: number, body: object) => {
    const { status } = await server.ask('PATCH', `/events/${id}`, { as: 'editor', body })
    equal(status, 200)
  }
  const made: number[] = []
  const repeat = async (fields: object = {}): Promise<number> => {
    const { id } = await make.event({ ...TUESDAYS, ...fields })
    made.push(id)
    return id
  }
  afterEach(async () => {
    for (const id of made.splice(0)) await server.ask('DELETE', `/events/${id}?force=1`, { as: 'editor' })
  })
  const components = (text: string) => new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')

  test('iCalendar has one entry with rules; other programs compute the dates of the list from it', async () => {
    const venue = await make.venue({ venue: 'Other Hall' })
    const id = await repeat()
    const dates = await datesOf(id)
    await change(dates[3].id, {
      start_date: '2030-10-23 20:00:00',
      end_date: '2030-10-23 23:00:00',
      title: 'Tango ball',
    })
    await change(dates[4].id, { venue: venue.id })
    await change(dates[5].id, { hide_from_listings: true })
    await server.ask('DELETE', `/events/${dates[6].id}`, { as: 'editor' })
    const listed = (await datesOf(id)).map((date) => date.utc_start_date).sort()
    equal(listed.length, 6)

    const text = await textOf(`/events.ics?${ALL}`)
    assertLines(text)
    deepEqual(startsByNodeIcal(text), listed)
    deepEqual(startsByIcalJs(text), listed)
    const entries = components(text)
    // The added date is an entry of its own.
    equal(new Set(entries.map((entry) => entry.getFirstPropertyValue('uid'))).size, 2)
    deepEqual(
      entries.map((entry) => entry.getFirstPropertyValue('recurrence-id')?.toString() ?? null),
      [null, '2030-10-22T19:30:00', '2030-10-29T19:30:00', null],
    )
    equal(entries[1]?.getFirstPropertyValue('summary'), 'Tango ball')
    match(String(entries[2]?.getFirstPropertyValue('location')), /Other Hall/)
    equal(await textOf(`/events/${id}.ics`).then((one) => components(one).length), 4)
    equal(await textOf(`/events/${dates[0].id}.ics`).then((one) => components(one).length), 1)
    doesNotMatch(await textOf(`/events/${dates[0].id}.ics`), /RRULE:FREQ=WEEKLY|RECURRENCE-ID/)
  })

  test('dates that a filter selects without the others are entries of their own', async () => {
    const venue = await make.venue({ venue: 'Other Hall' })
    const id = await repeat()
    const [, date] = await datesOf(id)
    await change(date.id, { venue: venue.id, title: 'Tango elsewhere' })
    for (const filter of [`venue=${venue.id}`, 'search=elsewhere', `include=${date.id}`]) {
      const text = await textOf(`/events.ics?${filter}&${ALL}`)
      equal(components(text).length, 1, filter)
      doesNotMatch(text, /RRULE:FREQ=WEEKLY|RECURRENCE-ID/)
    }
  })

  test('with expand=true, each date is an entry of its own', async () => {
    const id = await repeat()
    const [, date] = await datesOf(id)
    await change(date.id, { start_date: '2030-10-09 20:00:00', end_date: '2030-10-09 23:00:00' })
    const listed = (await datesOf(id)).map((one) => one.utc_start_date).sort()
    for (const path of [`/events.ics?${ALL}&expand=true`, `/events/${id}.ics?expand=true`]) {
      const text = await textOf(path)
      assertLines(text)
      doesNotMatch(text, /RRULE:FREQ=WEEKLY|RECURRENCE-ID|RDATE/, path)
      deepEqual(startsByNodeIcal(text), listed, path)
      const uids = components(text).map((one) => one.getFirstPropertyValue('uid'))
      equal(new Set(uids).size, listed.length, path)
    }
    const { entries } = await read(`/events.jscal.json?${ALL}&expand=1`)
    deepEqual([entries.length, JSON.stringify(entries).includes('recurrenceRules')], [listed.length, false])
    const { status, body } = await server.ask('GET', '/events.ics?expand=maybe')
    deepEqual([status, Object.keys(body.data.params)], [400, ['expand']])
    equal((await server.ask('GET', `/events/${id}.ics?expand=maybe`)).status, 400)
  })

  test('a feed of a later time has the repeated event from its first date on', async () => {
    const id = await repeat({ recurrence: 'FREQ=WEEKLY;UNTIL=20321231' })
    const text = await textOf('/events.ics?start_date=2031-06-01&end_date=2031-07-01')
    match(text, /DTSTART;TZID=Europe\/Berlin:20301001T193000\r\n/)
    match(text, /RRULE:FREQ=WEEKLY;UNTIL=20321231T225959Z\r\n/)
    const zones = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vtimezone')
    equal(zones.length, 1)
    const listed = (await datesOf(id)).map((date) => date.utc_start_date)
    deepEqual(startsByNodeIcal(text).slice(0, listed.length), listed)
  })

  for (const [what, fields, lines] of [
    [
      'all day',
      { all_day: true, recurrence: 'FREQ=WEEKLY;UNTIL=20301031\nEXDATE:2030-10-08' },
      /RRULE:FREQ=WEEKLY;UNTIL=20301031\r\n(.*\r\n)*EXDATE;VALUE=DATE:20301008\r\n/,
    ],
    [
      'in UTC',
      { timezone: 'UTC', recurrence: 'FREQ=WEEKLY;UNTIL=20301031' },
      /RRULE:FREQ=WEEKLY;UNTIL=20301031T235959Z\r\n/,
    ],
    [
      'in a zone without a name',
      {
        timezone: 'UTC+5:30',
        start_date: '2030-10-01 03:00:00',
        end_date: '2030-10-01 04:00:00',
        recurrence: 'FREQ=WEEKLY;BYDAY=TU;COUNT=3',
      },
      /DTSTART:20300930T213000Z\r\n(.*\r\n)*DTSTART:20301007T213000Z\r\n/,
    ],
  ] as const) {
    test(`an event ${what} keeps its dates`, async () => {
      const id = await repeat(fields)
      const text = await textOf(`/events/${id}.ics`)
      match(text, lines)
      const listed = (await datesOf(id)).map((date) => (date.all_day ? date.start_date : date.utc_start_date))
      deepEqual(startsByIcalJs(text), listed)
    })
  }

  test('JSCalendar has rules, and overrides for dates that differ', async () => {
    const id = await repeat()
    const dates = await datesOf(id)
    await change(dates[2].id, {
      title: 'Tango ball',
      start_date: '2030-10-08 20:00:00',
      end_date: '2030-10-08 22:30:00',
    })
    const { entries } = JSON.parse(await textOf(`/events.jscal.json?${ALL}`))
    equal(entries.length, 2)
    const [entry] = entries
    deepEqual(entry.recurrenceRules, [{ '@type': 'RecurrenceRule', frequency: 'weekly', count: 8 }])
    const { '2030-10-08T19:30:00': ball, ...others } = entry.recurrenceOverrides
    deepEqual(others, { '2030-10-15T19:30:00': { excluded: true } })
    deepEqual([ball.title, ball.start], ['Tango ball', '2030-10-08T20:00:00'])
    ok(!('uid' in ball) && !('description' in ball))
  })

  test('JSCalendar has the time zone of dates in another zone, and of timed dates of an all-day event', async () => {
    const overrideOf = async (id: number, fields: object) => {
      await change((await datesOf(id))[1].id, fields)
      const { entries } = JSON.parse(await textOf(`/events/${id}.jscal.json`))
      const { start, timeZone, showWithoutTime } =
        entries[0].recurrenceOverrides['2030-10-08T19:30:00'] ?? entries[0].recurrenceOverrides['2030-10-08T00:00:00']
      return [start, timeZone, showWithoutTime]
    }
    const weekly = { recurrence: 'FREQ=WEEKLY;COUNT=3' }
    deepEqual(await overrideOf(await repeat(weekly), { timezone: 'America/New_York' }), [
      '2030-10-08T19:30:00',
      'America/New_York',
      undefined,
    ])
    const timed = { all_day: false, start_date: '2030-10-08 18:00', end_date: '2030-10-08 20:00' }
    deepEqual(await overrideOf(await repeat({ ...weekly, all_day: true }), timed), [
      '2030-10-08T18:00:00',
      'Europe/Berlin',
      null,
    ])
    deepEqual(await overrideOf(await repeat(weekly), { all_day: true }), ['2030-10-08T00:00:00', null, true])
  })

  test('overrides in JSCalendar have no property that a date may not change', async () => {
    const id = await repeat()
    const series = await make.series({ title: 'Tango nights' })
    await change((await datesOf(id))[2].id, { series: series.id, title: 'Tango ball' })
    const { entries } = JSON.parse(await textOf(`/events/${id}.jscal.json`))
    const ball = entries[0].recurrenceOverrides['2030-10-08T19:30:00']
    deepEqual([ball.title, 'relatedTo' in ball], ['Tango ball', false])
  })

  test('formats without rules have an item for each date', async () => {
    const id = await repeat()
    const dates = await datesOf(id)
    const rows = rowsIn(await textOf(`/events.csv?${ALL}`))
    equal(rows.length, dates.length)
    const { items } = JSON.parse(await textOf(`/events.feed.json?${ALL}`))
    equal(new Set(items.map((item: { id: string }) => item.id)).size, dates.length)
  })
})
