import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { FACES } from '../../src/core/faces.ts'
import { writeSiteSettings } from '../../src/settings/site-settings.ts'
import { EVENT, makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

type Sent = { start_date?: string; end_date?: string; timezone?: string; all_day?: boolean }
/** Local start and end, followed by both in UTC. */
type Shown = readonly [start: string, end: string, utcStart: string, utcEnd: string]

forEachEngine('dates of events', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  before(async () => {
    await server.db.transaction((tx) => writeSiteSettings(tx, { timezone: 'America/New_York' }))
  })

  const shown = (event: Record<string, string>) =>
    [event.start_date, event.end_date, event.utc_start_date, event.utc_end_date].map((time) => time?.slice(0, 16))

  for (const [why, sent, expected] of [
    ['the zone of the site', {}, ['2031-05-01 10:00', '2031-05-01 12:00', '2031-05-01 14:00', '2031-05-01 16:00']],
    [
      'an empty zone',
      { timezone: '' },
      ['2031-05-01 10:00', '2031-05-01 12:00', '2031-05-01 14:00', '2031-05-01 16:00'],
    ],
    [
      'a zone in any case',
      { timezone: 'asia/kathmandu' },
      ['2031-05-01 10:00', '2031-05-01 12:00', '2031-05-01 04:15', '2031-05-01 06:15'],
    ],
    [
      'a whole offset has no summer time',
      { timezone: 'UTC+2' },
      ['2031-05-01 10:00', '2031-05-01 12:00', '2031-05-01 08:00', '2031-05-01 10:00'],
    ],
    [
      'an offset of half an hour',
      { timezone: 'UTC-3:30' },
      ['2031-05-01 10:00', '2031-05-01 12:00', '2031-05-01 13:30', '2031-05-01 15:30'],
    ],
    [
      'the furthest offsets',
      { timezone: 'UTC+14' },
      ['2031-05-01 10:00', '2031-05-01 12:00', '2031-04-30 20:00', '2031-04-30 22:00'],
    ],
    ['GMT', { timezone: 'GMT' }, ['2031-05-01 10:00', '2031-05-01 12:00', '2031-05-01 10:00', '2031-05-01 12:00']],
    [
      'an offset in the dates is converted',
      { start_date: '2031-05-01T10:00:00Z', end_date: '2031-05-01T14:00:00+02:00', timezone: 'Europe/Berlin' },
      ['2031-05-01 12:00', '2031-05-01 14:00', '2031-05-01 10:00', '2031-05-01 12:00'],
    ],
    [
      'a timestamp is an instant',
      { start_date: '1935655200', end_date: '@1935662400' },
      ['2031-05-04 06:00', '2031-05-04 08:00', '2031-05-04 10:00', '2031-05-04 12:00'],
    ],
    [
      'the first second of Unix',
      { start_date: '1970-01-01 00:00', end_date: '1970-01-01 00:00', timezone: 'UTC' },
      ['1970-01-01 00:00', '1970-01-01 00:00', '1970-01-01 00:00', '1970-01-01 00:00'],
    ],
    [
      'a day without times begins it',
      { start_date: '1 May 2031', end_date: '5/2/2031' },
      ['2031-05-01 00:00', '2031-05-02 00:00', '2031-05-01 04:00', '2031-05-02 04:00'],
    ],
    [
      'words count from now, in the zone of the event',
      { start_date: 'tomorrow 9am', end_date: '+1 week', timezone: 'Asia/Tokyo' },
      ['2030-06-16 09:00', '2030-06-22 21:00', '2030-06-16 00:00', '2030-06-22 12:00'],
    ],
    [
      'an end before the start becomes the start',
      { end_date: '2031-04-30 10:00' },
      ['2031-05-01 10:00', '2031-05-01 10:00', '2031-05-01 14:00', '2031-05-01 14:00'],
    ],
    [
      'all day, from midnight to midnight on its own clock',
      { all_day: true, end_date: '2031-05-03 01:00', timezone: 'Europe/Berlin' },
      ['2031-05-01 00:00', '2031-05-03 23:59', '2031-04-30 22:00', '2031-05-03 21:59'],
    ],
    [
      'all day with an end before the start is the day of the start',
      { all_day: true, end_date: '2031-04-01' },
      ['2031-05-01 00:00', '2031-05-01 23:59', '2031-05-01 04:00', '2031-05-02 03:59'],
    ],
    [
      'a time that spring skips is the one after the gap',
      { start_date: '2031-03-09 02:30', end_date: '2031-03-09 02:45' },
      ['2031-03-09 03:30', '2031-03-09 03:45', '2031-03-09 07:30', '2031-03-09 07:45'],
    ],
    [
      'a time that autumn repeats is the first',
      { start_date: '2031-11-02 01:30', end_date: '2031-11-02 01:45' },
      ['2031-11-02 01:30', '2031-11-02 01:45', '2031-11-02 05:30', '2031-11-02 05:45'],
    ],
    [
      'both occurrences of a time that autumn repeats',
      { start_date: '2031-11-02T01:30-04:00', end_date: '2031-11-02T01:30-05:00' },
      ['2031-11-02 01:30', '2031-11-02 01:30', '2031-11-02 05:30', '2031-11-02 06:30'],
    ],
    [
      'an end without offset is after a start in the second of the repeated hours',
      { start_date: '2031-11-02T01:30-05:00', end_date: '2031-11-02 01:45' },
      ['2031-11-02 01:30', '2031-11-02 01:45', '2031-11-02 06:30', '2031-11-02 06:45'],
    ],
    [
      'an end that clocks show before the start and again after it',
      { start_date: '2031-11-02 01:45', end_date: '2031-11-02 01:15' },
      ['2031-11-02 01:45', '2031-11-02 01:15', '2031-11-02 05:45', '2031-11-02 06:15'],
    ],
    [
      'a skipped start moves the end that it would reach',
      { start_date: '2031-03-09 02:30', end_date: '2031-03-09 03:15' },
      ['2031-03-09 03:30', '2031-03-09 04:15', '2031-03-09 07:30', '2031-03-09 08:15'],
    ],
    [
      'a skipped start does not move a later end',
      { start_date: '2031-03-09 02:30', end_date: '2031-03-09 05:00' },
      ['2031-03-09 03:30', '2031-03-09 05:00', '2031-03-09 07:30', '2031-03-09 09:00'],
    ],
    [
      'a skipped time with an offset is exact',
      { start_date: '2031-03-09T02:30-05:00', end_date: '2031-03-09T02:30-04:00' },
      ['2031-03-09 03:30', '2031-03-09 03:30', '2031-03-09 07:30', '2031-03-09 07:30'],
    ],
    [
      'over the change of the clocks',
      { start_date: '2031-03-08 22:00', end_date: '2031-03-09 04:00' },
      ['2031-03-08 22:00', '2031-03-09 04:00', '2031-03-09 03:00', '2031-03-09 08:00'],
    ],
    [
      'a leap day',
      { start_date: '2032-02-29', end_date: '2032-02-29', all_day: true },
      ['2032-02-29 00:00', '2032-02-29 23:59', '2032-02-29 05:00', '2032-03-01 04:59'],
    ],
    [
      'the first and the last moment there is',
      { start_date: '0001-01-01 00:00', end_date: '9999-12-31 23:59', timezone: 'UTC' },
      ['0001-01-01 00:00', '9999-12-31 23:59', '0001-01-01 00:00', '9999-12-31 23:59'],
    ],
  ] as [string, Sent, Shown][]) {
    test(`${why}, also after an update`, async () => {
      for (const face of FACES) {
        const dates = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 12:00' }
        const event = await make.event({ ...dates, ...sent }, { face })
        assert.deepEqual(shown(event), expected)
        const renamed = await server.ask('POST', `/events/${event.id}`, { as: 'editor', face, body: { title: 'x' } })
        assert.deepEqual(shown(renamed.body), expected)
        const again = await server.ask('POST', `/events/${event.id}`, {
          as: 'editor',
          face,
          body: { start_date: event.start_date, end_date: event.end_date },
        })
        assert.deepEqual(shown(again.body), expected)
      }
    })
  }

  for (const [why, sent, expected] of [
    [
      'the start alone',
      { start_date: '2031-05-01 09:00' },
      ['2031-05-01 09:00', '2031-05-02 12:00', '2031-05-01 07:00', '2031-05-02 10:00'],
    ],
    [
      'the start beyond the end',
      { start_date: '2031-05-03 09:00' },
      ['2031-05-03 09:00', '2031-05-03 09:00', '2031-05-03 07:00', '2031-05-03 07:00'],
    ],
    [
      'the end alone',
      { end_date: '2031-05-05 09:00' },
      ['2031-05-01 10:00', '2031-05-05 09:00', '2031-05-01 08:00', '2031-05-05 07:00'],
    ],
    [
      'the end before the start',
      { end_date: '2031-04-05 09:00' },
      ['2031-05-01 10:00', '2031-05-01 10:00', '2031-05-01 08:00', '2031-05-01 08:00'],
    ],
    [
      'the zone alone: the clock on the wall stays',
      { timezone: 'Asia/Tokyo' },
      ['2031-05-01 10:00', '2031-05-02 12:00', '2031-05-01 01:00', '2031-05-02 03:00'],
    ],
    [
      'the zone to that of the site',
      { timezone: '' },
      ['2031-05-01 10:00', '2031-05-02 12:00', '2031-05-01 14:00', '2031-05-02 16:00'],
    ],
    ['to all day', { all_day: true }, ['2031-05-01 00:00', '2031-05-02 23:59', '2031-04-30 22:00', '2031-05-02 21:59']],
    [
      'start and zone together',
      { start_date: '2031-05-01T10:00Z', timezone: 'UTC' },
      ['2031-05-01 10:00', '2031-05-02 12:00', '2031-05-01 10:00', '2031-05-02 12:00'],
    ],
  ] as [string, Sent, Shown][]) {
    test(`a change of ${why} changes the values derived from it`, async () => {
      const dates = { start_date: '2031-05-01 10:00', end_date: '2031-05-02 12:00', timezone: 'Europe/Berlin' }
      const { id } = await make.event(dates)
      const { status, body } = await server.ask('POST', `/events/${id}`, { as: 'editor', body: sent })
      assert.equal(status, 200)
      assert.deepEqual(shown(body), expected)
      assert.deepEqual(shown((await server.ask('GET', `/events/${id}`)).body), expected)
    })
  }

  test('an all-day event is still all-day after a change of its dates', async () => {
    const { id } = await make.event({ all_day: true, timezone: 'Europe/Berlin' })
    const { body } = await server.ask('POST', `/events/${id}`, {
      as: 'editor',
      body: { start_date: '2031-06-01 15:00', end_date: '2031-06-02 15:00' },
    })
    assert.deepEqual(
      [body.all_day, body.start_date, body.end_date],
      [true, '2031-06-01 00:00:00', '2031-06-02 23:59:59'],
    )
  })

  for (const [timezone, winter, summer] of [
    ['America/New_York', 'EST', 'EDT'],
    ['Europe/London', 'GMT', 'BST'],
    ['Asia/Kolkata', 'IST', 'IST'],
    ['America/Sao_Paulo', '-03', '-03'],
    ['UTC', 'UTC', 'UTC'],
    ['UTC+5:30', 'UTC+5:30', 'UTC+5:30'],
    ['UTC+5.5', 'UTC+5.5', 'UTC+5.5'],
    ['UTC-0', 'UTC-0', 'UTC-0'],
  ] as const) {
    test(`the abbreviation of ${timezone} depends on the date: ${winter}, ${summer}`, async () => {
      const names = []
      for (const day of ['2031-01-01', '2031-07-01']) {
        const event = await make.event({ timezone, start_date: day, end_date: day })
        assert.equal(event.timezone, timezone)
        names.push(event.timezone_abbr)
      }
      assert.deepEqual(names, [winter, summer])
    })
  }

  test('an offset in decimal hours, as WordPress writes it, is echoed and computed exactly', async () => {
    const sent = { start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 11:00:00', timezone: 'UTC+5.75' }
    const { id } = await make.event(sent)
    const { body } = await server.ask('GET', `/events/${id}`)
    assert.deepEqual(
      [body.timezone, body.timezone_abbr, body.start_date, body.utc_start_date, body.json_ld.startDate],
      ['UTC+5.75', 'UTC+5.75', '2031-05-01 10:00:00', '2031-05-01 04:15:00', '2031-05-01T10:00:00+05:45'],
    )
    const { body: ics } = await server.ask('GET', `/events/${id}.ics`)
    assert.match(ics, /^DTSTART:20310501T041500Z\r$/m)
    assert.doesNotMatch(ics, /TZID/)
  })

  for (const timezone of ['UTC+5.3', 'UTC+99', 'UTC+14.5']) {
    test(`the zone ${timezone} is refused`, async () => {
      const answer = await server.ask('POST', '/events', { as: 'editor', body: { ...EVENT, timezone } })
      assert.deepEqual([answer.status, Object.keys(answer.body.data.params)], [400, ['timezone']])
    })
  }

  for (const [field, sent] of [
    ['start_date', { start_date: '0001-01-01 00:00', timezone: 'Asia/Tokyo' }],
    ['end_date', { end_date: '9999-12-31 23:59', timezone: 'America/New_York' }],
    ['start_date', { start_date: '10000-01-01' }],
    ['end_date', { end_date: '253402300800' }],
    ['date', { date: '9999-12-31 23:59' }],
    ['date', { date: '0001-01-01' }],
    ['date_utc', { date_utc: '9999-12-31 23:59' }],
    ['start_date', { timezone: 'UTC+14', start_date: '0001-01-01 13:59' }],
  ] as const) {
    test(`dates outside the years 1 to 9999, in local time or UTC, are refused: ${JSON.stringify(sent)}`, async () => {
      const body = { ...EVENT, ...sent }
      const answer = await server.ask('POST', '/events', { as: 'editor', body })
      assert.deepEqual([answer.status, Object.keys(answer.body.data.params)], [400, [field]])
    })
  }

  test('a time zone that moves the dates out of the years 1 to 9999 is refused', async () => {
    const dates = { start_date: '9999-12-31 20:00', end_date: '9999-12-31 23:00' }
    const { id } = await make.event({ ...dates, timezone: 'UTC' })
    const { status, body } = await server.ask('POST', `/events/${id}`, { as: 'editor', body: { timezone: 'UTC-5' } })
    assert.deepEqual([status, Object.keys(body.data.params)], [400, ['start_date', 'end_date']])
    assert.equal((await server.ask('GET', `/events/${id}`)).body.timezone, 'UTC')
  })
})
