import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FACES, TEC } from '../../src/core/faces.ts'
import { writeSiteSettings } from '../../src/settings/site-settings.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import type { Ask } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

interface Listed {
  id: number
  title: string
}
const titles = (events: Listed[]) => events.map(({ title }) => title)

forEachEngine('lists of events', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)

  const list = (query: string, options?: Ask) => server.ask('GET', `/events?${query}`, options)
  /** Creates events with the given start times and a tag that only they have. */
  async function eventsAt(starts: readonly string[], fields = {}) {
    const tag = await make.tag()
    const made = []
    for (const start of starts) {
      const dates = { start_date: start, end_date: start }
      made.push(await make.event({ title: start, ...dates, tags: [tag.id], ...fields }))
    }
    return { tag: tag.id as number, made }
  }
  const inSiteZone = (timezone: string) => server.db.transaction((tx) => writeSiteSettings(tx, { timezone }))

  for (const [zone, first, last] of [
    ['UTC', '2030-06-14', '2032-06-15'],
    ['America/New_York', '2030-06-14', '2032-06-15'],
    ['Pacific/Kiritimati', '2030-06-15', '2032-06-16'],
  ] as const) {
    test(`the default period is from yesterday to two years ahead, in ${zone}`, async () => {
      await inSiteZone(zone)
      const day = (date: string, days: number) =>
        new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
      const { tag } = await eventsAt([
        `${day(first, -1)} 23:59:59`,
        `${first} 00:00:00`,
        `${last} 23:59:59`,
        `${day(last, 1)} 00:00:00`,
      ])
      const { body } = await list(`tags=${tag}`)
      await inSiteZone('UTC')
      assert.deepEqual(titles(body.events), [`${first} 00:00:00`, `${last} 23:59:59`])
      const { searchParams } = new URL(body.rest_url)
      assert.deepEqual(
        [searchParams.get('start_date'), searchParams.get('end_date')],
        [`${first} 00:00:00`, `${last} 23:59:59`],
      )
    })
  }

  test('the period selects events by their local start day, first and last day included', async () => {
    const inside = ['2033-03-01 00:00:00', '2033-03-01 09:30:00', '2033-03-03 23:59:59']
    const outside = ['2033-02-28 23:59:59', '2033-03-04 00:00:00']
    for (const timezone of ['UTC', 'Asia/Tokyo', 'America/Los_Angeles']) {
      const { tag } = await eventsAt([...inside, ...outside], { timezone })
      for (const window of ['start_date=2033-03-01&end_date=2033-03-03', 'start_date=1+March+2033&end_date=3/3/2033']) {
        const { body } = await list(`tags=${tag}&${window}`)
        assert.deepEqual(titles(body.events), inside, `${timezone} ${window}`)
      }
      const withTimes = 'start_date=2033-03-01+18:00:00&end_date=2033-03-03+01:00:00'
      const { body } = await list(`tags=${tag}&${withTimes}`, { face: TEC })
      assert.deepEqual(titles(body.events), inside, `${timezone} ${withTimes}`)
    }
  })

  test('an event that began before the period is not listed', async () => {
    const { tag } = await eventsAt(['2033-05-01 10:00:00'], { end_date: '2033-05-31' })
    assert.equal((await list(`tags=${tag}&start_date=2033-05-02&end_date=2033-06-01`)).body.total, 0)
  })

  test('the other date has its default if only one is given', async () => {
    const { tag } = await eventsAt(['2030-07-01 10:00:00', '2033-07-01 10:00:00'])
    assert.equal((await list(`tags=${tag}&start_date=2033-01-01`)).body.total, 0)
    assert.equal((await list(`tags=${tag}&end_date=2034-01-01`)).body.total, 2)
    assert.equal((await list(`tags=${tag}&start_date=2034-01-01&end_date=2030-01-01`)).body.total, 0)
  })

  for (const query of [
    'start_date=',
    'start_date=garbage',
    'start_date=x',
    'end_date=2031-04-31',
    'end_date=0000-00-00',
    'start_date[]=2033-01-01',
    'page=0',
    'page=-1',
    'page=x',
    'page=',
    'page=1.5',
    'page=99999999999',
    'per_page=0',
    'per_page=-1',
    'per_page=x',
    'per_page=',
    'per_page=1.5',
    'search=',
    'search=0',
    'search=+',
    'search=%22+%22',
    'search=%CC%81',
    'categories=',
    'categories=nothing-such',
    'tags=',
    'tags=99999999999999999999',
    'venue=',
    'venue=abc',
    'venue=2000000000',
    'organizer=x,y',
    'featured=yes',
    'featured=',
    'include=',
    'include=abc',
    'include=1,x',
    'include=0',
    'post_parent=x',
    'post_parent=2000000000',
    'geoloc=perhaps',
    'geoloc_lat=abc&geoloc_lng=1',
    'geoloc_lat=91&geoloc_lng=1',
    'geoloc_lng=-181',
    'geoloc_radius=-1',
  ]) {
    test(`refuses ${query}`, async () => {
      for (const face of FACES) {
        const { status, body } = await list(query, { face })
        assert.deepEqual([status, body.code], [400, 'rest_invalid_param'])
        assert.deepEqual(Object.keys(body.data.params), [/^\w+/.exec(query)?.[0]])
      }
    })
  }

  test('events are sorted by local start, whatever order is requested', async () => {
    const starts = ['2030-09-03 08:00:00', '2030-09-01 08:00:00', '2030-09-02 23:00:00', '2030-09-02 01:00:00']
    const { tag } = await eventsAt(starts)
    const east = { timezone: 'Pacific/Auckland', start_date: '2030-09-02 12:00', end_date: '2030-09-02 13:00' }
    await make.event({ title: '2030-09-02 12:00:00', tags: [tag], ...east })
    for (const extra of ['', '&order=desc', '&orderby=title', '&orderby=', '&orderby=relevance']) {
      const { body } = await list(`tags=${tag}&per_page=50${extra}`)
      assert.deepEqual(titles(body.events), [...starts, '2030-09-02 12:00:00'].sort())
    }
  })

  test('events hidden from listings are in no list, for any caller and filter', async () => {
    const { tag, made } = await eventsAt(['2030-10-04'], { hide_from_listings: true })
    for (const query of [`tags=${tag}`, `include=${made[0].id}`, `search=2030-10-04&status=any`]) {
      assert.equal((await list(query, { as: 'administrator' })).body.total, 0, query)
    }
    assert.equal((await server.ask('GET', `/events/${made[0].id}`)).status, 200)
  })

  test('include returns events of any date, sorted by publication date, and ignores unknown ids', async () => {
    const [late, early] = [
      await make.event({ title: 'late', date: '2029-02-01', start_date: '2005-01-01', end_date: '2005-01-01' }),
      await make.event({ title: 'early', date: '2029-01-01', start_date: '2050-01-01', end_date: '2050-01-01' }),
    ]
    const venue = await make.venue()
    const draft = await make.event({ status: 'draft' })
    for (const query of [
      `include=${late.id},${early.id},${draft.id},${venue.id},2000000000`,
      `include[]=${late.id}&include[]=${early.id}`,
      `include=${early.id},${late.id},${late.id}&start_date=2030-01-01&end_date=2030-01-02`,
    ]) {
      const { body } = await list(query)
      assert.deepEqual([titles(body.events), body.total], [['early', 'late'], 2], query)
    }
  })

  test('featured selects featured events or the others', async () => {
    const { tag } = await eventsAt(['2030-10-05'], { featured: true })
    await make.event({ title: 'plain', tags: [tag] })
    for (const [value, expected] of [
      ['true', ['2030-10-05']],
      ['1', ['2030-10-05']],
      ['false', ['plain']],
      ['0', ['plain']],
    ] as const) {
      assert.deepEqual(titles((await list(`tags=${tag}&featured=${value}`)).body.events), expected)
    }
  })

  test('events have no parents', async () => {
    const { made } = await eventsAt(['2030-10-06'])
    const { status, body } = await list(`post_parent=${made[0].id}`)
    assert.deepEqual([status, body.total], [200, 0])
  })
})
