import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { TEC_V1 } from '../../src/core/faces.ts'
import { writeSiteSettings } from '../../src/settings/site-settings.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { recordReads } from '../kit/engines/recorded-reads.ts'
import type { TestCaller } from '../kit/server/accounts.ts'
import { startServer, TEST_NOW } from '../kit/server/server.ts'
import { tecV1Of } from '../kit/server/tec-v1.ts'
import { withServer } from '../kit/server/with-server.ts'

const day = (date: string) => ({ start_date: `${date} 10:00:00`, end_date: `${date} 12:00:00` })

forEachEngine('lists of tec/v1', (engine) => {
  const server = withServer(engine)
  const tecV1 = tecV1Of(server)
  const make = makersOf(server)
  const ids: Record<string, number> = {}

  before(async () => {
    const [music, word, hall, club] = [
      await make.category(),
      await make.tag(),
      await make.venue(),
      await make.organizer(),
    ]
    const jazz = await make.category({ parent: music.id })
    Object.assign(ids, { music: music.id, jazz: jazz.id, word: word.id, hall: hall.id, club: club.id })
    for (const [title, date, fields] of [
      ['Past', '2021-03-01', {}],
      ['Delta', '2031-05-01', { venue: hall.id, categories: [music.id] }],
      ['Bravo', '2031-05-10', { organizer: club.id, tags: [word.id], featured: true }],
      ['Alpha', '2031-06-01', { categories: [jazz.id] }],
      ['Charlie', '2031-07-01', { venue: hall.id, organizer: club.id, description: 'A nightingale sings.' }],
      ['Draft', '2031-05-05', { status: 'draft' }],
      ['Hidden', '2031-05-06', { hide_from_listings: true }],
    ] as const) {
      ids[title] = (await make.event({ title, ...day(date), ...fields })).id
    }
    const own = await make.event({ title: 'Own draft', ...day('2031-05-07'), status: 'draft' }, { as: 'contributor' })
    ids['Own draft'] = own.id
  })

  const named = (query: string) => query.replace(/\{([\w ]+)\}/g, (_, name) => String(ids[name]))
  const titles = async (query: string, as: TestCaller = 'guest') => {
    const { status, body } = await tecV1('GET', `/events?per_page=50&${named(query)}`, { as })
    return status === 200
      ? body.map((event: { title: { rendered: string } }) => event.title.rendered).join(' ')
      : body.data.params
  }

  const ALL = 'Past Delta Bravo Alpha Charlie'
  for (const [query, expected] of [
    ['', ALL],
    ['search=', ALL],
    ['search=nightingale', 'Charlie'],
    ['start_date=2031-05-15', 'Alpha Charlie'],
    ['start_date=2031-05-01T11:00:00&end_date=2031-05-11', 'Bravo'],
    ['starts_after=2031-05-01 10:00:00', 'Bravo Alpha Charlie'],
    ['starts_before=2031-05-10 10:00:00', 'Past Delta'],
    ['ends_after=2031-05-01 11:00:00', 'Delta Bravo Alpha Charlie'],
    ['ends_before=2031-05-11', 'Past Delta Bravo'],
    ['categories={music}', 'Delta Alpha'],
    ['categories={music},{jazz}', 'Delta Alpha'],
    ['categories[]={jazz}', 'Alpha'],
    ['tags={word}', 'Bravo'],
    ['venue={hall}', 'Delta Charlie'],
    ['venue={hall}&organizer={club}', 'Charlie'],
    ['featured=1', 'Bravo'],
    ['featured=false', 'Past Delta Alpha Charlie'],
    ['include={Past},{Alpha},{Draft}', 'Past Alpha'],
    ['exclude={Past}', 'Delta Bravo Alpha Charlie'],
    ['orderby=title', 'Alpha Bravo Charlie Delta Past'],
    ['orderby=title&order=DESC', 'Past Delta Charlie Bravo Alpha'],
    ['orderby=title&order=DESC&search=a', 'Past Delta Charlie Bravo Alpha'],
    ['orderby=date&order=DESC', 'Charlie Alpha Bravo Delta Past'],
    ['order=DESC', 'Charlie Alpha Bravo Delta Past'],
    ['order=DESC&search=a', 'Charlie Alpha Bravo Delta Past'],
    ['orderby=menu_order', ALL],
    ['ticketed=true&strict_dates=1&nonsense=1', ALL],
    ['status=draft', ''],
    ['status=publish,draft', ALL],
  ] as const) {
    test(`events?${query} lists ${expected || 'nothing'}`, async () => assert.equal(await titles(query), expected))
  }

  for (const [query, name] of [
    ...['per_page=0', 'per_page=x', 'page=0', 'page=x'].map((query) => [query, query.split('=')[0]]),
    ...['start_date=soon', 'ends_before=soon', 'order=desc', 'orderby=cost', 'featured=maybe'].map((query) => [
      query,
      query.split('=')[0],
    ]),
    ...['status=trash', 'status=any', 'status=bogus', 'venue=99999999', 'venue=hall', 'categories=Music'].map(
      (query) => [query, query.split('=')[0]],
    ),
    ['venue={club}', 'venue'],
    ['tags=99999999', 'tags'],
  ] as const) {
    test(`events?${query} is refused with the name of the parameter`, async () => {
      const { status, body } = await tecV1('GET', `/events?${named(query as string)}`)
      assert.deepEqual([status, body.code, Object.keys(body.data.params)], [400, 'rest_invalid_param', [name]])
    })
  }

  test('bounds with an offset are exact when clocks are set back', async () => {
    const night = { timezone: 'Europe/Berlin', start_date: '2027-10-31T02:30+01:00', end_date: '2027-10-31 05:00' }
    await server.db.transaction((tx) => writeSiteSettings(tx, { timezone: 'Europe/Berlin' }))
    const { id } = await make.event({ title: 'Night', ...night })
    const only = `include=${id}`
    assert.equal(await titles(`${only}&starts_after=2027-10-31T02:29%2B01:00`), 'Night')
    assert.equal(await titles(`${only}&starts_after=2027-10-31T02:31%2B01:00`), '')
    await server.db.transaction((tx) => writeSiteSettings(tx, { timezone: 'UTC' }))
    await server.ask('DELETE', `/events/${id}`, { as: 'editor' })
  })

  test('drafts are listed for those who may read them', async () => {
    for (const [as, expected] of [
      ['guest', ''],
      ['subscriber', ''],
      ['author', ''],
      ['contributor', 'Own draft'],
      ['editor', 'Draft Own draft'],
    ] as const) {
      assert.equal(await titles('status=draft', as), expected, as)
    }
    assert.equal(await titles('', 'editor'), ALL, 'published ones by default')
  })

  test('the headers contain totals and links that repeat the parameters', async () => {
    const { headers, body } = await tecV1('GET', '/events?search=a&per_page=2&page=2&orderby=title&nonsense=1')
    assert.equal(body.length, 2)
    assert.deepEqual([headers['x-wp-total'], headers['x-wp-totalpages']], [5, 3].map(String))
    const link = (page: number, rel: string) =>
      `<http://localhost/wp-json/tec/v1/events?search=a&per_page=2&page=${page}&orderby=title>; rel="${rel}"`
    assert.ok(String(headers.link).includes(`${link(1, 'prev')}, ${link(3, 'next')}`), String(headers.link))
    assert.equal((await tecV1('HEAD', '/events?per_page=2')).headers['x-wp-total'], '5')
  })

  test('ticketed filters as soon as an event has tickets', async () => {
    const ticketed = await make.event({ title: 'Gala', offers: [{ price: '5', url: 'https://tickets.example/' }] })
    const plain = await make.event({ title: 'Picnic' })
    const both = `/events?include=${ticketed.id},${plain.id}`
    const ids = async (query: string) =>
      (await tecV1('GET', `${both}&${query}`)).body.map((event: { id: number }) => event.id)
    assert.deepEqual([await ids('ticketed=true'), await ids('ticketed=false')], [[ticketed.id], [plain.id]])
    await server.ask('DELETE', `/events/${ticketed.id}`, { as: 'editor' })
    assert.deepEqual(await ids('ticketed=true'), [plain.id])
    await server.ask('DELETE', `/events/${plain.id}`, { as: 'editor' })
  })

  test('whether events have tickets is read once, not with each request', async (t) => {
    const { db, reads } = recordReads(await engine.open(), { hasCaches: true })
    const other = await startServer(db, { cacheBytes: 0 })
    t.after(() => other.close())
    const statementsOf = async (query: string) => {
      reads.length = 0
      await tecV1Of(other)('GET', `/events?${query}`)
      return reads.map(({ sql }) => sql)
    }
    await statementsOf('ticketed=true')
    assert.deepEqual(await statementsOf('ticketed=true'), await statementsOf(''))
  })

  test('a page after the last one does not exist', async () => {
    for (const path of ['/events?page=9', '/venues?page=9', '/events?search=zzz&page=2']) {
      const { status, body } = await tecV1('GET', path)
      assert.deepEqual([status, body.code, body.data], [404, 'tec_rest_organizers_page_not_found', undefined])
    }
    assert.deepEqual((await tecV1('GET', '/events?search=zzz')).body, [])
  })

  test('at most 100 records are on a page', async () => {
    const { headers } = await tecV1('GET', '/events?per_page=101')
    assert.equal(headers['x-wp-totalpages'], '1')
  })

  for (const [query, count] of [
    ['', 1],
    ['search=venue', 1],
    ['search=nothing', 0],
    ['event={Delta}', 1],
    ['event={Alpha}', 0],
    ['has_events=true', 1],
    ['has_events=false', 0],
    ['only_with_upcoming=true', 1],
    ['status=draft', 0],
    ['exclude={hall}', 0],
    ['include={hall}&orderby=title', 1],
  ] as const) {
    test(`venues?${query} lists ${count}`, async () => {
      const { body, headers } = await tecV1('GET', `/venues?${named(query)}`)
      assert.deepEqual([body.length, headers['x-wp-total']], [count, String(count)])
    })
  }

  test('a cached list is current when an event begins and when it has ended', async () => {
    const states: string[] = []
    const { id } = await make.event({
      title: 'Now',
      start_date: '2030-06-15 13:00:00',
      end_date: '2030-06-15 14:00:00',
      timezone: 'UTC',
    })
    for (const minutes of [0, 59, 60, 120, 121]) {
      server.clock.now = TEST_NOW + minutes * 60
      const [event] = (await tecV1('GET', `/events?include=${id}`)).body
      const alone = (await tecV1('GET', `/events/${id}`)).body
      assert.deepEqual([event.is_now, event.is_past], [alone.is_now, alone.is_past])
      states.push(event.is_now ? 'now' : event.is_past ? 'past' : 'later')
    }
    server.clock.now = TEST_NOW
    assert.deepEqual(states, ['later', 'later', 'now', 'now', 'past'])
    await server.ask('DELETE', `/events/${id}?force=true`, { as: 'editor' })
  })

  test('the index names the routes, and languages have their own roots', async () => {
    const { body } = await server.ask('GET', '', { face: TEC_V1 })
    assert.deepEqual(body.routes['/tec/v1/events/(?P<id>\\d+)'].methods.toSorted(), ['DELETE', 'GET', 'PATCH', 'PUT'])
    await server.ask('PUT', `/events/${ids.Alpha}/translations/de`, { as: 'editor', body: { title: 'Erstes' } })
    for (const [path, root] of [
      [`/events/${ids.Alpha}`, 'de'],
      [`/events/${ids.Alpha}?lang=de`, undefined],
      [`/events/${ids.Alpha}?wpml_language=de`, undefined],
    ] as const) {
      const { body: german, headers } = await tecV1('GET', path, root ? { root } : {})
      assert.deepEqual([german.title.rendered, german.language, headers['content-language']], ['Erstes', 'de', 'de'])
      assert.equal(german.translations.de.rest_url, `http://localhost/de/wp-json/tec/v1/events/${ids.Alpha}`)
    }
  })
})
