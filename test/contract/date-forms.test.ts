/** All fields and parameters with a date accept the notations of PHP. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { FACES, NATIVE } from '../../src/core/faces.ts'
import { parseDate } from '../../src/core/time/parse-date.ts'
import { writeSiteSettings } from '../../src/settings/site-settings.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'
import { DATE_FORMS } from './date-forms.ts'

const { timezone, forms } = DATE_FORMS
const now = Date.parse(DATE_FORMS.now) / 1000

test('every notation means what PHP makes of it', () => {
  const parsed = forms.map(([sent]) => [sent, parseDate(sent, timezone, now) ?? null])
  assert.deepEqual(parsed, forms)
})

onSqlite('notations of dates', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  before(async () => {
    server.clock.now = now
    await server.db.transaction((tx) => writeSiteSettings(tx, { timezone }))
  })

  test('a body with any of them is stored or refused', async () => {
    const { id } = await make.event()
    for (const face of FACES) {
      for (const [sent, expected] of forms) {
        const body = { start_date: sent, end_date: sent, date: sent }
        const { status, body: answer } = await server.ask('PUT', `/events/${id}`, { as: 'editor', face, body })
        if (expected === null)
          assert.deepEqual(
            [status, Object.keys(answer.data.params).toSorted()],
            [400, ['date', 'end_date', 'start_date']],
            sent,
          )
        else assert.deepEqual([answer.start_date, answer.end_date, answer.date], Array(3).fill(expected), sent)
      }
    }
  })

  test('a list accepts them as bounds, also with an unescaped plus', async () => {
    for (const [query, expected] of [
      ['+1 week', '2026-11-29 00:00:00'],
      ['%2B1 week', '2026-11-29 00:00:00'],
      ['+2 hours', '2026-11-22 10:24:00'],
      ['first day of next month', '2026-12-01 00:00:00'],
      ['2026/11/22T08:24', '2026-11-22 08:24:00'],
      ['monday this week', '2026-11-16 00:00:00'],
      ['2026-02-30', undefined],
    ] as const) {
      for (const face of FACES) {
        const address = `/events?start_date=${query.replaceAll(' ', '%20')}&end_date=2028-01-01`
        const { status, body } = await server.ask('GET', address, { face })
        if (expected === undefined) assert.equal(status, 400, query)
        else {
          const day = `${expected.slice(0, 10)} 00:00:00`
          const start = new URL(body.rest_url).searchParams.get('start_date')
          assert.equal(start, face === NATIVE ? expected : day, query)
        }
      }
    }
  })

  test('29 February without a year is a date in a leap year', async () => {
    server.clock.now = Date.parse('2028-01-10T12:00:00Z') / 1000
    const event = await make.event({ start_date: 'feb 29', end_date: '29 february 10pm' })
    assert.deepEqual([event.start_date, event.end_date], ['2028-02-29 00:00:00', '2028-02-29 22:00:00'])
    server.clock.now = now
    const body = { start_date: 'feb 29' }
    const refused = await server.ask('PUT', `/events/${event.id}`, { as: 'editor', body })
    assert.deepEqual([refused.status, Object.keys(refused.body.data.params)], [400, ['start_date']])
  })
})
