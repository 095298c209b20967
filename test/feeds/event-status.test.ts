import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import ICAL from 'ical.js'
import { FEED_FORMAT_NAMES } from '../../src/feeds/feed-formats.ts'
import { writeSiteSettings } from '../../src/settings/site-settings.ts'
import { EVENT, makersOf } from '../kit/calendar/makers.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import { READERS, rowsIn } from '../kit/formats/feeds.ts'
import { withServer } from '../kit/server/with-server.ts'

onSqlite('events that do not take place as announced, in feeds', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
  const events: Record<string, any> = {}
  before(async () => {
    const venue = await make.venue({ venue: 'Hall' })
    events.scheduled = await make.event({ title: 'Fair', venue: venue.id })
    const reason = { status_reason: 'The hall is flooded.' }
    events.cancelled = await make.event({ title: 'Jazz', venue: venue.id, event_status: 'cancelled', ...reason })
    events.postponed = await make.event({ title: 'Ball', event_status: 'postponed', sold_out: true })
    const online = { event_status: 'moved_online', online_url: 'https://stream.example/1' }
    events.moved_online = await make.event({ title: 'Talk', venue: venue.id, ...online })
    const moved = { event_status: 'rescheduled', start_date: '2030-08-01 10:00', end_date: '2030-08-01 12:00' }
    const { id } = await make.event({ title: 'Opera', venue: venue.id })
    events.rescheduled = (await server.ask('PATCH', `/events/${id}`, { as: 'editor', body: moved })).body
  })

  const read = async (format: string, query = '', root?: 'de' | 'fr') =>
    (await server.ask('GET', `/events.${format}${query}`, root ? { root } : {})).bytes.toString()

  const propertiesOf = (calendar: string, title: string) => {
    const found = new ICAL.Component(ICAL.parse(calendar))
      .getAllSubcomponents('vevent')
      .find((event) => String(event.getFirstPropertyValue('summary')).endsWith(title))
    assert.ok(found, title)
    return (name: string) => found.getFirstPropertyValue(name)?.toString()
  }

  test('calendars give each event its status, and say it before the title', async () => {
    const calendar = await read('ics')
    const cases: [title: string, summary: string, status: string][] = [
      ['Fair', 'Fair', 'CONFIRMED'],
      ['Jazz', 'Cancelled: Jazz', 'CANCELLED'],
      ['Ball', 'Postponed: Ball', 'TENTATIVE'],
      ['Talk', 'Moved online: Talk', 'CONFIRMED'],
      ['Opera', 'Rescheduled: Opera', 'CONFIRMED'],
    ]
    for (const [title, summary, status] of cases) {
      const property = propertiesOf(calendar, title)
      assert.deepEqual([property('summary'), property('status')], [summary, status])
    }
  })

  test('calendars say the reason, and where people go instead', async () => {
    const calendar = await read('ics')
    const cancelled = propertiesOf(calendar, 'Jazz')
    assert.equal(cancelled('comment'), 'The hall is flooded.')
    assert.match(String(cancelled('description')), /^Cancelled: The hall is flooded\.\n/)
    const online = propertiesOf(calendar, 'Talk')
    assert.equal(online('conference'), 'https://stream.example/1')
    assert.equal(online('location'), 'https://stream.example/1')
  })

  for (const [choice, status, listed] of [
    ['mark', 'CANCELLED', true],
    ['keep', 'CONFIRMED', true],
    ['drop', undefined, false],
  ] as const) {
    test(`cancelled=${choice} is followed by every format`, async () => {
      for (const format of FEED_FORMAT_NAMES) {
        const { titles } = READERS[format](await read(format, `?cancelled=${choice}`))
        assert.equal(
          titles.some((title) => title.endsWith('Jazz')),
          listed,
          format,
        )
        assert.ok(
          titles.some((title) => title.endsWith('Ball')),
          format,
        )
      }
      const calendar = await read('ics', `?cancelled=${choice}`)
      if (status) assert.equal(propertiesOf(calendar, 'Jazz')('status'), status)
      assert.match(calendar.replaceAll('\r\n ', ''), new RegExp(`SOURCE;VALUE=URI:.*cancelled=${choice}`))
    })
  }

  test('another value of cancelled is refused', async () => {
    assert.equal((await server.ask('GET', '/events.ics?cancelled=no')).status, 400)
  })

  test('the word is in the language of the feed', async () => {
    for (const [root, title] of [
      ['de', 'Abgesagt: Jazz'],
      ['fr', 'Annulé\u00a0: Jazz'],
    ] as const) {
      const text = { title: 'Jazz' }
      await server.ask('PUT', `/events/${events.cancelled.id}/translations/${root}`, { as: 'editor', body: text })
      for (const format of FEED_FORMAT_NAMES.filter((name) => name !== 'csv')) {
        const { titles } = READERS[format](await read(format, '', root))
        assert.ok(titles.includes(title), `${format}: ${titles}`)
      }
    }
  })

  test('tables and JSON feeds have fields for the status', async () => {
    const row = rowsIn(await read('csv')).find(({ title }) => title === 'Jazz')
    assert.deepEqual(
      [row?.event_status, row?.status_reason, row?.sold_out],
      ['cancelled', 'The hall is flooded.', 'false'],
    )
    const { items } = JSON.parse(await read('feed.json'))
    const moved = items.find((item: { title: string }) => item.title === 'Rescheduled: Opera')._event
    assert.deepEqual([moved.event_status, moved.previous_start], ['rescheduled', '2030-07-01T10:00:00'])
    const { entries } = JSON.parse(await read('jscal.json'))
    const talk = entries.find((entry: { title: string }) => entry.title === 'Moved online: Talk')
    assert.equal(talk.virtualLocations[1].uri, 'https://stream.example/1')
    assert.equal(talk.locations, undefined)
  })

  test('linked data give the status, the mode of attendance and the places', async () => {
    const virtual = { '@type': 'VirtualLocation', url: 'https://stream.example/1' }
    const cases: [status: string, name: string, mode: string | undefined, location: unknown][] = [
      ['cancelled', 'EventCancelled', 'Offline', 'Hall'],
      ['postponed', 'EventPostponed', undefined, undefined],
      ['moved_online', 'EventMovedOnline', 'Online', virtual],
      ['rescheduled', 'EventRescheduled', 'Offline', 'Hall'],
    ]
    for (const [status, name, mode, location] of cases) {
      const { json_ld } = (await server.ask('GET', `/events/${events[status].id}`)).body
      assert.equal(json_ld.eventStatus, `https://schema.org/${name}`)
      assert.equal(json_ld.eventAttendanceMode, mode && `https://schema.org/${mode}EventAttendanceMode`)
      if (typeof location === 'string') assert.equal(json_ld.location.name, location)
      else assert.deepEqual(json_ld.location, location)
      assert.equal(json_ld.previousStartDate, status === 'rescheduled' ? '2030-07-01T10:00:00+00:00' : undefined)
    }
  })

  test('a mixed event has both places in its linked data', async () => {
    const event = await make.event({
      attendance_mode: 'mixed',
      venue: { venue: 'Town hall' },
      online_url: 'https://s.example/',
    })
    const { location } = (await server.ask('GET', `/events/${event.id}`)).body.json_ld
    assert.deepEqual(
      location.map((place: { '@type': string }) => place['@type']),
      ['Place', 'VirtualLocation'],
    )
  })

  test('a site may leave cancelled events out of lists, feeds and pages', async () => {
    await server.db.transaction((tx) => writeSiteSettings(tx, { list_cancelled: false }))
    const day = EVENT.start_date.slice(0, 10)
    const lists = async (query: string) => {
      const { body } = await server.ask('GET', `/events?start_date=${day}&end_date=${day}&per_page=50${query}`)
      return [body.total, body.events.some(({ id }: { id: number }) => id === events.cancelled.id)]
    }
    const [total, isListed] = await lists('')
    assert.deepEqual(await lists('&event_status=cancelled'), [1, true])
    assert.deepEqual(
      [(await read('ics')).includes('Jazz'), (await read('ics', '?cancelled=keep')).includes('Jazz')],
      [false, true],
    )
    assert.equal(String((await server.ask('GET', `host:/events/day/${day}/`)).body).includes('Jazz'), false)
    assert.equal((await server.ask('GET', `/events/${events.cancelled.id}`)).status, 200)
    await server.db.transaction((tx) => writeSiteSettings(tx, { list_cancelled: true }))
    assert.equal(isListed, false)
    assert.deepEqual(await lists(''), [total + 1, true])
  })
})
