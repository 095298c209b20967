import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { INVARIANTS } from '../../src/check/check-database.ts'
import { TEC } from '../../src/core/faces.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { assertHolds } from '../kit/engines/invariants.ts'
import { tecV1Of } from '../kit/server/tec-v1.ts'
import { withServer } from '../kit/server/with-server.ts'

const TUESDAYS = {
  title: 'Tango in the hall',
  description: 'Bring light shoes.',
  start_date: '2030-07-02 19:30:00',
  end_date: '2030-07-02 22:00:00',
  timezone: 'Europe/Berlin',
  cost: '12',
  recurrence: ['RRULE:FREQ=WEEKLY;COUNT=10;BYDAY=TU'],
}
const STARTS = Array.from({ length: 10 }, (_, week) =>
  new Date(Date.UTC(2030, 6, 2 + 7 * week, 19, 30)).toISOString().slice(0, 19).replace('T', ' '),
)

// biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
type Body = any

forEachEngine('repeated events', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  const made: number[] = []
  const add = async (fields: object): Promise<Body> => {
    const event = await make.event({ ...TUESDAYS, ...fields })
    made.push(event.id)
    return event
  }
  afterEach(async () => {
    for (const id of made.splice(0)) await server.ask('DELETE', `/events/${id}?force=1`, { as: 'editor' })
  })
  const read = async (path: string, ask = {}): Promise<Body> => {
    const { status, body } = await server.ask('GET', path, ask)
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`)
    return body
  }
  const startsOf = (events: Body[]) => events.map(({ start_date }) => start_date)
  const datesOf = async (id: number): Promise<Body[]> => (await read(`/events/${id}/occurrences?per_page=50`)).events

  test('lists have the dates, and not the repeated event', async () => {
    const venue = await make.venue()
    const above = await make.category()
    const category = await make.category({ parent: above.id })
    const tag = await make.tag()
    const given = { venue: venue.id, categories: [category.id], tags: [tag.id], featured: true }
    const event = await add(given)
    for (const filter of [
      '',
      `&venue=${venue.id}`,
      `&categories=${above.id}`,
      `&tags=${tag.id}`,
      '&featured=1',
      '&search=light+shoes',
      '&fallback=0',
      `&search=tango&venue=${venue.id}`,
      `&post_parent=${event.id}`,
      '&recurring=1',
    ]) {
      const { events, total } = await read(`/events?per_page=50${filter}`)
      assert.deepEqual([startsOf(events), total], [STARTS, 10], filter)
      assert.ok(
        events.every((one: Body) => one.parent === event.id && one.title === TUESDAYS.title),
        filter,
      )
      assert.ok(
        events.every((one: Body) => one.cost === '$12' && one.venue.id === venue.id),
        filter,
      )
    }
    for (const filter of ['recurring=0', 'wpml_language=de&fallback=0', 'search=heavy']) {
      assert.equal((await read(`/events?${filter}`, { face: TEC })).total, 0, filter)
    }
    const window = await read('/events?start_date=2030-07-05&end_date=2030-07-20')
    assert.deepEqual(startsOf(window.events), STARTS.slice(1, 3))
    assert.equal((await read(`/categories/${category.id}`)).count, 1)
  })

  test('a repeated event tells its recurrence and its dates', async () => {
    const { id } = await add({})
    const { recurrence, occurrences, start_date, hide_from_listings } = await read(`/events/${id}`)
    const [first] = await datesOf(id)
    assert.deepEqual(recurrence, TUESDAYS.recurrence)
    assert.deepEqual([start_date, hide_from_listings], [TUESDAYS.start_date, false])
    assert.deepEqual(occurrences, {
      total: 10,
      next: { id: first.id, start_date: STARTS[0], url: 'http://localhost/event/tango-in-the-hall/2030-07-02/' },
      last_start_date: STARTS[9],
      endless: false,
      shown_until: STARTS[9],
      overridden: [],
      rest_url: `http://localhost/cal/events/v1/events/${id}/occurrences`,
    })
    server.clock.now += 20 * 86_400
    const later = await read(`/events/${id}`)
    assert.equal(later.occurrences.next.start_date, STARTS[1])
    server.clock.now -= 20 * 86_400
  })

  test('a date is an event with an id and an address of its own', async () => {
    const { id } = await add({})
    const [, second] = await datesOf(id)
    const date = await read(`/events/${second.id}`)
    assert.deepEqual(date.occurrence, {
      original_start: STARTS[1],
      overrides: [],
      event_url: 'http://localhost/event/tango-in-the-hall/',
    })
    assert.equal(date.recurrence_text, 'Every Tuesday, 10 times')
    assert.equal(date.url, 'http://localhost/event/tango-in-the-hall/2030-07-09/')
    assert.deepEqual([date.parent, date.utc_end_date], [id, '2030-07-09 20:00:00'])
    const { body: inTecV1 } = await tecV1Of(server)('GET', `/events/${second.id}`)
    assert.deepEqual([inTecV1.id, inTecV1.occurrence_id], [id, second.id])
  })

  test('each date has a page, and the page of a removed one leads to the event', async () => {
    const { slug } = await add({ recurrence: 'RRULE:FREQ=DAILY;BYHOUR=19,21;BYMINUTE=30;COUNT=4' })
    const page = (path: string) => server.ask('GET', `host:/event/${slug}/${path}`)
    for (const [path, time] of [
      ['2030-07-03/', '19:30'],
      ['2030-07-03/2130/', '21:30'],
    ]) {
      const { status, body } = await page(path as string)
      assert.equal(status, 200, path)
      assert.match(body, new RegExp(`2030-07-03T${time}`), path)
    }
    const { status, headers } = await page('2030-07-20/')
    assert.deepEqual([status, headers.location], [301, `/event/${slug}/`])
  })

  test('the number of a date among those of its day leads to its page', async () => {
    const { id, slug } = await add({ recurrence: 'RRULE:FREQ=DAILY;BYHOUR=19,20,21;BYMINUTE=30;COUNT=6' })
    const { slug: single } = await add({ title: 'Lecture', recurrence: undefined })
    const answerTo = async (path: string) => {
      const { status, headers } = await server.ask('GET', `host:${path}`)
      return [status, headers.location]
    }
    const at = (path: string) => `/event/${slug}/2030-07-03/${path}`
    assert.deepEqual(await answerTo(at('2/')), [301, at('2030/')])
    assert.deepEqual(await answerTo(at('3')), [301, at('2130/')])
    for (const path of [at('1/'), at('4/'), at('999/'), at('02/'), `/event/${single}/2030-07-02/2/`]) {
      assert.equal((await answerTo(path))[0], 404, path)
    }
    const dates = await datesOf(id)
    await server.ask('DELETE', `/events/${dates[4].id}`, { as: 'editor' })
    assert.deepEqual(await answerTo(at('2/')), [301, at('2130/')])
    assert.equal((await answerTo(at('3/')))[0], 404)
    assert.equal((await answerTo('/events/2030-07-03/2/'))[0], 404)
    await server.ask('PATCH', `/events/${id}`, { as: 'editor', body: { status: 'draft' } })
    for (const path of [at('2/'), at('9/')]) assert.deepEqual(await answerTo(path), [403, undefined], path)
  })

  test('a list may have each repeated event once, with its next dates', async () => {
    const { id } = await add({})
    const single = await add({
      title: 'Lecture',
      start_date: '2030-07-20',
      end_date: '2030-07-20',
      recurrence: undefined,
    })
    for (const parameter of ['occurrences=next', 'hide_subsequent_recurrences=true']) {
      const { events, total } = await read(`/events?${parameter}&start_date=2030-07-05`)
      assert.equal(total, 2)
      assert.deepEqual([events[0].parent, events[0].start_date, events[0].dates_total], [id, STARTS[1], 9])
      assert.deepEqual(startsOf(events[0].dates), STARTS.slice(1))
      assert.equal(events[1].id, single.id)
      assert.equal('dates' in events[1], false)
    }
    const paged = await read('/events?occurrences=next&per_page=1')
    assert.match(paged.next_rest_url, /occurrences=next/)
    assert.equal((await read('/events?occurrences=next&search=tango')).total, 1)
  })

  test('dates keep the time of day over clock changes', async () => {
    const fields = { start_date: '2031-03-28 02:30:00', end_date: '2031-03-28 03:30:00', timezone: 'Europe/Berlin' }
    const { id } = await add({ ...fields, recurrence: 'FREQ=DAILY;COUNT=4' })
    const dates = await datesOf(id)
    assert.deepEqual(startsOf(dates), [
      '2031-03-28 02:30:00',
      '2031-03-29 02:30:00',
      '2031-03-30 03:30:00',
      '2031-03-31 02:30:00',
    ])
    assert.equal(dates[2].occurrence.original_start, '2031-03-30 02:30:00')
  })

  test('dates may be listed, each with a length of its own', async () => {
    const dates = [
      { start_date: '2030-07-02 19:30', end_date: '2030-07-02 22:00' },
      { start_date: '2030-07-11 10:00', end_date: '2030-07-12 18:00' },
      { start_date: '2030-07-20' },
    ]
    const { id } = await add({ recurrence: undefined, dates })
    const listed = await datesOf(id)
    assert.deepEqual(
      listed.map(({ start_date, end_date }) => [start_date, end_date]),
      [
        ['2030-07-02 19:30:00', '2030-07-02 22:00:00'],
        ['2030-07-11 10:00:00', '2030-07-12 18:00:00'],
        ['2030-07-20 19:30:00', '2030-07-20 22:00:00'],
      ],
    )
    assert.match(listed[1].url, /tango-in-the-hall\/2030-07-11\/1000\/$/)
  })

  test('dates of a rule without end are stored for 36 months', async () => {
    const { id } = await add({ recurrence: 'RRULE:FREQ=MONTHLY' })
    const { occurrences } = await read(`/events/${id}`)
    assert.deepEqual([occurrences.endless, occurrences.total], [true, 37])
    assert.equal(occurrences.shown_until, '2033-07-02 19:30:00')
    const dates = { start_date: '9995-07-02 19:30:00', end_date: '9995-07-02 22:00:00' }
    const late = await read(`/events/${(await add({ ...dates, recurrence: 'RRULE:FREQ=MONTHLY' })).id}`)
    assert.equal(late.occurrences.shown_until, '9998-07-02 19:30:00')
  })

  for (const [why, sent, field] of [
    ['a rule that never happens', { recurrence: 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }, 'recurrence'],
    ['a start that is not one of the dates', { recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=FR' }, 'recurrence'],
    ['COUNT with UNTIL', { recurrence: 'RRULE:FREQ=DAILY;COUNT=3;UNTIL=20310101' }, 'recurrence'],
    ['an hourly rule', { recurrence: 'RRULE:FREQ=HOURLY' }, 'recurrence'],
    ['more than 4,000 dates', { recurrence: 'RRULE:FREQ=DAILY;UNTIL=20990101' }, 'recurrence'],
    ['a line of another kind', { recurrence: ['DTSTART:20300702'] }, 'recurrence'],
    ['a number', { recurrence: 7 }, 'recurrence'],
    ['a date that is not valid', { recurrence: undefined, dates: [{ start_date: '2030-07-40' }] }, 'dates'],
    [
      'an end before the start',
      { recurrence: undefined, dates: [{ start_date: '2030-07-20', end_date: '2030-07-19' }] },
      'dates',
    ],
    [
      'a date after the year 9999',
      { start_date: '9999-12-20 19:30:00', end_date: '9999-12-20 22:00:00', recurrence: 'RRULE:FREQ=DAILY;COUNT=12' },
      'recurrence',
    ],
    [
      'a start of two dates with different ends',
      {
        recurrence: undefined,
        dates: [
          { start_date: '2030-07-20', end_date: '2030-07-20 21:00' },
          { start_date: '2030-07-20', end_date: '2030-07-20 22:30' },
        ],
      },
      'dates',
    ],
    ['both fields', { dates: [{ start_date: '2030-07-20' }] }, 'dates'],
  ] as const) {
    test(`${why} is refused, and nothing is written`, async () => {
      const { status, body } = await server.ask('POST', '/events', { as: 'editor', body: { ...TUESDAYS, ...sent } })
      assert.equal(status, 400, JSON.stringify(body))
      assert.deepEqual([body.code, Object.keys(body.data.params)], ['rest_invalid_param', [field]])
      assert.equal((await read('/events')).total, 0)
    })
  }

  test('dates after the end of the calendar are refused with a message that says so', async () => {
    const last = { ...TUESDAYS, start_date: '9999-12-29 19:30:00', end_date: '9999-12-29 22:00:00' }
    const late = '9999-12-31 19:30:00'
    const refused = async (path: string, sent: object, field: string) => {
      const { status, body } = await server.ask('POST', path, { as: 'editor', body: sent })
      assert.deepEqual([status, Object.keys(body.data.params)], [400, [field]])
      assert.match(body.data.params[field], /the date 9999-12-31 19:30:00 would end after 9999-12-30/)
    }
    const { id } = await add({ ...last, recurrence: 'FREQ=DAILY;COUNT=2' })
    for (const path of ['/events', '/events/recurrence/preview']) {
      await refused(path, { ...last, recurrence: 'FREQ=DAILY;COUNT=5' }, 'recurrence')
      await refused(path, { ...last, recurrence: undefined, dates: [{ start_date: late }] }, 'dates')
      const dates = [{ start_date: late, end_date: '9999-12-31 20:00' }]
      await refused(path, { ...last, recurrence: undefined, dates }, 'dates')
    }
    await refused(`/events/${id}/occurrences`, { start_date: late }, 'start_date')
    await refused(`/events/${id}/occurrences`, { start_date: late, end_date: '9999-12-31 20:00' }, 'end_date')
  })

  test('callers who may not read a repeated event learn nothing of its dates', async () => {
    const { id } = await add({ status: 'draft' })
    const [first] = (await read(`/events?status=draft&post_parent=${id}`, { as: 'editor' })).events
    for (const path of [`/events/${first.id}`, `/events/${id}/occurrences`]) {
      assert.equal((await server.ask('GET', path)).status, 403, path)
    }
    assert.equal((await server.ask('GET', `/events?post_parent=${id}`)).status, 400)
    assert.equal((await read('/events')).total, 0)
    await server.ask('PATCH', `/events/${id}`, { as: 'editor', body: { status: 'publish' } })
    assert.equal((await read('/events')).total, 10)
  })

  test('hidden dates are found by id and by their event only', async () => {
    const { id } = await add({ hide_from_listings: true })
    assert.equal((await read('/events')).total, 0)
    assert.equal((await datesOf(id)).length, 10)
    assert.equal((await read(`/events/${id}`)).hide_from_listings, true)
    await server.ask('PATCH', `/events/${id}`, { as: 'editor', body: { hide_from_listings: false } })
    assert.equal((await read('/events')).total, 10)
  })

  test('wp/v2 finds a repeated event by its slug, unless its dates are hidden', async () => {
    const { id } = await add({ slug: 'tango-weekly' })
    const found = async () => {
      const { body } = await server.ask('GET', 'host:/wp-json/wp/v2/tribe_events?slug=tango-weekly')
      return (body as { id: number }[]).map((event) => event.id)
    }
    assert.deepEqual(await found(), [id])
    await server.ask('PATCH', `/events/${id}`, { as: 'editor', body: { hide_from_listings: true } })
    assert.deepEqual(await found(), [])
    const changed = { hide_from_listings: false, status: 'draft' }
    await server.ask('PATCH', `/events/${id}`, { as: 'editor', body: changed })
    assert.deepEqual(await found(), [])
  })

  test('a scheduled event and its dates are published together', async () => {
    await add({ date: '2030-06-16 12:00:00' })
    assert.equal((await read('/events')).total, 0)
    server.clock.now += 2 * 86_400
    assert.equal((await read('/events')).total, 10)
    await assertHolds(server.db, INVARIANTS)
    server.clock.now -= 2 * 86_400
  })

  test('the data are consistent', async () => {
    await add({ tags: ['Dance'] })
    await assertHolds(server.db, INVARIANTS)
  })
})
