import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TEC } from '../../src/core/faces.ts'
import { EVENT, makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { assertRefused } from '../kit/server/refusals.ts'
import { withServer } from '../kit/server/with-server.ts'

const START = EVENT.start_date
const MOVED = { start_date: '2030-08-01 10:00:00', end_date: '2030-08-01 12:00:00' }
const LATER = { start_date: '2030-09-01 10:00:00', end_date: '2030-09-01 12:00:00' }

type Fields = Record<string, unknown>

/** Bodies of updates in their order, and the fields of the event after the last one, or the field that is refused. */
const TRANSITIONS: [name: string, bodies: Fields[], expected: Fields | string][] = [
  ['a new event is scheduled', [], { event_status: 'scheduled', previous_start_date: null, sold_out: false }],
  [
    'a cancelled event keeps its time',
    [{ event_status: 'cancelled' }],
    { event_status: 'cancelled', start_date: START },
  ],
  [
    'a postponed event keeps its time',
    [{ event_status: 'postponed' }],
    { event_status: 'postponed', start_date: START },
  ],
  ['an event is not postponed to a new start', [{ event_status: 'postponed', ...MOVED }], 'event_status'],
  [
    'a rescheduled event names its previous start',
    [{ event_status: 'rescheduled', ...MOVED }],
    { ...MOVED, event_status: 'rescheduled', previous_start_date: START },
  ],
  [
    'a postponed event that is rescheduled names its previous start',
    [{ event_status: 'postponed' }, { event_status: 'rescheduled', ...MOVED }],
    { ...MOVED, event_status: 'rescheduled', previous_start_date: START },
  ],
  [
    'the previous start stays the first one',
    [
      { event_status: 'rescheduled', ...MOVED },
      { event_status: 'rescheduled', ...LATER },
    ],
    { ...LATER, previous_start_date: START },
  ],
  [
    'the previous start stays the first one if only the dates are sent',
    [{ event_status: 'rescheduled', ...MOVED }, LATER],
    { ...LATER, event_status: 'rescheduled', previous_start_date: START },
  ],
  ['an event is not rescheduled without a start', [{ event_status: 'rescheduled' }], 'start_date'],
  [
    'an event is not rescheduled to its own start',
    [{ event_status: 'rescheduled', start_date: START, end_date: EVENT.end_date }],
    'start_date',
  ],
  [
    'a rescheduled event may be sent again with its status',
    [
      { event_status: 'rescheduled', ...MOVED },
      { event_status: 'rescheduled', title: 'Other' },
    ],
    { ...MOVED, title: 'Other', previous_start_date: START },
  ],
  [
    'an event that is scheduled again has no previous start and no reason',
    [{ event_status: 'rescheduled', status_reason: 'Rain', ...MOVED }, { event_status: 'scheduled' }],
    { ...MOVED, event_status: 'scheduled', previous_start_date: null, status_reason: '' },
  ],
  [
    'a cancelled event can take place after all',
    [{ event_status: 'cancelled', status_reason: 'Rain' }, { event_status: 'scheduled' }],
    { event_status: 'scheduled', status_reason: '' },
  ],
  [
    'an event that moved online takes place online',
    [{ event_status: 'moved_online' }],
    { event_status: 'moved_online', attendance_mode: 'online' },
  ],
  [
    'an event that moved online may also take place at its venue',
    [{ event_status: 'moved_online', attendance_mode: 'mixed' }],
    { attendance_mode: 'mixed' },
  ],
  [
    'an event that moved online does not take place only at its venue',
    [{ attendance_mode: 'online' }, { event_status: 'moved_online', attendance_mode: 'offline' }],
    'attendance_mode',
  ],
  ['a scheduled event needs no reason', [{ status_reason: 'Rain' }], 'status_reason'],
  ['American spelling', [{ event_status: 'canceled' }], { event_status: 'cancelled' }],
  ['schema.org', [{ event_status: 'https://schema.org/EventPostponed' }], { event_status: 'postponed' }],
  ['schema.org', [{ attendance_mode: 'MixedEventAttendanceMode' }], { attendance_mode: 'mixed' }],
  ['an event without venue is online if it is virtual', [{ is_virtual: true }], { attendance_mode: 'online' }],
  [
    'an event with a venue is mixed if it is virtual',
    [{ is_virtual: true, venue: { venue: 'Mixed hall' } }],
    { attendance_mode: 'mixed' },
  ],
  [
    'an online event stays online if it is virtual',
    [
      { attendance_mode: 'online', venue: { venue: 'Hall of records' } },
      { is_virtual: true, title: 'Other' },
    ],
    { attendance_mode: 'online' },
  ],
  ['an event that is not virtual', [{ is_virtual: true }, { is_virtual: false }], { attendance_mode: 'offline' }],
  ['contradicting modes', [{ is_virtual: false, attendance_mode: 'online' }], 'is_virtual'],
  ['contradicting addresses', [{ online_url: 'https://a.example/', virtual_url: 'https://b.example/' }], 'virtual_url'],
  ['two names of an address', [{ virtual_url: 'https://a.example/' }], { online_url: 'https://a.example/' }],
  ['an address is removed', [{ online_url: 'https://a.example/' }, { online_url: '' }], { online_url: '' }],
  ['sold out', [{ sold_out: '1' }], { sold_out: true }],
  ['unknown status', [{ event_status: 'off' }], 'event_status'],
  ['empty status', [{ event_status: '' }], 'event_status'],
  ['unknown mode', [{ attendance_mode: 'hybrid' }], 'attendance_mode'],
  ['no address', [{ online_url: 'stream' }], 'online_url'],
  ['dangerous address', [{ online_url: 'javascript:alert(1)' }], 'online_url'],
  ['long reason', [{ event_status: 'cancelled', status_reason: 'x'.repeat(501) }], 'status_reason'],
  ['markup in a reason', [{ event_status: 'cancelled', status_reason: ' <b>Rain</b>\n' }], { status_reason: 'Rain' }],
]

forEachEngine('whether events take place', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)

  for (const [name, bodies, expected] of TRANSITIONS) {
    test(`${name}: ${JSON.stringify(bodies)}`, async () => {
      const event = await make.event()
      let answer = await server.ask('GET', `/events/${event.id}`)
      let before = event
      for (const body of bodies) {
        if (answer.body.id === event.id) before = answer.body
        answer = await server.ask('PATCH', `/events/${event.id}`, { as: 'editor', body })
      }
      if (typeof expected === 'string') {
        assertRefused(answer, { status: 400, code: 'rest_invalid_param', params: [expected] })
        const { body } = await server.ask('GET', `/events/${event.id}`)
        assert.deepEqual({ ...body, json_ld: 0 }, { ...before, json_ld: 0 })
      } else {
        assert.equal(answer.status, 200, JSON.stringify(answer.body))
        assert.deepEqual({ ...answer.body, ...expected }, answer.body)
      }
    })
  }

  test('an event can be created with each field', async () => {
    const fields = {
      event_status: 'moved_online',
      status_reason: 'The hall is flooded.',
      sold_out: true,
      attendance_mode: 'online',
      online_url: 'https://stream.example/1',
    }
    const event = await make.event(fields)
    assert.deepEqual({ ...event, ...fields }, event)
    assert.equal(event.previous_start_date, null)
    const { body: copy } = await server.ask('GET', `/events/${event.id}`, { as: 'editor' })
    const { status, body } = await server.ask('PUT', `/events/${event.id}`, { as: 'editor', body: copy })
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body.modified, event.modified)
  })

  test('the previous start is a local time in the new zone of the event', async () => {
    const { id } = await make.event({ timezone: 'Europe/Berlin' })
    const body = { event_status: 'rescheduled', timezone: 'Europe/Lisbon', ...MOVED }
    const { body: moved } = await server.ask('PATCH', `/events/${id}`, { as: 'editor', body })
    assert.equal(moved.previous_start_date, '2030-07-01 09:00:00')
    const { body: read } = await server.ask('GET', `/events/${id}`)
    assert.equal(read.json_ld.previousStartDate, '2030-07-01T09:00:00+01:00')
  })

  test('the reason has a text in each language', async () => {
    const { id } = await make.event({ event_status: 'cancelled', status_reason: 'Rain' })
    await server.ask('PUT', `/events/${id}/translations/de`, { as: 'editor', body: { title: 'Konzert' } })
    await server.ask('PATCH', `/events/${id}`, { as: 'editor', root: 'de', body: { status_reason: 'Regen' } })
    const reasonIn = async (root?: 'de' | 'fr') =>
      (await server.ask('GET', `/events/${id}`, root ? { root } : {})).body.status_reason
    assert.deepEqual([await reasonIn(), await reasonIn('de'), await reasonIn('fr')], ['Rain', 'Regen', 'Rain'])
    await server.ask('DELETE', `/events/${id}/translations/de`, { as: 'editor' })
    assert.equal(await reasonIn('de'), 'Rain')
  })

  test('clients of The Events Calendar read and write the names of its paid edition', async () => {
    const { id } = await make.event({ attendance_mode: 'mixed', online_url: 'https://stream.example/2' })
    const { body } = await server.ask('GET', `/events/${id}`, { face: TEC })
    const { is_virtual, virtual_url, virtual_video_source } = body
    assert.deepEqual([is_virtual, virtual_url, virtual_video_source], [true, 'https://stream.example/2', ''])
    const changed = { ...body, virtual_url: 'https://stream.example/3' }
    const answer = await server.ask('POST', `/events/${id}`, { as: 'editor', face: TEC, body: changed })
    assert.equal(answer.body.online_url, 'https://stream.example/3', JSON.stringify(answer.body))
    assert.equal('is_virtual' in (await server.ask('GET', `/events/${id}`)).body, false)
  })

  test('only events that take place make a venue one with upcoming events', async () => {
    const venues = await Promise.all(['scheduled', 'cancelled', 'postponed'].map(() => make.venue()))
    const [scheduled, cancelled, postponed] = venues
    await make.event({ venue: scheduled.id })
    await make.event({ venue: cancelled.id, event_status: 'cancelled' })
    await make.event({ venue: postponed.id, event_status: 'postponed' })
    const { body } = await server.ask('GET', '/venues?only_with_upcoming=yes&per_page=50')
    const found = new Set(body.venues.map(({ id }: { id: number }) => id))
    assert.deepEqual(
      venues.map(({ id }) => found.has(id)),
      [true, false, false],
    )
  })

  test('every change of the status raises the sequence number of calendars', async () => {
    const { id } = await make.event()
    const sequence = async () => /SEQUENCE:(\d+)/.exec(String((await server.ask('GET', `/events/${id}.ics`)).body))?.[1]
    const numbers = [await sequence()]
    for (const event_status of ['cancelled', 'scheduled']) {
      await server.ask('PATCH', `/events/${id}`, { as: 'editor', body: { event_status } })
      numbers.push(await sequence())
    }
    assert.deepEqual(numbers, ['0', '1', '2'])
  })
})
