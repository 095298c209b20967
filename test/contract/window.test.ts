/** Bounds of the event list with a time of day: exact on the native face, whole days on the TEC face and in feeds. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TEC } from '../../src/core/faces.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import type { Ask } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

const STARTS = ['2031-05-01 00:00:00', '2031-05-01 10:00:00', '2031-05-02 10:00:00', '2031-05-02 23:59:59']

forEachEngine('bounds with a time of day', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)

  async function eventsAt(starts: readonly string[]): Promise<number> {
    const { id } = await make.tag()
    for (const start of starts) await make.event({ title: start, start_date: start, end_date: start, tags: [id] })
    return id
  }

  /** Titles of the listed events without their date, and the bounds in the link. */
  async function listed(query: string, options?: Ask) {
    const { status, body } = await server.ask('GET', `/events?${query}`, options)
    assert.equal(status, 200, JSON.stringify(body))
    const { searchParams } = new URL(body.rest_url)
    return {
      titles: body.events.map(({ title }: { title: string }) => title),
      total: body.total,
      bounds: [searchParams.get('start_date'), searchParams.get('end_date')],
    }
  }

  for (const [why, start, end, expected, bounds] of [
    ['whole days', '2031-05-01', '2031-05-02', STARTS, ['2031-05-01 00:00:00', '2031-05-02 23:59:59']],
    [
      'after the start of the first',
      '2031-05-01 00:00:01',
      '2031-05-02',
      STARTS.slice(1),
      ['2031-05-01 00:00:01', '2031-05-02 23:59:59'],
    ],
    [
      'late on the first day',
      '2031-05-01 23:00:00',
      '2031-05-02',
      STARTS.slice(2),
      ['2031-05-01 23:00:00', '2031-05-02 23:59:59'],
    ],
    [
      'the bounds themselves',
      '2031-05-01 10:00',
      '2031-05-02 10:00',
      STARTS.slice(1, 3),
      ['2031-05-01 10:00:00', '2031-05-02 10:00:00'],
    ],
    [
      'within one day',
      '2031-05-02 09:00',
      '2031-05-02 11:00',
      STARTS.slice(2, 3),
      ['2031-05-02 09:00:00', '2031-05-02 11:00:00'],
    ],
    [
      'reversed within one day',
      '2031-05-02 11:00',
      '2031-05-02 09:00',
      [],
      ['2031-05-02 11:00:00', '2031-05-02 09:00:00'],
    ],
    [
      'with an offset',
      '2031-05-01T12:30:00+02:00',
      '2031-05-02',
      STARTS.slice(2),
      ['2031-05-01 10:30:00', '2031-05-02 23:59:59'],
    ],
  ] as const) {
    test(`the native face lists by exact bounds: ${why}`, async () => {
      const tag = await eventsAt(STARTS)
      const window = `start_date=${encodeURIComponent(start)}&end_date=${encodeURIComponent(end)}`
      const byCounters = await listed(`tags=${tag}&${window}`)
      assert.deepEqual(byCounters, { titles: expected, total: expected.length, bounds })
      const byConditions = await listed(`tags=${tag}&featured=false&${window}`)
      assert.deepEqual([byConditions.titles, byConditions.total], [expected, expected.length])
      const bySearch = await listed(`tags=${tag}&search=2031&${window}`)
      assert.deepEqual([bySearch.titles, bySearch.total], [expected, expected.length])
    })
  }

  test('the TEC face and feeds round the bounds to whole days', async () => {
    const tag = await eventsAt(STARTS)
    const window = 'start_date=2031-05-01+23:00:00&end_date=2031-05-02+09:00:00'
    const whole = await listed(`tags=${tag}&${window}`, { face: TEC })
    assert.deepEqual(whole, { titles: STARTS, total: 4, bounds: ['2031-05-01 00:00:00', '2031-05-02 23:59:59'] })
    for (const format of ['csv', 'feed.json']) {
      const { bytes } = await server.ask('GET', `/events.${format}?tags=${tag}&${window}`)
      for (const start of STARTS) assert.ok(bytes.includes(start), `${format} lacks ${start}`)
    }
  })

  test('totals and pages beyond the first two hundred events respect a time of day', async () => {
    const starts = Array.from({ length: 320 }, (_, index) => {
      const [day, minute] = [1 + Math.floor(index / 160), 8 * 60 + (index % 160)]
      const [hours, minutes] = [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0'))
      return `2032-03-0${day} ${hours}:${minutes}:00`
    })
    const tag = await eventsAt(starts)
    const inside = starts.slice(30, 310)
    const window = `start_date=2032-03-01+08:30:00&end_date=2032-03-02+${inside.at(-1)?.slice(11)}`
    for (const page of [1, 5, 6]) {
      const { titles, total } = await listed(`tags=${tag}&${window}&per_page=50&page=${page}`)
      assert.equal(total, inside.length)
      assert.deepEqual(titles, inside.slice((page - 1) * 50, page * 50), `page ${page}`)
    }
  })
})
