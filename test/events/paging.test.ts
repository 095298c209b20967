import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FACES } from '../../src/core/faces.ts'
import { writeSiteSettings } from '../../src/settings/site-settings.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import type { Ask } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

interface Listed {
  id: number
}

forEachEngine('pages of events', (engine) => {
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

  test('per_page accepts any notation of a whole number and is limited to 50', async () => {
    const { tag } = await eventsAt(Array(51).fill('2030-10-01 10:00:00'))
    for (const [query, shown, pages, echoed] of [
      ['', 4, 13, '4'],
      ['per_page=50', 50, 2, '50'],
      ['per_page=51', 50, 2, '50'],
      ['per_page=2147483647', 50, 2, '50'],
      ['per_page=2.0', 2, 26, '2'],
      ['per_page=1e1', 10, 6, '10'],
      ['per_page=+3', 3, 17, '3'],
    ] as const) {
      const { body, headers } = await list(`tags=${tag}&${query}`)
      assert.deepEqual([body.events.length, body.total, body.total_pages], [shown, 51, pages], query)
      assert.deepEqual([headers['x-tec-total'], headers['x-tec-totalpages']], ['51', String(pages)])
      assert.equal(new URL(body.rest_url).searchParams.get('per_page'), echoed)
    }
    await server.db.transaction((tx) => writeSiteSettings(tx, { per_page: 7 }))
    assert.equal((await list(`tags=${tag}`)).body.events.length, 7)
    await server.db.transaction((tx) => writeSiteSettings(tx, { per_page: 4 }))
  })

  test('the link to the next page keeps featured=false and geoloc=false', async () => {
    const { tag } = await eventsAt(Array(3).fill('2030-10-03'))
    await eventsAt(['2030-10-03'], { featured: true, tags: [tag], venue: { venue: 'Here', geo_lat: 1, geo_lng: 1 } })
    for (const query of ['featured=0', 'geoloc=false']) {
      const { body } = await list(`tags=${tag}&per_page=2&${query}`)
      const { pathname, search } = new URL(body.next_rest_url)
      const next = await server.ask('GET', `host:${pathname}${search}`)
      assert.deepEqual([body.total, next.body.total, next.body.events.length], [3, 3, 1], query)
    }
  })

  test('the link to the next page has the ids of categories and tags in the requested order', async () => {
    const { tag: first } = await eventsAt(Array(3).fill('2030-10-04'))
    const second = await make.tag({ name: 'Second' })
    const other = await make.tag()
    const { body } = await list(`tags=${other.id},Second,${first}&per_page=2&start_date=2030-10-04`)
    const next = new URL(body.next_rest_url).searchParams
    assert.equal(next.get('tags'), `${other.id},${second.id},${first}`)
  })

  test('a page after the last is an error, but the first page of an empty list is not', async () => {
    const { tag } = await eventsAt(['2030-10-02'])
    const beyond = await list(`tags=${tag}&page=2`)
    assert.deepEqual([beyond.status, beyond.body.code], [404, 'event-archive-page-not-found'])
    assert.equal(beyond.headers['x-tec-total'], undefined)
    const none = await list(`tags=${tag}&start_date=2040-01-01&end_date=2040-01-02`)
    const { events, total, total_pages, next_rest_url, previous_rest_url } = none.body
    assert.deepEqual({ events, total, total_pages }, { events: [], total: 0, total_pages: 0 })
    assert.deepEqual([next_rest_url, previous_rest_url], [undefined, undefined])
    assert.equal((await list(`tags=${tag}&start_date=2040-01-01&end_date=2040-01-02&page=2`)).status, 404)
    assert.equal((await list(`tags=${tag}&page=2147483647`)).status, 404)
  })

  for (const face of FACES) {
    test(`the page links lead to every event once (${face.name} face)`, async () => {
      const { tag, made } = await eventsAt(Array(11).fill('2030-10-03 10:00:00'))
      const food = await make.category({ name: `Food, ${face.name} & drink` })
      for (const { id } of made) {
        await server.ask('POST', `/events/${id}`, { as: 'editor', body: { categories: [food.id], featured: true } })
      }
      for (const query of [
        `tags=${tag}`,
        `tags[]=${tag}&categories[]=${encodeURIComponent(food.name)}`,
        `search=2030-10-03&tags=${tag}&featured=1&start_date=2030-10-01&end_date=2030-10-31`,
        `include=${made.map(({ id }) => id)}`,
      ]) {
        for (const root of [undefined, 'de'] as const) {
          const seen: number[] = []
          let { body } = await list(`${query}&per_page=3`, { face, ...(root && { root }) })
          assert.equal(body.previous_rest_url, undefined)
          for (let page = 1; ; page += 1) {
            seen.push(...body.events.map(({ id }: Listed) => id))
            if (page === 2) assert.equal(new URL(body.previous_rest_url).searchParams.has('page'), false)
            if (body.next_rest_url === undefined) break
            const next = new URL(body.next_rest_url)
            assert.ok(next.pathname.startsWith(`${root ? '/de' : ''}${face.prefix}/${face.namespace}/events`))
            body = (await server.ask('GET', `host:${next.pathname}${next.search}`)).body
          }
          assert.deepEqual(seen.toSorted(), made.map(({ id }) => id).toSorted(), query)
        }
      }
    })
  }

  test('the URL of a list contains its filters', async () => {
    const venue = await make.venue()
    const organizer = await make.organizer()
    const { tag } = await eventsAt(['2033-04-01 10:00:00'], { venue: venue.id, organizer: organizer.id })
    const sent = `start_date=2033-04-01+10:00&end_date=2033-04-30&search=2033&venue=${venue.id}&organizer=${organizer.id}`
    const { body } = await list(`${sent}&tags=${tag}&featured=false&nonsense=1`)
    assert.equal(
      body.rest_url,
      'http://localhost/cal/events/v1/events/?page=1&per_page=4&start_date=2033-04-01+10%3A00%3A00&' +
        `end_date=2033-04-30+23%3A59%3A59&search=2033&status=publish&venue=${venue.id}&organizer=${organizer.id}`,
    )
    const featured = (await list('featured=1&start_date=2033-04-01&end_date=2033-04-30', { as: 'editor' })).body
      .rest_url
    assert.match(featured, /status=any&featured=1$/)
  })
})
