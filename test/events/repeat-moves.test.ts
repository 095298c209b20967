import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { INVARIANTS } from '../../src/check/check-database.ts'
import { writeSiteSettings } from '../../src/settings/site-settings.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { assertHolds } from '../kit/engines/invariants.ts'
import { withServer } from '../kit/server/with-server.ts'

// biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
type Body = any

/** The fields of an event of one hour in May 2031: `times('06 19:30')`. The 6th is a Tuesday. */
const times = (at: string, hours = 1) => ({
  start_date: `2031-05-${at}`,
  end_date: `2031-05-${at.slice(0, 3)}${Number(at.slice(3, 5)) + hours}${at.slice(5)}`,
})

const EVENING = { title: 'Tango', timezone: 'UTC', ...times('06 19:30') }

/** Moves of one date with all dates: lines, position of the date, its new start, the days in May after it, and the lines. */
const MOVES: [lines: string, nth: number, to: string, days: number[], lines: string][] = [
  ['WEEKLY;BYDAY=TU;COUNT=4', 2, '21 19:30', [7, 14, 21, 28], 'WEEKLY;COUNT=4;BYDAY=WE'],
  ['WEEKLY;COUNT=4', 1, '14 19:30', [7, 14, 21, 28], 'WEEKLY;COUNT=4'],
  ['WEEKLY;BYDAY=TU,TH;COUNT=6', 1, '09 19:30', [6, 9, 13, 16, 20, 23], 'WEEKLY;COUNT=6;BYDAY=TU,FR'],
  ['WEEKLY;BYDAY=TU,TH;COUNT=6', 0, '07 19:30', [7, 8, 14, 15, 21, 22], 'WEEKLY;COUNT=6;BYDAY=WE,TH'],
  ['WEEKLY;BYDAY=TU,TH;COUNT=6', 3, '17 19:30', [6, 10, 13, 17, 20, 24], 'WEEKLY;COUNT=6;BYDAY=TU,SA'],
  [
    'WEEKLY;BYDAY=TU,TH,FR;UNTIL=20310516',
    1,
    '10 19:30',
    [6, 9, 10, 13, 16, 17],
    'WEEKLY;UNTIL=20310517T235959;BYDAY=TU,FR,SA',
  ],
  ['WEEKLY;BYDAY=TU,TH;COUNT=4', 1, '15 19:30', [13, 15, 20, 22], 'WEEKLY;COUNT=4;BYDAY=TU,TH'],
  ['WEEKLY;UNTIL=20310520', 1, '20 19:30', [13, 20, 27], 'WEEKLY;UNTIL=20310527T235959'],
  ['DAILY;COUNT=4', 1, '08 19:30', [7, 8, 9, 10], 'DAILY;COUNT=4'],
  ['DAILY;UNTIL=20310508', 2, '07 19:30', [5, 6, 7], 'DAILY;UNTIL=20310507T235959'],
  ['MONTHLY;BYMONTHDAY=6,20;UNTIL=20310531', 1, '21 19:30', [6, 21], 'MONTHLY;UNTIL=20310521T235959;BYMONTHDAY=6,21'],
  ['WEEKLY;BYDAY=TU;COUNT=3', 1, '14 20:15', [7, 14, 21], 'WEEKLY;COUNT=3;BYDAY=WE'],
]

/** Moves that no rule can express: lines, position of the date, its new start. */
const IMPOSSIBLE: [lines: string, nth: number, to: string][] = [
  ['RRULE:FREQ=WEEKLY;BYDAY=TU,WE;COUNT=6', 0, '07 19:30'],
  ['RRULE:FREQ=WEEKLY;BYDAY=TU,TH;COUNT=6', 1, '05 19:30'],
  ['RRULE:FREQ=WEEKLY;BYDAY=TU,WE,TH;COUNT=6', 0, '09 19:30'],
  ['RRULE:FREQ=WEEKLY;COUNT=3\nRDATE:20310509T193000', 1, '10 19:30'],
  ['RRULE:FREQ=WEEKLY;COUNT=3\nRDATE:20310514T193000', 1, '14 19:30'],
]

forEachEngine('moves of dates of repeated events', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  const request = async (method: string, path: string, body?: object, status = 200): Promise<Body> => {
    const answer = await server.ask(method, path, { as: 'editor', ...(body && { body }) })
    assert.equal(answer.status, status, `${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const datesOf = async (id: number): Promise<Body[]> =>
    (await request('GET', `/events/${id}/occurrences?per_page=50`)).events
  const pairsOf = (dates: Body[]) => dates.map(({ id, start_date }) => [id, start_date])
  const add = async (recurrence: string, fields: object = {}): Promise<{ id: number; dates: Body[] }> => {
    const { id } = await make.event({ ...EVENING, recurrence, ...fields })
    return { id, dates: await datesOf(id) }
  }

  afterEach(() => assertHolds(server.db, INVARIANTS))

  for (const [lines, nth, to, days, expected] of MOVES) {
    test(`the dates of ${lines} move with one of them to May ${to}`, async () => {
      const { id, dates } = await add(`RRULE:FREQ=${lines}`)
      await request('PATCH', `/events/${dates[nth].id}`, { title: 'Gala' })
      const moved = await request('PATCH', `/events/${dates[nth].id}`, { scope: 'all', ...times(to) })
      assert.deepEqual([moved.start_date, moved.title, moved.status], [`2031-05-${to}:00`, 'Gala', 'publish'])
      const after = await datesOf(id)
      const starts = days.map((day) => `2031-05-${String(day).padStart(2, '0')} ${to.slice(3)}:00`)
      assert.deepEqual(
        after.map(({ start_date }) => start_date),
        starts,
      )
      assert.deepEqual(after.map((date) => date.id).sort(), dates.map((date) => date.id).sort())
      assert.deepEqual((await request('GET', `/events/${id}`)).recurrence, [`RRULE:FREQ=${expected}`])
    })
  }

  for (const [lines, nth, to] of IMPOSSIBLE) {
    test(`a date of ${lines.replace('\n', ' ')} does not move to May ${to} with the others`, async () => {
      const { id, dates } = await add(lines)
      const sent = { scope: 'all', ...times(to) }
      const refused = await request('PATCH', `/events/${dates[nth].id}`, sent, 400)
      assert.deepEqual(Object.keys(refused.data.params), ['start_date'])
      assert.deepEqual(pairsOf(await datesOf(id)), pairsOf(dates))
    })
  }

  test('a date and all later ones move to another day of the week', async () => {
    const { id, dates } = await add('RRULE:FREQ=WEEKLY;BYDAY=TU,TH;COUNT=6')
    const moved = await request('PATCH', `/events/${dates[2].id}`, { scope: 'following', ...times('14 19:30') })
    assert.equal(moved.start_date, '2031-05-14 19:30:00')
    assert.deepEqual(pairsOf(await datesOf(id)), pairsOf(dates.slice(0, 2)))
    assert.deepEqual(
      (await datesOf(moved.parent)).map((date) => [date.id, date.start_date.slice(8, 10)]),
      [
        [dates[2].id, '14'],
        [dates[3].id, '15'],
        [dates[4].id, '21'],
        [dates[5].id, '22'],
      ],
    )
  })

  test('the dates of an endless event move with one of them', async () => {
    const { id, dates } = await add('RRULE:FREQ=WEEKLY;BYDAY=TU,TH')
    await request('PATCH', `/events/${dates[1].id}`, { scope: 'all', ...times('09 19:30') })
    const after = await datesOf(id)
    assert.deepEqual(
      after.slice(0, 4).map((date) => [date.id, date.start_date.slice(8, 10)]),
      [6, 9, 13, 16].map((day, at) => [dates[at].id, String(day).padStart(2, '0')]),
    )
  })

  test('all stored dates of an endless event move, also after dates are to be stored for fewer months', async (t) => {
    const { id, dates } = await add('RRULE:FREQ=MONTHLY')
    const setMonths = (recurrence_months: number) =>
      server.db.transaction((tx) => writeSiteSettings(tx, { recurrence_months }))
    t.after(() => setMonths(36))
    await setMonths(12)
    await request('PATCH', `/events/${dates[1].id}`, { title: 'Gala' })
    await request('PATCH', `/events/${dates[0].id}`, { scope: 'all', ...times('05 19:30') })
    assert.deepEqual(
      (await datesOf(id)).map((date) => [date.id, date.start_date.slice(8, 10)]),
      dates.map((date) => [date.id, '05']),
    )
  })

  test('excluded dates move with the others, and can be restored', async () => {
    const { id, dates } = await add('RRULE:FREQ=WEEKLY;BYDAY=TU,TH,FR;COUNT=6')
    await request('DELETE', `/events/${dates[4].id}`)
    await request('PATCH', `/events/${dates[1].id}`, { scope: 'all', ...times('10 19:30') })
    assert.deepEqual((await request('GET', `/events/${id}`)).recurrence, [
      'RRULE:FREQ=WEEKLY;COUNT=6;BYDAY=TU,FR,SA',
      'EXDATE:20310517T193000',
    ])
    await request('PATCH', `/events/${dates[4].id}`, { status: 'publish' })
    assert.equal((await request('GET', `/events/${dates[4].id}`)).start_date, '2031-05-17 19:30:00')
  })

  test('an added date keeps its day, its id and its texts when the event moves', async () => {
    const { id, dates } = await add('RRULE:FREQ=WEEKLY;COUNT=4\nRDATE:20310514T193000')
    for (const [nth, { id }] of dates.entries()) await request('PATCH', `/events/${id}`, { title: `Evening ${nth}` })
    await request('PATCH', `/events/${id}`, times('08 19:30'))
    assert.deepEqual(
      (await datesOf(id)).map((date) => [date.id, date.title, date.start_date.slice(8, 10)]),
      [
        [dates[0].id, 'Evening 0', '08'],
        [dates[2].id, 'Evening 2', '14'],
        [dates[1].id, 'Evening 1', '15'],
        [dates[3].id, 'Evening 3', '22'],
        [dates[4].id, 'Evening 4', '29'],
      ],
    )
    const refused = await request('PATCH', `/events/${id}`, times('07 19:30'), 400)
    assert.deepEqual(Object.keys(refused.data.params), ['start_date'])
  })

  test('an event that moves to another day of the week keeps the ids of all its dates', async () => {
    const { id, dates } = await add('RRULE:FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4')
    await request('PATCH', `/events/${id}`, times('07 19:30'))
    assert.deepEqual(
      (await datesOf(id)).map((date) => [date.id, date.start_date.slice(8, 10)]),
      ['07', '08', '14', '15'].map((day, at) => [dates[at].id, day]),
    )
  })

  test('an event with several dates on a later day does not last all day', async () => {
    const { id, dates } = await add('RRULE:FREQ=DAILY;BYHOUR=10,15;COUNT=3', times('06 15:00'))
    const refused = await request('PATCH', `/events/${id}`, { all_day: true }, 400)
    assert.deepEqual(Object.keys(refused.data.params), ['start_date'])
    assert.deepEqual(pairsOf(await datesOf(id)), pairsOf(dates))
  })
})
