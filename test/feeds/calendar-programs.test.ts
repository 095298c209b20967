import assert from 'node:assert/strict'
import { test } from 'node:test'
import ICAL from 'ical.js'
import {
  type DisplayedEvent,
  readWithPython,
  skipWithoutPrograms,
  subscribe,
} from '../kit/formats/calendar-programs.ts'
import { eventsIn } from '../kit/formats/feeds.ts'
import { withListeningServer } from '../kit/server/with-server.ts'

/** Title, local start and zone of each event; the server's clock stands at 2030-06-15. */
const EVENTS = [
  ['Before, in the feed; still', '2030-05-20 19:00', 'Europe/Berlin', '2030-05-20 17:00'],
  ['Summer in Berlin', '2030-07-01 19:30', 'Europe/Berlin', '2030-07-01 17:30'],
  ['Winter in Berlin: Glühwein 🍷', '2030-12-01 19:30', 'Europe/Berlin', '2030-12-01 18:30'],
  ['Winter in New York', '2031-01-10 20:00', 'America/New_York', '2031-01-11 01:00'],
  ['Summer in Santiago', '2031-01-12 20:00', 'America/Santiago', '2031-01-12 23:00'],
  ['Kathmandu', '2031-02-01 10:00', 'Asia/Kathmandu', '2031-02-01 04:15'],
  ['UTC', '2031-03-01 10:00', 'UTC', '2031-03-01 10:00'],
  ['Summer in New York', '2031-07-04 20:00', 'America/New_York', '2031-07-05 00:00'],
] as const

const DISPLAYED: DisplayedEvent[] = [
  ...EVENTS.map(([title, , , start]) => ({ title, start })),
  { title: 'All day', start: '2031-08-01' },
]

const server = withListeningServer('sqlite', async (filled) => {
  const create = async (body: Record<string, unknown>) => {
    const { status } = await filled.send('POST', '/events', { as: 'editor', body })
    assert.equal(status, 201)
  }
  for (const [title, start, timezone] of EVENTS) {
    const end = start.replace(/:\d\d$/, ':45')
    await create({ title, description: title, start_date: start, end_date: end, timezone })
  }
  await create({ title: 'All day', all_day: true, start_date: '2031-08-01', end_date: '2031-08-01' })
})
const readFeed = async () => (await server.send('GET', '/events.ics')).bytes.toString()

const byStart = (events: DisplayedEvent[]) => events.toSorted((one, other) => (one.start < other.start ? -1 : 1))
const minuteOf = (at: Date) => at.toISOString().slice(0, 16).replace('T', ' ')

test('node-ical reads titles and descriptions as text, and the times', async () => {
  const events = eventsIn(await readFeed())
  const displayed = events.map(({ summary, start, datetype }) => ({
    title: summary as string,
    start: datetype === 'date' ? '2031-08-01' : minuteOf(start),
  }))
  assert.deepEqual(displayed, DISPLAYED)
  for (const { description, location } of events) {
    assert.equal(typeof description, 'string')
    assert.notEqual(typeof location, 'object')
  }
})

test('ical.js computes the times by the VTIMEZONE of the feed', async () => {
  const calendar = new ICAL.Component(ICAL.parse(await readFeed()))
  const zones = calendar.getAllSubcomponents('vtimezone').map((one) => new ICAL.Timezone(one))
  const displayed = calendar.getAllSubcomponents('vevent').map((component) => {
    const { summary, startDate } = new ICAL.Event(component)
    const own = zones.find(({ tzid }) => tzid === component.getFirstProperty('dtstart')?.getParameter('tzid'))
    if (own) startDate.zone = own
    const start = startDate.isDate ? startDate.toString() : minuteOf(new Date(startDate.toUnixTime() * 1000))
    return { title: summary, start }
  })
  assert.deepEqual(displayed, DISPLAYED)
})

test('the Python module icalendar reads titles, and the times by the VTIMEZONE of the feed', async (t) => {
  if (skipWithoutPrograms(t)) return
  assert.deepEqual(await readWithPython(await readFeed()), DISPLAYED)
})

test('vdirsyncer stores every event of a subscription, and khal displays them', async (t) => {
  if (skipWithoutPrograms(t)) return
  const { stored, displayed } = await subscribe(`${server.origin}/cal/events/v1/events.ics`, '2030-05-01', 500)
  assert.equal(stored.length, DISPLAYED.length)
  for (const text of stored) assert.equal(text.match(/^BEGIN:VEVENT/gm)?.length, 1)
  assert.deepEqual(byStart(displayed), DISPLAYED)
})
