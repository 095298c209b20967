/** Rules sent to the API, compared with the dates that another program computes (`generate.py`). */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { forEachEngine } from '../../kit/engines/engines.ts'
import { withServer } from '../../kit/server/with-server.ts'
import cases from './dates.json' with { type: 'json' }

/** Minutes of each event. */
const DURATION = 30

/** Lines that must be refused, for an event on Tuesday 7 January 2031 at 19:30. */
const REFUSED = [
  'FREQ=HOURLY;COUNT=3',
  'FREQ=MINUTELY',
  'FREQ=SECONDLY;COUNT=2',
  'FREQ=DAILY;COUNT=0',
  'FREQ=DAILY;COUNT=3;UNTIL=20310201',
  'FREQ=DAILY;COUNT=5000',
  'FREQ=DAILY;INTERVAL=0',
  'FREQ=DAILY;BYSECOND=30',
  'FREQ=WEEKLY;BYDAY=1TU',
  'FREQ=WEEKLY;BYDAY=XX',
  'FREQ=WEEKLY;BYMONTHDAY=7',
  'FREQ=WEEKLY;BYDAY=WE;COUNT=3',
  'FREQ=WEEKLY;UNTIL=20300101',
  'FREQ=MONTHLY;BYMONTHDAY=32',
  'FREQ=MONTHLY;BYWEEKNO=2',
  'FREQ=MONTHLY;BYSETPOS=1',
  'FREQ=YEARLY;BYMONTH=13',
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=YEARLY;BYMONTHDAY=7',
  'FREQ=YEARLY;BYYEARDAY=7;BYDAY=TU',
  'FREQ=YEARLY;BYWEEKNO=2;INTERVAL=2',
  'FREQ=WEEKLY;FREQ=DAILY',
  'FREQ=WEEKLY;RSCALE=GREGORIAN;SKIP=OMIT',
  'FREQ=FORTNIGHTLY',
  'EXDATE:2031-01-07',
  'RRULE:FREQ=WEEKLY;COUNT=3\nDTSTART:20310107T193000',
  'FREQ=WEEKLY;COUNT=2\nRDATE:tomorrowish',
]

forEachEngine('dates of rules', (engine) => {
  const server = withServer(engine)
  const create = (start: string, timezone: string, recurrence: string) => {
    const end = new Date(Date.parse(`${start.replace(' ', 'T')}Z`) + DURATION * 60_000)
    const end_date = end.toISOString().slice(0, 16).replace('T', ' ')
    const body = { title: 'Rule', start_date: start, end_date, timezone, recurrence }
    return server.ask('POST', '/events', { as: 'editor', body })
  }

  // The zones are divided between the engines, because expansion does not depend on the engine.
  const [zone, field] =
    engine.name === 'sqlite' ? (['UTC', 'utc'] as const) : (['America/New_York', 'newYork'] as const)
  test(`are those of another program in ${zone}`, async () => {
    ok(cases.length > 100)
    for (const { start, lines, [field]: expected } of cases) {
      const { status, body } = await create(start, zone, lines)
      equal(status, 201, `${lines}: ${JSON.stringify(body)}`)
      const { events } = (await server.ask('GET', `/events/${body.id}/occurrences?per_page=50`)).body
      const starts = events.map((date: { utc_start_date: string }) => date.utc_start_date.slice(0, 16))
      equal(starts.join(', '), expected, `${start} ${lines}`)
    }
  })

  test('rules that have no dates, too many or ambiguous ones are refused', async () => {
    const { total } = (await server.ask('GET', '/events?start_date=2000-01-01&end_date=2100-01-01')).body
    for (const recurrence of REFUSED) {
      const { status, body } = await create('2031-01-07 19:30', 'Europe/Berlin', recurrence)
      deepEqual([status, Object.keys(body.data?.params ?? {})], [400, ['recurrence']], recurrence)
    }
    equal((await server.ask('GET', '/events?start_date=2000-01-01&end_date=2100-01-01')).body.total, total)
  })
})
