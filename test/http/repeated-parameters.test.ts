/** Repeated names in queries and forms: a list for parameters that take a list, the last value for others. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { FACES } from '../../src/core/faces.ts'
import { EVENT, makersOf } from '../kit/calendar/makers.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

onSqlite('repeated parameters', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  let venues: { id: number }[]

  before(async () => {
    venues = [await make.venue(), await make.venue()]
    for (const name of ['music', 'film', 'dance']) {
      const { id } = await make.category({ name })
      await make.event({ title: name, categories: [id], tags: [name], venue: venues[name === 'film' ? 0 : 1]?.id })
    }
  })

  const titles = ({ body }: { body: { events: { title: string }[] } }) =>
    body.events.map(({ title }) => title).toSorted()

  for (const [query, expected] of [
    ['categories=music&categories=film', ['film', 'music']],
    ['categories=film&categories=music', ['film', 'music']],
    ['categories=music&page=1&categories=film', ['film', 'music']],
    ['tags=music&tags=dance', ['dance', 'music']],
    ['tags[]=music&tags[]=dance', ['dance', 'music']],
    ['categories=film', ['film']],
    ['search=music&search=dance', ['dance']],
    ['per_page=1&per_page=50&categories=music&categories=film', ['film', 'music']],
  ] as const) {
    test(`GET /events?${query} finds ${expected}`, async () => {
      for (const face of FACES) {
        // The second request is answered from the cache.
        for (const _ of [1, 2])
          assert.deepEqual(titles(await server.ask('GET', `/events?${query}`, { face })), expected)
      }
    })
  }

  test('ids of venues may be repeated, and links repeat them', async () => {
    const query = venues.map(({ id }) => `venue=${id}`).join('&')
    const { body } = await server.ask('GET', `/events?${query}&per_page=2`)
    assert.equal(body.total, 3)
    const next = new URL(body.next_rest_url)
    assert.equal(next.searchParams.get('venue'), venues.map(({ id }) => id).join(','))
  })

  test('an invalid value among repeated ones is an error', async () => {
    const { status, body } = await server.ask('GET', '/events?categories=music&categories=unknown')
    assert.deepEqual([status, Object.keys(body.data.params)], [400, ['categories']])
  })

  test('a repeated language counts once', async () => {
    const { headers } = await server.ask('GET', '/events?translation_language=de&translation_language=fr')
    assert.equal(headers['content-language'], 'fr')
  })

  test('feeds and pages read them too', async () => {
    const feed = await server.ask('GET', '/events.feed.json?categories=music&categories=film')
    const page = await server.ask('GET', 'host:/events/list?categories=music&categories=film')
    const listed = feed.body.items.map(({ title }: { title: string }) => title)
    assert.deepEqual(listed.toSorted(), ['film', 'music'])
    assert.match(decodeURIComponent(feed.body.feed_url), /categories=music,film/)
    const links = page.bytes.toString().matchAll(/href="[^"]*\/event\/(\w+)\/"/g)
    assert.deepEqual([...new Set([...links].map(([, slug]) => slug))].toSorted(), ['film', 'music'])
  })

  test('a form may repeat fields; the fields of the body win over those of the query', async () => {
    const form = new URLSearchParams(EVENT)
    for (const name of ['music', 'film']) form.append('categories', name)
    const { body } = await server.ask('POST', '/events?categories=dance&categories=other&tags=music&tags=film', {
      as: 'editor',
      body: form.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    const names = (terms: { name: string }[]) => terms.map(({ name }) => name).toSorted()
    assert.deepEqual(
      [names(body.categories), names(body.tags)],
      [
        ['film', 'music'],
        ['film', 'music'],
      ],
    )
  })

  test('a body replaces repeated parameters of the query', async () => {
    const { body } = await server.ask('POST', '/events?tags=film&tags=dance', {
      as: 'editor',
      body: { ...EVENT, tags: ['music'] },
    })
    assert.deepEqual(
      body.tags.map(({ name }: { name: string }) => name),
      ['music'],
    )
  })
})
