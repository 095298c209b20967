import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { FACES, type Face, NATIVE, TEC } from '../../src/core/faces.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { assertRefused } from '../kit/server/refusals.ts'
import { withServer } from '../kit/server/with-server.ts'

forEachEngine('limits of the start and end of listed events', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  before(async () => {
    const events: [title: string, start: string, end: string, timezone: string][] = [
      ['Past', '2021-03-01 10:00:00', '2021-03-01 12:00:00', 'UTC'],
      ['Morning', '2030-07-01 10:00:00', '2030-07-01 12:00:00', 'UTC'],
      // In UTC this event takes place on the evening before.
      ['Tokyo', '2030-07-01 11:00:00', '2030-07-01 13:00:00', 'Asia/Tokyo'],
      ['Late', '2040-01-01 10:00:00', '2040-01-02 10:00:00', 'UTC'],
    ]
    for (const [title, start_date, end_date, timezone] of events) {
      await make.event({ title, start_date, end_date, timezone })
    }
  })

  const list = async (query: string, face: Face = NATIVE) => {
    const { status, body } = await server.ask('GET', `/events?per_page=50&${query}`, { face })
    assert.equal(status, 200, JSON.stringify(body))
    const titles = body.events.map(({ title }: { title: string }) => title).join(' ')
    assert.equal(body.total, body.events.length)
    return titles
  }

  for (const face of FACES) {
    for (const [query, expected] of [
      ['starts_after=2030-07-01 10:00:00', 'Tokyo Late'],
      ['starts_after=2030-07-01 09:59:59', 'Morning Tokyo Late'],
      ['starts_before=2030-07-01 10:00:00', 'Past'],
      ['starts_before=2030-07-01 10:00:01', 'Past Morning'],
      ['ends_after=2030-07-01 12:00:00', 'Tokyo Late'],
      ['ends_before=2030-07-01 13:00:00', 'Past Morning'],
      ['ends_before=2030-07-02', 'Past Morning Tokyo'],
      ['starts_after=2030-07-01&ends_before=2030-07-01 12:30:00', 'Morning'],
      ['starts_after=2021-01-01&start_date=2030-01-01&end_date=2030-12-31', 'Morning Tokyo'],
      ['starts_after=2030-07-01T02:00:00Z', 'Morning Late'],
      ['starts_after=2035-01-01&search=late', 'Late'],
    ] as const) {
      test(`${query} (${face.name} face)`, async () => assert.equal(await list(query, face), expected))
    }
  }

  for (const [face, query, expected] of [
    [NATIVE, '', 'Morning'],
    [NATIVE, '&strict_dates=true', 'Morning'],
    [NATIVE, '&strict_dates=false', 'Morning Tokyo'],
    [TEC, '', 'Morning Tokyo'],
    [TEC, '&strict_dates=false', 'Morning Tokyo'],
    [TEC, '&strict_dates=true', 'Morning'],
  ] as const) {
    test(`start and end date with times${query} (${face.name} face)`, async () => {
      const dates = 'start_date=2030-07-01 09:30&end_date=2030-07-01 10:30'
      assert.equal(await list(`${dates}${query}`, face), expected)
    })
  }

  test('feeds have the same limits', async () => {
    const { body } = await server.ask('GET', '/events.csv?starts_after=2030-07-01 10:00:00&start_date=2030-01-01')
    const found = ['Past', 'Morning', 'Tokyo', 'Late'].filter((title) => String(body).includes(title))
    assert.deepEqual(found, ['Tokyo', 'Late'])
  })

  test('the links to other pages repeat the limits', async () => {
    const { body } = await server.ask(
      'GET',
      '/events?per_page=1&starts_after=2030-01-01&ends_before=2050-01-01&strict_dates=1',
    )
    const { searchParams } = new URL(body.next_rest_url)
    assert.deepEqual(
      ['starts_after', 'ends_before', 'strict_dates', 'start_date'].map((name) => searchParams.get(name)),
      ['2030-01-01', '2050-01-01', '1', null],
    )
    assert.equal(
      (await server.ask('GET', body.next_rest_url.replace(/^.*\/events\//, '/events/'))).body.events[0].title,
      'Tokyo',
    )
  })

  for (const name of ['starts_before', 'starts_after', 'ends_before', 'ends_after', 'strict_dates']) {
    test(`${name} is refused if it is invalid`, async () => {
      const answer = await server.ask('GET', `/events?${name}=soon`)
      const kinds = name === 'strict_dates' ? { [name]: 'rest_invalid_type' as const } : {}
      assertRefused(answer, { status: 400, code: 'rest_invalid_param', params: [name], kinds })
    })
  }
})
