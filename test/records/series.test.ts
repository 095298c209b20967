import assert from 'node:assert/strict'
import { test } from 'node:test'
import { INVARIANTS } from '../../src/check/check-database.ts'
import { TEC } from '../../src/core/faces.ts'
import { EVENT, makersOf } from '../kit/calendar/makers.ts'
import { storePixel } from '../kit/calendar/unpublished.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { assertHolds } from '../kit/engines/invariants.ts'
import { assertRefused } from '../kit/server/refusals.ts'
import type { Ask } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

const EDITOR = { as: 'editor' } as const
const ALL_TIME = 'start_date=2000-01-01&end_date=2100-01-01'

const idsIn = (records: { id: number }[]) => records.map(({ id }) => id)

forEachEngine('series', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  const get = async (path: string, ask: Ask = {}) => {
    const { status, body } = await server.ask('GET', path, ask)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const change = async (path: string, body: object) => {
    const answer = await server.ask('PATCH', path, { ...EDITOR, body })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
  const eventIds = async (query: string, ask: Ask = {}) => {
    const { events, total } = await get(`/events?${ALL_TIME}&per_page=50&${query}`, ask)
    assert.equal(total, events.length)
    return idsIn(events)
  }

  test('a series has all its fields, and linked data in single reads', async () => {
    const picture = await storePixel(server, 'Harbour')
    const fields = { title: 'Full nights', kind: 'festival', website: 'https://nights.example/', slug: 'full-nights' }
    const made = await make.series({ ...fields, description: 'About it', excerpt: 'Short', image: picture.id })
    assert.deepEqual(
      { ...made, ...fields, description: '<p>About it</p>', excerpt: '<p>Short</p>', events_total: 0 },
      made,
    )
    assert.deepEqual([made.image.id, made.first_start_date, made.last_start_date], [picture.id, null, null])
    const { json_ld, ...read } = await get(`/series/${made.id}`)
    assert.deepEqual(read, made)
    assert.deepEqual(json_ld, {
      '@context': 'https://schema.org',
      '@type': 'Festival',
      '@id': made.url,
      name: 'Full nights',
      url: made.url,
      description: 'About it',
      image: [made.image.url],
      sameAs: 'https://nights.example/',
      inLanguage: 'en',
    })
    assert.deepEqual(await change(`/series/${made.id}`, { website: '', image: false }), {
      ...made,
      ...{ website: '', image: false, version: made.version + 1 },
    })
    assert.equal((await make.series()).kind, 'series')
  })

  for (const [field, value] of [
    ['kind', 'tour'],
    ['kind', 7],
    ['kind', null],
    ['title', ''],
    ['website', 'nights'],
    ['slug', ''],
    ['image', 'nowhere'],
  ] as const) {
    test(`${field}: ${JSON.stringify(value)} is refused`, async () => {
      const { status, body } = await server.ask('POST', '/series', { ...EDITOR, body: { title: 'X', [field]: value } })
      const named = Array.isArray(body.data.params) ? body.data.params : Object.keys(body.data.params)
      assert.deepEqual([status, named], [400, [field]], JSON.stringify(body))
    })
  }

  test('a series with the same title and values is returned instead of a new one', async () => {
    const fields = { title: 'Again', kind: 'festival' }
    const { id } = await make.series(fields)
    const same = await server.ask('POST', '/series', { ...EDITOR, body: fields })
    assert.deepEqual([same.status, same.body.id], [200, id])
    const other = await server.ask('POST', '/series', { ...EDITOR, body: { ...fields, kind: 'series' } })
    assert.equal(other.status, 201)
  })

  test('lists filter by kind, event and events', async () => {
    const word = 'Filtered'
    const [plain, festival] = [
      await make.series({ title: `${word} one` }),
      await make.series({ title: `${word} two`, kind: 'festival' }),
    ]
    const event = await make.event({ series: festival.id })
    const list = async (query: string) => idsIn((await get(`/series?search=${word}&${query}`)).series)
    assert.deepEqual(await list(''), [festival.id, plain.id])
    assert.deepEqual(await list('kind=series'), [plain.id])
    assert.deepEqual(await list('kind=festival'), [festival.id])
    assert.deepEqual(await list(`event=${event.id}`), [festival.id])
    assert.deepEqual(await list('has_events=yes'), [festival.id])
    assert.deepEqual(await list('has_events=no'), [plain.id])
    assert.deepEqual(await list('only_with_upcoming=yes'), [festival.id])
    const { rest_url, next_rest_url } = await get(`/series?search=${word}&per_page=1&has_events=no&kind=series&page=1`)
    for (const url of [rest_url, next_rest_url ?? rest_url]) assert.match(url, /kind=series/)
    assertRefused(await server.ask('GET', '/series?kind=tour'), {
      status: 400,
      code: 'rest_invalid_param',
      params: ['kind'],
    })
  })

  test('an event names series by id, by title and inline, in any notation', async () => {
    const [one, two] = [await make.series({ title: 'First of two' }), await make.series({ title: 'Second of two' })]
    const shown = ({ id, title, slug, kind, url, rest_url }: typeof one) => ({ id, title, slug, kind, url, rest_url })
    for (const series of [
      one.id,
      String(one.id),
      [one.id],
      { id: one.id },
      [{ id: String(one.id) }],
      'first OF two',
      one,
    ]) {
      assert.deepEqual((await make.event({ series })).series, [shown(one)], JSON.stringify(series))
    }
    const both = await make.event({ series: `${two.id},${one.id},${two.id}` })
    assert.deepEqual(both.series, [shown(two), shown(one)])
    assert.deepEqual((await make.event()).series, [])
    const { series } = await make.event({
      series: [{ title: 'Inline', kind: 'festival', website: 'https://a.example/' }, one.id],
    })
    assert.deepEqual([series[0].title, series[0].kind, series[1].id], ['Inline', 'festival', one.id])
    assert.equal((await get(`/series/${series[0].id}`)).website, 'https://a.example/')
    for (const nothing of [[], '', null]) {
      const made = await make.event({ series: one.id })
      assert.deepEqual((await change(`/events/${made.id}`, { series: nothing })).series, [])
    }
    assert.deepEqual((await change(`/events/${both.id}`, { title: 'Other' })).series, both.series)
    assert.deepEqual((await get(`/events/${both.id}`, { face: TEC })).series.length, 2)
  })

  test('an event that names no existing series is refused, and nothing is written', async () => {
    const { total } = await get('/series')
    for (const series of [99_999_999, [{ title: '' }], { title: 'X', kind: 'tour' }, [{ title: 'Y' }, 99_999_999]]) {
      const { status, body } = await server.ask('POST', '/events', { ...EDITOR, body: { ...EVENT, series } })
      assert.deepEqual([status, Object.keys(body.data.params)], [400, ['series']], JSON.stringify(series))
    }
    assert.equal((await get('/series')).total, total)
  })

  test('a contributor creates a series inline as a draft', async () => {
    const { id } = await make.event({ series: [{ title: 'By a contributor' }] }, { as: 'contributor' })
    const { series } = await get(`/events/${id}`, EDITOR)
    assert.equal((await get(`/series/${series[0].id}`, EDITOR)).status, 'draft')
  })

  test('series= and in_series= select events, with exact totals on every page', async () => {
    const [one, two] = [await make.series(), await make.series()]
    const outside = await make.event({ title: 'Outside' })
    const inOne: number[] = []
    for (let day = 1; day <= 5; day += 1) {
      const dates = { start_date: `2031-02-0${day} 10:00:00`, end_date: `2031-02-0${day} 11:00:00` }
      inOne.push((await make.event({ ...dates, series: day === 3 ? [one.id, two.id] : [one.id] })).id)
    }
    assert.deepEqual(await eventIds(`series=${one.id}`), inOne)
    assert.deepEqual(await eventIds(`series=${one.id},${two.id}`), inOne)
    assert.deepEqual(await eventIds(`series=${two.id}`), [inOne[2]])
    assert.deepEqual(await eventIds(`series=${one.id}&search=concert`), inOne)
    const within = await eventIds('in_series=true')
    assert.ok(inOne.every((id) => within.includes(id)) && !within.includes(outside.id))
    const without = await eventIds('in_series=false')
    assert.ok(without.includes(outside.id) && !inOne.some((id) => without.includes(id)))
    const page = await get(`/events?${ALL_TIME}&series=${one.id}&in_series=1&per_page=2&page=2`)
    assert.deepEqual([page.total, page.total_pages, idsIn(page.events)], [5, 3, inOne.slice(2, 4)])
    for (const url of [page.next_rest_url, page.previous_rest_url]) {
      assert.equal(new URL(url).searchParams.get('series'), String(one.id))
      assert.equal(new URL(url).searchParams.get('in_series'), '1')
    }
    const { events_total, first_start_date, last_start_date, rest_url_events } = await get(`/series/${one.id}`)
    assert.deepEqual(
      [events_total, first_start_date, last_start_date],
      [5, '2031-02-01 10:00:00', '2031-02-05 10:00:00'],
    )
    assert.equal(new URL(rest_url_events).search, `?series=${one.id}`)
    assertRefused(await server.ask('GET', '/events?series=99999999'), {
      status: 400,
      code: 'rest_invalid_param',
      params: ['series'],
    })
    await assertHolds(server.db, INVARIANTS)
  })

  test('totals count listed events only, and follow every change of an event', async () => {
    const { id } = await make.series()
    const total = async () => (await get(`/series/${id}`)).events_total
    const event = await make.event({ series: id, start_date: '2031-01-01', end_date: '2031-01-01' })
    await make.event({ series: id, status: 'draft' })
    await make.event({ series: id, hide_from_listings: true })
    assert.equal(await total(), 1)
    for (const [body, expected] of [
      [{ status: 'draft' }, 0],
      [{ status: 'publish' }, 1],
      [{ start_date: '2032-01-01', end_date: '2032-01-01' }, 1],
      [{ series: [] }, 0],
      [{ series: id }, 1],
    ] as const) {
      await change(`/events/${event.id}`, body)
      assert.equal(await total(), expected, JSON.stringify(body))
    }
    assert.equal((await get(`/series/${id}`)).first_start_date, '2032-01-01 00:00:00')
    await server.ask('DELETE', `/events/${event.id}`, EDITOR)
    assert.deepEqual([await total(), (await get(`/series/${id}`)).first_start_date], [0, null])
  })

  test('each date of a repeated event belongs to the series of the event', async () => {
    const { id } = await make.series()
    const times = { start_date: '2031-03-04 10:00:00', end_date: '2031-03-04 11:00:00' }
    const event = await make.event({ ...times, recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'], series: id })
    const dates = await eventIds(`series=${id}`)
    assert.equal(dates.length, 4)
    assert.deepEqual(idsIn((await get(`/events/${dates[2]}`)).series), [id])
    const { events_total, last_start_date } = await get(`/series/${id}`)
    assert.deepEqual([events_total, last_start_date], [4, '2031-03-25 10:00:00'])
    await change(`/events/${event.id}`, { series: [] })
    assert.deepEqual(await eventIds(`series=${id}`), [])
    assert.equal((await get(`/series/${id}`)).events_total, 0)
    await assertHolds(server.db, INVARIANTS)
  })

  test('a series in the trash disappears from its events, which stay; restored, it is back', async () => {
    const one = await make.series({ title: 'Thrown away' })
    const event = await make.event({ series: one.id })
    await server.ask('DELETE', `/series/${one.id}`, EDITOR)
    for (const ask of [{}, EDITOR]) {
      assert.deepEqual((await get(`/events/${event.id}`, ask)).series, [])
      assert.ok(!(await eventIds('in_series=true', ask)).includes(event.id))
      assert.equal((await server.ask('GET', `/events?series=${one.id}`, ask)).status, 400)
    }
    assertRefused(await server.ask('GET', `/series/${one.id}`), { status: 403, code: 'series-not-accessible' })
    await change(`/series/${one.id}`, { status: 'publish' })
    assert.deepEqual(idsIn((await get(`/events/${event.id}`)).series), [one.id])
    assert.deepEqual(await eventIds(`series=${one.id}`), [event.id])
    await server.ask('DELETE', `/series/${one.id}?force=true`, EDITOR)
    assert.deepEqual((await get(`/events/${event.id}`)).series, [])
    await assertHolds(server.db, INVARIANTS)
  })

  test('the linked data of an event names its series', async () => {
    const [one, two] = [await make.series({ title: 'Linked &amp; data' }), await make.series({ kind: 'festival' })]
    const single = await make.event({ series: one.id })
    const { superEvent } = (await get(`/events/${single.id}`)).json_ld
    assert.deepEqual(superEvent, { '@type': 'EventSeries', '@id': one.url, name: 'Linked & data', url: one.url })
    const both = await make.event({ series: [one.id, two.id] })
    const types = (await get(`/events/${both.id}`)).json_ld.superEvent.map(
      (data: Record<string, string>) => data['@type'],
    )
    assert.deepEqual(types, ['EventSeries', 'Festival'])
  })

  for (const status of ['draft', 'pending', 'private', 'future'] as const) {
    test(`a series with the status ${status} is shown nowhere to callers who may not read it`, async () => {
      const hidden = status === 'future' ? { status: 'publish', date: '2040-01-01' } : { status }
      const one = await make.series({ title: `zqhidden${status}`, ...hidden })
      const event = await make.event({ series: one.id })
      for (const as of ['guest', 'subscriber', 'contributor', 'author'] as const) {
        const read = await get(`/events/${event.id}`, { as })
        assert.deepEqual([read.series, JSON.stringify(read).includes('zqhidden')], [[], false], as)
        assert.ok(!(await eventIds('in_series=true', { as })).includes(event.id), as)
        assert.ok((await eventIds('in_series=false', { as })).includes(event.id), as)
        const [named, unknown] = await Promise.all(
          [one.id, 99_999_999].map((id) => server.ask('GET', `/events?series=${id}`, { as })),
        )
        assert.equal(JSON.stringify(named?.body).replaceAll(String(one.id), '99999999'), JSON.stringify(unknown?.body))
        for (const path of [`/series?search=zqhidden`, `/series?event=${event.id}`]) {
          assert.equal((await get(path, { as })).total, 0, `${as} ${path}`)
        }
        assert.ok((await server.ask('GET', `/series/${one.id}`, { as })).status >= 401)
        const own = { ...EVENT, series: one.id }
        if (as === 'author') assert.equal((await server.ask('POST', '/events', { as, body: own })).status, 400)
      }
      assert.deepEqual(idsIn((await get(`/events/${event.id}`, EDITOR)).series), [one.id])
      assert.deepEqual(await eventIds(`series=${one.id}`, EDITOR), [event.id])
    })
  }

  test('an update by a caller who does not see the series of an event leaves it unchanged', async () => {
    const one = await make.series({ status: 'private' })
    const event = await make.event({ series: one.id, author: server.ids.author })
    const shown = await get(`/events/${event.id}`, { as: 'author' })
    const body = { ...shown, title: 'Sent back' }
    assert.equal((await server.ask('PUT', `/events/${event.id}`, { as: 'author', body })).status, 200)
    assert.deepEqual(idsIn((await get(`/events/${event.id}`, EDITOR)).series), [one.id])
  })
})
