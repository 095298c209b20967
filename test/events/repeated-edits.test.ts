import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { INVARIANTS } from '../../src/check/check-database.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { assertHolds } from '../kit/engines/invariants.ts'
import { withServer } from '../kit/server/with-server.ts'

// biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
type Body = any

/** Six Tuesdays in July and August 2030. */
const TUESDAYS = {
  title: 'Tango',
  start_date: '2030-07-02 19:30:00',
  end_date: '2030-07-02 22:00:00',
  recurrence: 'RRULE:FREQ=WEEKLY;COUNT=6;BYDAY=TU',
}

forEachEngine('edits of repeated events', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  const request = async (method: string, path: string, body?: object, status = 200, ask = {}): Promise<Body> => {
    const answer = await server.ask(method, path, { as: 'editor', ...(body && { body }), ...ask })
    assert.equal(answer.status, status, `${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const datesOf = async (id: number): Promise<Body[]> =>
    (await request('GET', `/events/${id}/occurrences?per_page=50`)).events
  const add = async (fields: object = {}): Promise<{ id: number; dates: Body[] }> => {
    const { id } = await make.event({ ...TUESDAYS, ...fields })
    return { id, dates: await datesOf(id) }
  }
  const pairsOf = (dates: Body[]) => dates.map(({ id, start_date }) => [id, start_date.slice(5, 16)])

  afterEach(() => assertHolds(server.db, INVARIANTS))

  test('a split with another time of day at which there is a date is refused', async () => {
    const recurrence = 'RRULE:FREQ=WEEKLY;COUNT=2\nRDATE:20300716T101500,20300716T180000'
    const { dates } = await add({ recurrence })
    const times = { start_date: '2030-07-16 18:00:00', end_date: '2030-07-16 19:00:00' }
    const body = { scope: 'following', ...times }
    const refused = await request('PATCH', `/events/${dates[2].id}`, body, 400)
    assert.deepEqual(Object.keys(refused.data.params), ['start_date'])
  })

  test('the only date that a split leaves can get another time of day', async () => {
    const recurrence = 'RRULE:FREQ=DAILY;BYHOUR=20;UNTIL=20300702T210000\nRDATE:20300702T193000'
    const { id, dates } = await add({ recurrence })
    await request('PATCH', `/events/${dates[1].id}`, { scope: 'following', title: 'Waltz' })
    const times = { start_date: '2030-07-02 09:00:00', end_date: '2030-07-02 10:00:00' }
    await request('PATCH', `/events/${dates[0].id}`, { scope: 'following', ...times })
    assert.deepEqual(pairsOf(await datesOf(id)), [[dates[0].id, '07-02 09:00']])
  })

  test('a change of the repeated event is a change of all dates, which keep what they say themselves', async () => {
    const { id, dates } = await add()
    await request('PATCH', `/events/${dates[2].id}`, { title: 'Tango with live music' })
    const changed = await request('PATCH', `/events/${id}`, { title: 'Salsa', cost: '5' })
    assert.deepEqual(changed.occurrences.overridden, [
      { id: dates[2].id, start_date: dates[2].start_date, overrides: ['texts'] },
    ])
    const differing = [{ id: dates[2].id, original_start: dates[2].start_date, fields: ['texts'] }]
    assert.deepEqual(changed.kept_overrides, differing)
    const fromDate = await request('PATCH', `/events/${dates[0].id}`, { title: 'Salsa', scope: 'all' })
    assert.deepEqual([fromDate.kept_overrides, 'orphans' in fromDate, 'follows' in fromDate], [differing, false, false])
    assert.equal('kept_overrides' in (await request('GET', `/events/${id}`)), false)
    const titles = (await datesOf(id)).map(({ title }) => title)
    assert.deepEqual(titles, ['Salsa', 'Salsa', 'Tango with live music', 'Salsa', 'Salsa', 'Salsa'])
    assert.equal((await request('GET', `/events/${dates[2].id}`)).cost, '$5')
    assert.equal((await request('GET', '/events?search=live')).total, 1)
    assert.equal((await request('GET', '/events?search=salsa')).total, 5)
    const alone = await request('PATCH', `/events/${dates[2].id}`, { cost: '7' })
    const reset = await request('PATCH', `/events/${id}`, { reset_overrides: true })
    for (const answer of [alone, reset]) assert.equal('kept_overrides' in answer, false)
    assert.equal((await request('GET', '/events?search=salsa')).total, 6)
  })

  test('dates have the offers of the repeated event, and are found by their prices', async () => {
    const offer = (price: number) => [{ name: 'Full', price, currency: 'EUR', url: 'https://tickets.example/' }]
    const { id, dates } = await add({ offers: offer(9) })
    const count = async (query: string) => (await request('GET', `/events?${query}`)).total
    const [ticketed, free] = [await count('ticketed=true'), await count('is_free=true')]
    assert.deepEqual([dates[0].cost, dates[0].offers[0].price], ['€9', '9.00'])
    await request('PATCH', `/events/${dates[1].id}`, { offers: offer(12) })
    await request('PATCH', `/events/${id}`, { offers: offer(0) })
    const costs = (await datesOf(id)).map(({ cost }) => cost)
    assert.deepEqual(
      costs,
      dates.map((_, index) => (index === 1 ? '€12' : 'Free')),
    )
    assert.deepEqual([await count('ticketed=true'), await count('is_free=true')], [ticketed, free + dates.length - 1])
  })

  test('one date may have other times, places, prices, terms and texts', async () => {
    const [hall, barn] = [await make.venue({ venue: 'Hall' }), await make.venue({ venue: 'Barn' })]
    const { id, dates } = await add({ venue: hall.id, tags: ['Dance'] })
    const [, second] = dates
    const sent = { start_date: '2030-07-10 20:00:00', end_date: '2030-07-10 23:00:00', venue: barn.id, cost: 'Free' }
    const changed = await request('PATCH', `/events/${second.id}`, { ...sent, featured: true, description: 'Outside.' })
    assert.deepEqual([changed.start_date, changed.venue.id, changed.cost], [sent.start_date, barn.id, 'Free'])
    assert.deepEqual(changed.occurrence.overrides, ['texts', 'times', 'cost', 'admission', 'featured', 'venue'])
    assert.equal(changed.occurrence.original_start, second.start_date)
    assert.equal(changed.tags[0].name, 'Dance')
    assert.match(changed.url, /\/2030-07-09\/$/)
    assert.equal((await request('GET', `/events?venue=${barn.id}`)).total, 1)
    assert.equal((await request('GET', `/events?venue=${hall.id}`)).total, 5)
    const third = await make.venue({ venue: 'Tent' })
    await request('PATCH', `/events/${id}`, { venue: third.id })
    assert.equal((await request('GET', `/events?venue=${third.id}`)).total, 5)
    await request('PATCH', `/events/${id}`, { reset_overrides: true })
    const reset = await request('GET', `/events/${second.id}`)
    assert.deepEqual(reset.occurrence.overrides, [])
    assert.deepEqual([reset.start_date, reset.venue.id, reset.cost], [second.start_date, third.id, ''])
    assert.equal((await request('GET', `/events?venue=${third.id}`)).total, 6)
  })

  test('one date is cancelled, or all', async () => {
    const { id, dates } = await add()
    const isCancelled = async () => (await datesOf(id)).map(({ event_status }) => event_status === 'cancelled')
    await request('PATCH', `/events/${dates[1].id}`, { event_status: 'cancelled', status_reason: 'Illness' })
    assert.deepEqual(await isCancelled(), [false, true, false, false, false, false])
    assert.equal((await request('GET', '/events?event_status=cancelled')).total, 1)
    await request('PATCH', `/events/${dates[2].id}`, { sold_out: true })
    await request('PATCH', `/events/${id}`, { event_status: 'cancelled' })
    assert.deepEqual(await isCancelled(), [true, true, true, true, true, true])
    assert.equal((await request('GET', '/events?event_status=cancelled')).total, 6)
    await request('PATCH', `/events/${id}`, { event_status: 'scheduled', reset_overrides: true })
    assert.equal((await request('GET', '/events?event_status=cancelled')).total, 0)
  })

  test('a date is translated by itself, and a repeated event with all dates', async () => {
    const { id, dates } = await add()
    await request('PUT', `/events/${id}/translations/de`, { title: 'Tango auf Deutsch' })
    const listed = await request('GET', '/events?fallback=0&search=deutsch', undefined, 200, { root: 'de' })
    assert.equal(listed.total, 6)
    await request('PUT', `/events/${dates[0].id}/translations/fi`, { title: 'Tango suomeksi' })
    const own = await request('GET', `/events/${dates[0].id}`)
    assert.deepEqual(Object.keys(own.translations), ['en', 'fi', 'de'])
    assert.match(own.translations.de.url, /\/de\/event\/tango-auf-deutsch\/2030-07-02\/$/)
    assert.equal((await request('GET', '/events?fallback=0', undefined, 200, { root: 'fi' })).total, 1)
    await request('PUT', `/events/${dates[0].id}/translations/fi`, { title: 'Tango', slug: 'tango' }, 400)
    await request('DELETE', `/events/${dates[0].id}/translations/fi`)
    await request('DELETE', `/events/${id}/translations/de`)
    // The first date has texts of its own, and keeps its translation.
    assert.equal((await request('GET', '/events?fallback=0', undefined, 200, { root: 'de' })).total, 1)
  })

  test('another time of day moves all dates, which keep their ids', async () => {
    const { id, dates } = await add()
    await request('PATCH', `/events/${dates[3].id}`, { start_date: '2030-07-24 12:00', end_date: '2030-07-24 13:00' })
    await request('PATCH', `/events/${id}`, { start_date: '2030-07-02 18:00:00', end_date: '2030-07-02 20:00:00' })
    const moved = await datesOf(id)
    assert.deepEqual(
      pairsOf(moved),
      dates.map((date, at) => [date.id, at === 3 ? '07-24 12:00' : `${date.start_date.slice(5, 10)} 18:00`]),
    )
    assert.equal(moved[0].end_date, '2030-07-02 20:00:00')
    assert.equal(moved[3].occurrence.original_start, '2030-07-23 18:00:00')
  })

  test('another weekday changes the rule, and the dates keep their ids', async () => {
    const { id, dates } = await add()
    const changed = await request('PATCH', `/events/${dates[1].id}`, {
      scope: 'all',
      start_date: '2030-07-10 19:30:00',
      end_date: '2030-07-10 22:00:00',
    })
    assert.equal(changed.start_date, '2030-07-10 19:30:00')
    const event = await request('GET', `/events/${id}`)
    assert.deepEqual(event.recurrence, ['RRULE:FREQ=WEEKLY;COUNT=6;BYDAY=WE'])
    assert.deepEqual(
      (await datesOf(id)).map((date) => date.id),
      dates.map((date) => date.id),
    )
  })

  test('another weekday of a rule that names none loses no date and brings no removed one back', async () => {
    const { id, dates } = await add({ recurrence: 'FREQ=WEEKLY;UNTIL=20300806' })
    await request('DELETE', `/events/${dates[2].id}`)
    const times = { start_date: '2030-07-10 19:30:00', end_date: '2030-07-10 22:00:00' }
    await request('PATCH', `/events/${dates[1].id}`, { scope: 'all', ...times })
    assert.deepEqual((await request('GET', `/events/${id}`)).recurrence, [
      'RRULE:FREQ=WEEKLY;UNTIL=20300807T235959',
      'EXDATE:20300717T193000',
    ])
    assert.deepEqual(
      (await datesOf(id)).map((date) => date.id),
      dates.filter((_, nth) => nth !== 2).map((date) => date.id),
    )
  })

  test('a value that one date has already can be given to all', async () => {
    const { id, dates } = await add()
    await request('PATCH', `/events/${dates[1].id}`, { title: 'Salsa' })
    await request('PATCH', `/events/${dates[1].id}`, { title: 'Salsa', scope: 'all' })
    assert.equal((await request('GET', `/events/${id}`)).title, 'Salsa')
  })

  test('another rule keeps the dates that it gives, and those with values of their own', async () => {
    const { id, dates } = await add()
    await request('PATCH', `/events/${dates[1].id}`, { title: 'Special' })
    const changed = await request('PATCH', `/events/${id}`, { recurrence: 'RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=3' })
    assert.deepEqual(changed.recurrence, ['RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=3', 'RDATE:20300709T193000'])
    assert.deepEqual([changed.orphans, changed.kept_overrides.length], [[dates[1].id], 1])
    const kept = [dates[0], dates[1], dates[2], dates[4]]
    assert.deepEqual(pairsOf(await datesOf(id)), pairsOf(kept))
    const again = await request('PATCH', `/events/${id}`, { recurrence: TUESDAYS.recurrence })
    assert.equal('orphans' in again, false)
    assert.deepEqual(pairsOf(await datesOf(id)), pairsOf(dates))
  })

  test('another rule that excludes a date with values of its own removes it', async () => {
    for (const excluding of ['EXDATE:20300716T193000', 'EXRULE:FREQ=WEEKLY;INTERVAL=2']) {
      const { id, dates } = await add()
      await request('PATCH', `/events/${dates[2].id}`, { title: 'Special' })
      const changed = await request('PATCH', `/events/${id}`, { recurrence: [TUESDAYS.recurrence, excluding] })
      assert.deepEqual([changed.recurrence[1], 'orphans' in changed], [excluding, false])
      const ids = (await datesOf(id)).map((date) => date.id)
      assert.deepEqual([ids.includes(dates[1].id), ids.includes(dates[2].id)], [true, false])
      await assertHolds(server.db, INVARIANTS)
    }
  })

  test('a date with values of its own is not lost when the event begins later', async () => {
    const { id, dates } = await add()
    await request('PATCH', `/events/${dates[1].id}`, { title: 'Special' })
    const later = {
      ...{ start_date: '2030-07-16 19:30:00', end_date: '2030-07-16 22:00:00' },
      recurrence: 'RRULE:FREQ=WEEKLY;COUNT=4',
    }
    const refused = await request('PATCH', `/events/${id}`, later, 400)
    assert.deepEqual(Object.keys(refused.data.params), ['reset_overrides'])
    assert.deepEqual(pairsOf(await datesOf(id)), pairsOf(dates))
    await request('PATCH', `/events/${id}`, { ...later, reset_overrides: true })
    assert.deepEqual(pairsOf(await datesOf(id)), pairsOf(dates.slice(2)))
  })

  test('a date that an EXRULE excludes is neither added nor restored', async () => {
    const { id, dates } = await add()
    const recurrence = 'RRULE:FREQ=WEEKLY;COUNT=6\nEXRULE:FREQ=WEEKLY;INTERVAL=5'
    await request('PATCH', `/events/${id}`, { recurrence })
    const left = pairsOf(await datesOf(id))
    const restored = await request('PATCH', `/events/${dates[5].id}`, { status: 'publish' }, 400)
    const added = await request('POST', `/events/${id}/occurrences`, { start_date: '2030-09-10 19:30:00' }, 400)
    assert.deepEqual(
      [restored, added].map(({ data }) => Object.keys(data.params)),
      [['status'], ['start_date']],
    )
    assert.deepEqual(pairsOf(await datesOf(id)), left)
  })

  test('other rules and another time of day together keep the ids of dates on the same days', async () => {
    const { id, dates } = await add()
    await request('PATCH', `/events/${dates[2].id}`, { title: 'Special' })
    await request('PATCH', `/events/${id}`, {
      ...{ start_date: '2030-07-02 18:00:00', end_date: '2030-07-02 20:00:00' },
      recurrence: 'RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=3',
    })
    assert.deepEqual(
      pairsOf(await datesOf(id)),
      [0, 2, 4].map((nth) => [dates[nth].id, `${dates[nth].start_date.slice(5, 10)} 18:00`]),
    )
    assert.equal((await request('GET', `/events/${dates[2].id}`)).title, 'Special')
  })

  test('dates keep their ids when the event lasts all day, unless a day has several', async () => {
    const { id, dates } = await add({ recurrence: 'RRULE:FREQ=WEEKLY;COUNT=2\nRDATE:20300714T120000' })
    await request('PATCH', `/events/${id}`, { all_day: true })
    assert.deepEqual(
      pairsOf(await datesOf(id)),
      dates.map((date) => [date.id, `${date.start_date.slice(5, 10)} 00:00`]),
    )
    const several = await add({ recurrence: 'RRULE:FREQ=WEEKLY;COUNT=2\nRDATE:20300709T120000' })
    const refused = await request('PATCH', `/events/${several.id}`, { all_day: true }, 400)
    assert.deepEqual(Object.keys(refused.data.params), ['start_date'])
  })

  test('a date that had a time is restored to the day of an event that lasts all day', async () => {
    const { id, dates } = await add({ recurrence: 'RRULE:FREQ=DAILY;COUNT=2\nRDATE:20300714T120000,20300703T120000' })
    const [, noon, , sunday] = dates
    await request('PATCH', `/events/${id}`, { recurrence: 'RRULE:FREQ=DAILY;COUNT=2' })
    await request('PATCH', `/events/${id}`, { all_day: true, recurrence: 'RRULE:FREQ=DAILY;COUNT=3' })
    await request('PATCH', `/events/${noon.id}`, { status: 'publish' }, 400)
    await request('PATCH', `/events/${sunday.id}`, { status: 'publish' })
    assert.deepEqual(
      (await datesOf(id)).map(({ start_date }) => start_date.slice(5, 10)),
      ['07-02', '07-03', '07-04', '07-14'],
    )
  })

  test('a removed date stays removed, and can be restored', async () => {
    const { id, dates } = await add()
    await request('DELETE', `/events/${dates[1].id}`)
    await request('DELETE', `/events/${dates[1].id}`, undefined, 410)
    await request('PATCH', `/events/${id}`, { title: 'Milonga', start_date: '2030-07-02 20:00:00' })
    assert.equal((await datesOf(id)).length, 5)
    assert.deepEqual((await request('GET', `/events/${id}`)).recurrence[1], 'EXDATE:20300709T200000')
    await request('PATCH', `/events/${dates[1].id}`, { status: 'publish' })
    assert.deepEqual(
      (await datesOf(id)).map((date) => date.id),
      dates.map((date) => date.id),
    )
    assert.equal((await request('GET', `/events/${id}`)).recurrence.length, 1)
  })

  test('the dates from one on are removed, or all', async () => {
    const { id, dates } = await add()
    await request('DELETE', `/events/${dates[4].id}?scope=following`)
    assert.deepEqual(pairsOf(await datesOf(id)), pairsOf(dates.slice(0, 4)))
    await request('DELETE', `/events/${dates[2].id}?scope=all`)
    assert.equal((await request('GET', `/events/${id}`)).status, 'trash')
    await request('PATCH', `/events/${dates[2].id}`, { status: 'publish' }, 410)
    await request('PATCH', `/events/${id}`, { status: 'publish' })
    assert.deepEqual(pairsOf(await datesOf(id)), pairsOf(dates.slice(0, 4)))
  })

  test('a change of a date and all later ones divides the event', async () => {
    const { id, dates } = await add({ tags: ['Dance'] })
    await request('PATCH', `/events/${dates[4].id}`, { title: 'Special' })
    const sent = {
      scope: 'following',
      title: 'Salsa',
      start_date: '2030-07-16 18:00:00',
      end_date: '2030-07-16 20:00:00',
    }
    const changed = await request('PATCH', `/events/${dates[2].id}`, sent)
    assert.notEqual(changed.parent, id)
    assert.equal(changed.follows, id)
    assert.deepEqual(changed.kept_overrides, [
      { id: dates[4].id, original_start: '2030-07-30 18:00:00', fields: ['texts'] },
    ])
    const [before, after] = [await datesOf(id), await datesOf(changed.parent)]
    assert.deepEqual(pairsOf(before), pairsOf(dates.slice(0, 2)))
    assert.deepEqual(
      after.map((date) => [date.id, date.title, date.start_date.slice(11, 16)]),
      dates.slice(2).map((date, at) => [date.id, at === 2 ? 'Special' : 'Salsa', '18:00']),
    )
    assert.deepEqual((await request('GET', `/events/${id}`)).recurrence, ['RRULE:FREQ=WEEKLY;COUNT=2;BYDAY=TU'])
    const divided = await request('GET', `/events/${changed.parent}`)
    assert.deepEqual(divided.recurrence, ['RRULE:FREQ=WEEKLY;COUNT=4;BYDAY=TU'])
    assert.deepEqual([divided.title, divided.tags[0].name], ['Salsa', 'Dance'])
    assert.match(divided.slug, /^tango-/)
    // From the first date on means all.
    const whole = await request('PATCH', `/events/${dates[0].id}`, { scope: 'following', title: 'Waltz' })
    assert.deepEqual([whole.parent, (await datesOf(id)).length, 'follows' in whole], [id, 2, false])
  })

  test('a time of day that other dates have, or later than those of the first day, is refused', async () => {
    const recurrence = 'RRULE:FREQ=DAILY;BYHOUR=14,20;BYMINUTE=0;COUNT=6'
    const { id, dates } = await add({ start_date: '2030-07-02 14:00', end_date: '2030-07-02 15:00', recurrence })
    for (const [at, hour, more] of [
      [0, 20, { scope: 'all' }],
      [0, 21, { scope: 'all' }],
      [1, 21, { scope: 'all' }],
      [2, 20, { scope: 'following' }],
    ] as const) {
      const day = dates[at].start_date.slice(0, 10)
      const sent = { start_date: `${day} ${hour}:00:00`, end_date: `${day} ${hour}:30:00`, ...more }
      const { data } = await request('PATCH', `/events/${dates[at].id}`, sent, 400)
      assert.deepEqual(Object.keys(data.params), ['start_date'], `${at} ${hour}`)
    }
    assert.deepEqual(pairsOf(await datesOf(id)), pairsOf(dates))
  })

  test('"from this date on" means all if the dates before it are removed', async () => {
    const { id, dates } = await add()
    for (const at of [0, 1]) await request('DELETE', `/events/${dates[at].id}`)
    const changed = await request('PATCH', `/events/${dates[2].id}`, { scope: 'following', title: 'Salsa' })
    assert.equal(changed.parent, id)
    await request('DELETE', `/events/${dates[2].id}?scope=following`)
    assert.equal((await request('GET', `/events/${id}`)).status, 'trash')
  })

  test('the last date of a split event can be moved', async () => {
    const { dates } = await add()
    const sent = { scope: 'following', start_date: '2030-08-06 18:00', end_date: '2030-08-06 20:00' }
    await request('DELETE', `/events/${dates[5].id}?scope=following`)
    await request('PATCH', `/events/${dates[5].id}`, { status: 'publish' })
    assert.equal((await request('PATCH', `/events/${dates[5].id}`, sent)).start_date, '2030-08-06 18:00:00')
  })

  test('a date at the time of a date that was moved is refused, with the time that it was moved to', async () => {
    const { id } = await add()
    const [first, second] = await datesOf(id)
    await request('PATCH', `/events/${first.id}`, { start_date: '2030-07-03 18:00', end_date: '2030-07-03 20:00' })
    await request('PATCH', `/events/${second.id}`, { timezone: 'Asia/Tokyo' })
    for (const [start_date, moved] of [
      [first.start_date, `moved to 2030-07-03 18:00:00. Change that date instead: event ${first.id}.`],
      [second.start_date, `moved to ${second.start_date} Asia/Tokyo. Change that date instead: event ${second.id}.`],
    ]) {
      const { data } = await request('POST', `/events/${id}/occurrences`, { start_date }, 400)
      assert.equal(data.params.start_date, `The date of ${start_date} was ${moved}`)
    }
  })

  test('dates are added one by one', async () => {
    const { id } = await add()
    const added = await request('POST', `/events/${id}/occurrences`, { start_date: '2030-07-05' }, 201)
    assert.deepEqual(
      [added.parent, added.start_date, added.end_date],
      [id, '2030-07-05 19:30:00', '2030-07-05 22:00:00'],
    )
    const long = { start_date: '2030-07-06 10:00', end_date: '2030-07-06 18:00' }
    assert.equal((await request('POST', `/events/${id}/occurrences`, long, 201)).end_date, '2030-07-06 18:00:00')
    assert.equal((await datesOf(id)).length, 8)
    await request('POST', `/events/${id}/occurrences`, { start_date: '2030-07-05' }, 400)
    await request('POST', `/events/${id}/occurrences`, { start_date: '2030-06-01' }, 400)
    await request('POST', `/events/${id}/occurrences`, {}, 400)
    for (const [sent, field] of [
      [{ start_date: 'x' }, 'start_date'],
      [{ start_date: '2030-02-30', end_date: 7 }, 'start_date,end_date'],
      [{ start_date: '2030-07-20', end_date: '2030-07-19' }, 'end_date'],
    ] as const) {
      const { data } = await request('POST', `/events/${id}/occurrences`, sent, 400)
      assert.equal(Object.keys(data.params).join(), field)
    }
    await request('POST', `/events/${added.id}/occurrences`, { start_date: '2030-07-07' }, 400)
    await request('POST', `/events/${id}/occurrences`, { start_date: '2030-07-07' }, 403, { as: 'subscriber' })
  })

  test('an event begins and ceases to repeat', async () => {
    const { id } = await make.event({ ...TUESDAYS, recurrence: undefined })
    await request('PATCH', `/events/${id}`, { recurrence: TUESDAYS.recurrence })
    const dates = await datesOf(id)
    assert.equal(dates.length, 6)
    await request('PATCH', `/events/${dates[1].id}`, { title: 'Special' })
    const refused = await request('PATCH', `/events/${id}`, { recurrence: [] }, 400)
    assert.deepEqual(Object.keys(refused.data.params), ['reset_overrides'])
    await request('PATCH', `/events/${dates[1].id}`, { recurrence: '', reset_overrides: true, scope: 'all' }, 400)
    const single = await request('PATCH', `/events/${id}`, { recurrence: '', reset_overrides: true })
    assert.equal('recurrence' in single, false)
    assert.equal((await request('GET', `/events?include=${id}`)).total, 1)
    await request('GET', `/events/${dates[1].id}`, undefined, 404)
  })

  test('what was read can be sent back', async () => {
    const { id, dates } = await add()
    for (const one of [id, dates[1].id]) {
      const before = await request('GET', `/events/${one}`)
      const { modified_utc } = await request('PUT', `/events/${one}`, before)
      assert.equal(modified_utc, before.modified_utc)
    }
    assert.deepEqual(pairsOf(await datesOf(id)), pairsOf(dates))
    assert.deepEqual((await request('GET', `/events/${dates[1].id}`)).occurrence.overrides, [])
  })

  for (const [field, value] of [
    ['recurrence', 'RRULE:FREQ=DAILY;COUNT=2'],
    ['slug', 'other'],
    ['status', 'draft'],
    ['author', 1],
    ['date', '2030-01-01'],
    ['scope', 'some'],
  ] as const) {
    test(`one date cannot have ${field} = ${value}`, async () => {
      const { dates } = await add()
      const body = await request('PATCH', `/events/${dates[1].id}`, { title: 'x', [field]: value }, 400)
      assert.deepEqual(Object.keys(body.data.params), [field])
      assert.equal((await request('GET', `/events/${dates[1].id}`)).title, TUESDAYS.title)
    })
  }

  test('a date that is deleted for good does not come back', async () => {
    const { id, dates } = await add()
    await request('DELETE', `/events/${dates[1].id}?force=1`)
    await request('PATCH', `/events/${id}`, { start_date: '2030-07-02 20:00:00' })
    assert.equal((await datesOf(id)).length, 5)
    await request('DELETE', `/events/${id}?force=1`)
    await request('GET', `/events/${dates[2].id}`, undefined, 404)
  })

  test('other requests are answered during the write of many dates, and show all of them or none', async () => {
    const daily = { title: 'Daily', start_date: '2041-01-01 10:00:00', recurrence: 'RRULE:FREQ=DAILY;COUNT=600' }
    const window = '/events?start_date=2041-01-01&end_date=2043-01-01'
    const totalsDuring = async (write: () => Promise<Body>) => {
      let isOver = false
      const writing = write().finally(() => {
        isOver = true
      })
      const totals: number[] = []
      while (!isOver) totals.push((await request('GET', window)).total)
      await writing
      assert.ok(totals.length > 1, 'no read was answered before the write ended')
      return new Set([...totals, (await request('GET', window)).total])
    }
    let id = 0
    const create = async () => {
      id = (await make.event(daily)).id
    }
    assert.deepEqual(await totalsDuring(create), new Set([0, 600]))
    const move = () => request('PATCH', `/events/${id}`, { start_date: '2041-01-01 11:00:00' })
    assert.deepEqual(await totalsDuring(move), new Set([600]))
    assert.deepEqual(await totalsDuring(() => request('DELETE', `/events/${id}`)), new Set([600, 0]))
    await request('PATCH', `/events/${id}`, { status: 'publish' })
    assert.deepEqual(await totalsDuring(() => request('DELETE', `/events/${id}?force=1`)), new Set([600, 0]))
  })

  test('the dates of a rescheduled event name the start that was announced first', async () => {
    const { id, dates } = await add()
    await request('PATCH', `/events/${dates[1].id}`, { event_status: 'cancelled' })
    await request('PATCH', `/events/${dates[2].id}`, {
      start_date: '2030-07-17 20:00:00',
      end_date: '2030-07-17 22:00:00',
    })
    const previous = async () =>
      (await datesOf(id)).map(({ previous_start_date }) => previous_start_date?.slice(5, 16) ?? null)
    const move = (start: string, status = {}) =>
      request('PATCH', `/events/${id}`, { start_date: start, end_date: start.replace(/..:../, '23:00'), ...status })
    await move('2030-07-04 20:00:00', { event_status: 'rescheduled' })
    // A cancelled date and one that was moved by itself are not rescheduled with the event.
    const announced = ['07-02 19:30', null, null, '07-23 19:30', '07-30 19:30', '08-06 19:30']
    assert.deepEqual((await previous()).toSorted(), announced.toSorted())
    await move('2030-07-05 21:00:00')
    assert.deepEqual((await previous()).toSorted(), announced.toSorted())
    await request('PATCH', `/events/${id}`, { event_status: 'scheduled' })
    assert.deepEqual(await previous(), Array(6).fill(null))
  })

  test('a date that is restored twice at the same time is restored', async () => {
    const { dates } = await add()
    const path = `/events/${dates[3].id}`
    await request('DELETE', path)
    const restore = () => request('PATCH', path, { status: 'publish' })
    assert.deepEqual(
      (await Promise.all([restore(), restore()])).map(({ status }) => status),
      ['publish', 'publish'],
    )
    await request('PATCH', path, { status: 'draft' }, 400)
  })

  test('each write has one audit entry', async () => {
    const { id, dates } = await add()
    const entries = async () =>
      (await request('GET', '/audit?per_page=1', undefined, 200, { as: 'administrator' })).total
    for (const [method, path, body] of [
      ['PATCH', `/events/${dates[1].id}`, { scope: 'following', title: 'Two' }],
      ['PATCH', `/events/${id}`, { title: 'One' }],
      ['DELETE', `/events/${dates[4].id}?scope=following`, undefined],
      ['DELETE', `/events/${id}`, undefined],
    ] as const) {
      const before = await entries()
      await request(method, path, body)
      assert.equal(await entries(), before + 1, `${method} ${path}`)
    }
  })
})
