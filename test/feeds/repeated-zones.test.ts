import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { startsByIcalJs } from '../kit/formats/starts-of-repeated-events.ts'
import { withServer } from '../kit/server/with-server.ts'

/** Clocks in Cairo change on a Friday for which iCalendar has no yearly rule, so a feed lists the changes of each year. */
const MONTHLY = {
  title: 'Oud by the river',
  start_date: '2030-07-05 19:30:00',
  end_date: '2030-07-05 22:00:00',
  timezone: 'Africa/Cairo',
  recurrence: 'FREQ=MONTHLY;BYDAY=1FR;COUNT=36',
}

forEachEngine('time zones of repeated events in iCalendar', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  const textOf = async (path: string) => (await server.ask('GET', path)).bytes.toString()
  const startsOf = async (id: number): Promise<string[]> => {
    const { body } = await server.ask('GET', `/events/${id}/occurrences?per_page=50`)
    return body.events.map((date: { utc_start_date: string }) => date.utc_start_date).sort()
  }

  test('the zones are described for all dates, also those after the range of dates of the feed', async () => {
    const { id } = await make.event(MONTHLY)
    const starts = await startsOf(id)
    equal(starts.length, 36)
    deepEqual(startsByIcalJs(await textOf('/events.ics?start_date=2030-07-01&end_date=2030-07-31')), starts)
    deepEqual(startsByIcalJs(await textOf(`/events/${id}.ics`)), starts)
    await server.ask('DELETE', `/events/${id}?force=1`, { as: 'editor' })
  })

  test('a feed of some months describes the zones of a date in another zone, and of the other dates', async () => {
    const { id } = await make.event(MONTHLY)
    const { body } = await server.ask('GET', `/events/${id}/occurrences?start_date=2031-01-01&per_page=1`)
    const elsewhere = { timezone: 'America/New_York' }
    const { status } = await server.ask('PATCH', `/events/${body.events[0].id}`, { as: 'editor', body: elsewhere })
    equal(status, 200)
    const starts = await startsOf(id)
    for (const month of ['2030-09', '2031-01']) {
      const text = await textOf(`/events.ics?start_date=${month}-01&end_date=${month}-28`)
      deepEqual(startsByIcalJs(text), starts, month)
    }
  })
})
