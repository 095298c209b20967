import { deepEqual, equal, rejects } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { createJscalendarImportSource } from '../../src/import/sources/jscalendar/jscalendar-source.ts'
import { createSourceContentOfBuffer } from '../../src/import/sources/source-content.ts'
import { importFrom } from '../kit/calendar/importing.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

type Json = Record<string, unknown>

const jscalendar = (content: unknown, name = `jscalendar:${randomUUID()}`) => {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  return createJscalendarImportSource(createSourceContentOfBuffer(Buffer.from(text), name), name, {
    siteZone: 'Europe/Berlin',
  })
}

const event = (members: Json): Json => ({
  ...{ '@type': 'Event', uid: randomUUID(), title: 'Event', start: '2031-05-01T19:30:00', timeZone: 'Europe/Berlin' },
  ...members,
})

const group = (...entries: unknown[]) => ({ '@type': 'Group', uid: 'g', entries })

forEachEngine('imports of JSCalendar files', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  const named = async (title: string) => {
    const path = `/events?start_date=2031-01-01&end_date=2031-12-31&per_page=50&search=${encodeURIComponent(title)}`
    return (await server.ask('GET', path)).body.events
  }
  const times = ({ start_date, end_date, timezone, all_day }: Json) => [start_date, end_date, timezone, all_day]

  for (const [title, members, expected] of [
    ['Hours', { duration: 'PT1H30M' }, ['2031-05-01 19:30:00', '2031-05-01 21:00:00', 'Europe/Berlin', false]],
    // The night has 25 hours: a day is 25 hours long, and 24 hours end earlier on the clock.
    [
      'Day when clocks change',
      { start: '2031-10-25T12:00:00', duration: 'P1D' },
      ['2031-10-25 12:00:00', '2031-10-26 12:00:00', 'Europe/Berlin', false],
    ],
    [
      'Hours when clocks change',
      { start: '2031-10-25T12:00:00', duration: 'PT24H' },
      ['2031-10-25 12:00:00', '2031-10-26 11:00:00', 'Europe/Berlin', false],
    ],
    [
      'Two days',
      { start: '2031-05-01T00:00:00', timeZone: null, duration: 'P2D', showWithoutTime: true },
      ['2031-05-01 00:00:00', '2031-05-02 23:59:59', 'Europe/Berlin', true],
    ],
    [
      'Unknown zone',
      { timeZone: '/example/zone', duration: 'PT1H' },
      ['2031-05-01 19:30:00', '2031-05-01 20:30:00', 'Europe/Berlin', false],
    ],
  ] as const) {
    test(`times: ${title}`, async () => {
      await importFrom(server.db, jscalendar(event({ title, ...members })))
      deepEqual((await named(title)).map(times), [expected])
    })
  }

  test('an event has its place, organizer, links, status and texts in other languages', async () => {
    const source = jscalendar([
      event({
        ...{
          title: 'Regatta',
          locale: 'en',
          status: 'cancelled',
          keywords: { Sailing: true },
          priority: 5,
          color: 'red',
        },
        locations: { 1: { '@type': 'Location', name: 'Quay', coordinates: 'geo:53.5,10.1' } },
        virtualLocations: { 1: { '@type': 'VirtualLocation', uri: 'https://live.example/' } },
        participants: {
          1: { '@type': 'Participant', name: 'Sailing club', email: 'club@sail.example', roles: { owner: true } },
          2: { '@type': 'Participant', name: 'A guest', roles: { attendee: true } },
        },
        links: { 1: { '@type': 'Link', href: 'https://sail.example/' } },
        localizations: { de: { title: 'Segelregatta' }, xx: { title: 'Nothing' } },
      }),
    ])
    const { problems } = await importFrom(server.db, source)
    deepEqual(
      problems.map(({ message }) => message),
      ['These parts were not imported: priority, color.'],
    )
    const [regatta] = await named('Regatta')
    deepEqual(
      [regatta.event_status, regatta.online_url, regatta.website, regatta.venue.venue, regatta.venue.geo_lat],
      ['cancelled', 'https://live.example/', 'https://sail.example/', 'Quay', 53.5],
    )
    deepEqual(
      [regatta.organizer.map(({ organizer }: Json) => organizer), regatta.categories[0].name],
      [['Sailing club'], 'Sailing'],
    )
    equal((await server.ask('GET', `/events/${regatta.id}?translation_language=de`)).body.title, 'Segelregatta')
  })

  test('rules, added, changed and excluded dates are imported, and nothing changes the second time', async () => {
    const source = jscalendar(
      event({
        title: 'Choir',
        duration: 'PT2H',
        recurrenceRules: [
          { '@type': 'RecurrenceRule', frequency: 'weekly', byDay: [{ '@type': 'NDay', day: 'th' }], count: 4 },
        ],
        recurrenceOverrides: {
          '2031-05-08T19:30:00': { excluded: true },
          '2031-05-15T19:30:00': { title: 'Choir in the garden', start: '2031-05-15T18:00:00' },
          '2031-06-20T19:30:00': {},
        },
      }),
      'jscalendar:choir',
    )
    await importFrom(server.db, source)
    const [choir] = await named('Choir')
    const path = `/events/${choir.parent}/occurrences`
    const { events } = (await server.ask('GET', path)).body
    deepEqual(
      events.map(({ title, start_date }: Json) => [title, start_date]),
      [
        ['Choir', '2031-05-01 19:30:00'],
        ['Choir in the garden', '2031-05-15 18:00:00'],
        ['Choir', '2031-05-22 19:30:00'],
        ['Choir', '2031-06-20 19:30:00'],
      ],
    )
    deepEqual((await importFrom(server.db, source)).counts, { events: { unchanged: 1 } })
  })

  test('the feed of this calendar can be imported by another one', async () => {
    const fields = { title: 'Exported', start_date: '2031-09-01 10:00', end_date: '2031-09-01 12:00' }
    const { id } = await make.event({ ...fields, timezone: 'Europe/Lisbon', description: '<p>Bold <b>text</b></p>' })
    await server.ask('PATCH', `/events/${id}?translation_language=de`, { as: 'editor', body: { title: 'Exportiert' } })
    const feed = await server.ask('GET', '/events.jscal.json?search=Exported')
    equal(feed.status, 200)
    await server.ask('DELETE', `/events/${id}?force=true`, { as: 'editor' })
    await importFrom(server.db, jscalendar(feed.body))
    const [imported] = await named('Exported')
    deepEqual(times(imported), ['2031-09-01 10:00:00', '2031-09-01 12:00:00', 'Europe/Lisbon', false])
    equal(imported.description, '<p>Bold <b>text</b></p>')
    equal((await server.ask('GET', `/events/${imported.id}?translation_language=de`)).body.title, 'Exportiert')
  })

  test('dates in another time zone, all-day dates and timed dates come back from the feed of this calendar', async () => {
    const shown = async (id: number) =>
      (await server.ask('GET', `/events/${id}/occurrences`)).body.events.map((date: Json) => [
        ...times(date),
        date.utc_start_date,
      ])
    const recurrence = 'FREQ=WEEKLY;COUNT=4'
    const timed = { start_date: '2031-09-01 18:00', end_date: '2031-09-01 20:00', timezone: 'America/New_York' }
    const day = { start_date: '2031-09-02', end_date: '2031-09-02', all_day: true, timezone: 'Europe/Berlin' }
    for (const [title, fields, ...changes] of [
      ['Read back', timed, { timezone: 'Europe/Berlin' }, { all_day: true }],
      ['Read back whole days', day, { all_day: false, start_date: '2031-09-09 18:00', end_date: '2031-09-09 19:00' }],
    ] as const) {
      const { id } = await make.event({ ...fields, title, recurrence })
      const { events } = (await server.ask('GET', `/events/${id}/occurrences`)).body
      for (const [at, body] of changes.entries()) {
        equal((await server.ask('PATCH', `/events/${events[at + 1].id}`, { as: 'editor', body })).status, 200)
      }
      const expected = await shown(id)
      const feed = await server.ask('GET', `/events/${id}.jscal.json`)
      await server.ask('DELETE', `/events/${id}?force=true`, { as: 'editor' })
      await importFrom(server.db, jscalendar(feed.body))
      const [imported] = await named(title)
      deepEqual(await shown(imported.parent), expected)
    }
  })

  test('an unknown time zone of one date is reported, and the date gets that of its event', async () => {
    const recurrenceRules = [{ '@type': 'RecurrenceRule', frequency: 'weekly', count: 2 }]
    const recurrenceOverrides = { '2031-05-08T19:30:00': { timeZone: '/example/zone', title: 'Elsewhere' } }
    const { problems } = await importFrom(server.db, jscalendar(event({ recurrenceRules, recurrenceOverrides })))
    deepEqual(
      problems.map(({ message }) => message.includes('/example/zone')),
      [true],
    )
    deepEqual((await named('Elsewhere')).map(times), [
      ['2031-05-08 19:30:00', '2031-05-08 19:30:00', 'Europe/Berlin', false],
    ])
  })

  test('what is no event is refused with its place, and the rest is imported', async () => {
    const entries = [
      { '@type': 'Task', uid: 't' },
      event({ uid: '' }),
      'text',
      event({ title: 'Valid', duration: 'P1D' }),
    ]
    const { counts, problems } = await importFrom(server.db, jscalendar(group(...entries)))
    deepEqual(counts, { events: { created: 1, refused: 3 } } as object)
    deepEqual(
      problems.map(({ place }) => place),
      ['entry 1', 'entry 2', 'entry 3'],
    )
  })

  for (const content of ['<!DOCTYPE html><p>Sign in</p>', '{"@type":"Group"}', '12']) {
    test(`a file with ${content.slice(0, 20)} fails the run`, async () => {
      await rejects(importFrom(server.db, jscalendar(content)), /not a JSCalendar file/)
    })
  }
})
