import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { FACES, NATIVE, TEC } from '../../src/core/faces.ts'
import { FEED_FORMAT_NAMES, FEED_FORMATS } from '../../src/feeds/feed-formats.ts'
import { EVENT, makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { READERS, rowsIn } from '../kit/formats/feeds.ts'
import type { Ask } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

forEachEngine('what feeds have', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  const ids: Record<string, number> = {}
  before(async () => {
    const hall = await make.venue({ venue: 'Hall', geo_lat: 50, geo_lng: 8 })
    const club = await make.organizer({ organizer: 'Club' })
    const music = await make.category({ name: 'Music' })
    const jazz = await make.category({ name: 'Jazz', parent: music.id })
    Object.assign(ids, { hall: hall.id, club: club.id, music: music.id })
    for (let day = 1; day <= 9; day++) {
      await make.event({
        title: `Concert number ${day}`,
        start_date: `2030-07-0${day} 20:00:00`,
        end_date: `2030-07-0${day} 22:00:00`,
        timezone: day % 2 ? 'Europe/Berlin' : 'America/New_York',
        ...(day % 2 && { venue: hall.id }),
        ...(day % 3 === 0 && { organizer: [club.id], featured: true }),
        ...(day > 4 && { categories: [jazz.id] }),
        ...(day < 3 && { tags: ['open air'] }),
      })
    }
    for (const [title, date] of [
      ['Yesterday', '2030-06-14'],
      ['30 days ago', '2030-05-16'],
      ['31 days ago', '2030-05-15'],
    ]) {
      await make.event({ title, start_date: `${date} 00:00:00`, end_date: `${date} 22:00:00` })
    }
  })

  const idsOf = async (path: string, options: Ask = {}) => {
    const answer = await server.ask('GET', path, options)
    assert.equal(answer.status, 200, `${path} ${answer.bytes}`)
    return rowsIn(answer.bytes.toString()).map(({ id }) => Number(id))
  }

  for (const [nth, query] of [
    'search=number',
    'search=number+3',
    'categories=music',
    'categories=jazz,music&featured=1',
    'tags=open-air',
    'featured=true',
    'start_date=2030-07-03&end_date=2030-07-05',
    'geoloc=1',
    'geoloc_lat=50.1&geoloc_lng=8&geoloc_radius=50',
    'venue=HALL',
    'organizer=CLUB&search=concert',
    'include=INCLUDED',
    'fallback=0&start_date=2030-06-14',
    'status=publish&end_date=2030-07-31&start_date=yesterday',
    'page=2&per_page=3',
    'per_page=4',
  ].entries()) {
    test(`a feed has the same events in the same order as the list: ${query}`, async () => {
      const all = (await server.ask('GET', '/events?per_page=50')).body.events as { id: number }[]
      const some = all.slice(2, 5).map(({ id }) => id)
      const sent = query
        .replace('HALL', String(ids.hall))
        .replace('CLUB', String(ids.club))
        .replace('INCLUDED', some.join(','))
      const paged = /page/.test(sent) ? sent : `${sent}&per_page=50`
      for (const [turn, options] of ([{}, { as: 'editor' }, { root: 'de' }, { face: TEC }] as Ask[]).entries()) {
        const { body } = await server.ask('GET', `/events?${paged}`, options)
        const wanted = body.events.map(({ id }: { id: number }) => id)
        assert.deepEqual(await idsOf(`/events.csv?${sent}`, options), wanted)
        // The other formats have the events of the same list: each is tested with every query, as one of the callers.
        for (const format of FEED_FORMAT_NAMES.filter((_, at) => (at + nth) % 4 === turn)) {
          const text = (await server.ask('GET', `/events.${format}?${sent}`, options)).bytes
          assert.equal(READERS[format](text.toString()).uids.length, wanted.length, format)
        }
      }
    })
  }

  test('formats with upcoming events begin today, the others 30 days ago, unless the request has a start or page', async () => {
    for (const format of FEED_FORMAT_NAMES) {
      const titlesOf = async (query: string) =>
        READERS[format]((await server.ask('GET', `/events.${format}${query}`)).bytes.toString()).titles
      const hasAll = FEED_FORMATS[format].eventRange === 'all'
      const before = (await titlesOf('')).filter((title) => !title.startsWith('Concert'))
      assert.deepEqual(before, hasAll ? ['30 days ago', 'Yesterday'] : [], format)
      const [first] = await titlesOf('?start_date=2030-05-01')
      assert.equal(first, '31 days ago', format)
      const [onPage] = await titlesOf('?per_page=5')
      assert.equal(onPage, hasAll ? 'Yesterday' : 'Concert number 1', format)
    }
  })

  test('errors are the same as those of the list', async () => {
    const { id } = await make.event({ title: 'Draft', status: 'draft' })
    for (const face of FACES) {
      for (const format of FEED_FORMAT_NAMES) {
        for (const [path, twin] of [
          [`/events.${format}?page=0`, '/events?page=0'],
          [`/events.${format}?start_date=garbage&venue=999999`, '/events?start_date=garbage&venue=999999'],
          [`/events.${format}?categories=nothing`, '/events?categories=nothing'],
          [`/events.${format}?status=draft`, '/events?status=draft'],
          [`/events.${format}?page=99`, '/events?page=99'],
          [`/events.${format}?${face.languageParameter}=xx`, `/events?${face.languageParameter}=xx`],
          [`/events/999999.${format}`, '/events/999999'],
          [`/events/${id}.${format}`, `/events/${id}`],
          [`/events/0.${format}`, '/events/0'],
        ] as const) {
          const [answer, wanted] = [await server.ask('GET', path, { face }), await server.ask('GET', twin, { face })]
          assert.ok(answer.status >= 400, path)
          assert.deepEqual([answer.status, answer.body], [wanted.status, wanted.body], path)
          assert.match(String(answer.headers['content-type']), /^application\/json/)
        }
      }
    }
    for (const path of ['/events.doc', `/events/${id}.doc`, '/events/x.ics', '/venues.ics']) {
      assert.equal((await server.ask('GET', path)).status, 404, path)
    }
    assert.equal((await server.ask('POST', '/events.ics', { as: 'editor', body: EVENT })).status, 404)
  })

  test('feeds only have events that the client can read in the list or by id', async () => {
    const hidden = await make.event({ title: 'Hidden', hide_from_listings: true })
    const secret: Record<string, number> = {}
    for (const status of ['draft', 'pending', 'private'] as const) {
      secret[status] = (await make.event({ title: `Secret ${status}`, status }, { as: 'author' })).id
    }
    secret.future = (
      await make.event({ title: 'Secret future', status: 'future', date: '2031-01-01' }, { as: 'author' })
    ).id
    secret.trash = (await make.event({ title: 'Secret trash' }, { as: 'author' })).id
    await server.ask('DELETE', `/events/${secret.trash}`, { as: 'author' })
    const place = await make.venue({ venue: 'Secret venue', status: 'draft' })
    const shown = await make.event({ title: 'Shown', venue: place.id }, { as: 'editor' })
    for (const format of FEED_FORMAT_NAMES) {
      for (const as of ['guest', 'subscriber', 'other'] as const) {
        const list = (await server.ask('GET', `/events.${format}`, { as })).bytes.toString()
        assert.doesNotMatch(list, /Secret|Hidden/, `${format} ${as}`)
        for (const [status, id] of Object.entries(secret)) {
          const answer = await server.ask('GET', `/events/${id}.${format}`, { as })
          assert.ok(answer.status === 403, `${format} ${as} ${status}: ${answer.status}`)
        }
      }
      const single = (await server.ask('GET', `/events/${shown.id}.${format}`)).bytes.toString()
      assert.doesNotMatch(single, /Secret/)
      // An event hidden from listings can be read by id, as a record and as a feed.
      const text = (await server.ask('GET', `/events/${hidden.id}.${format}`)).bytes.toString()
      assert.deepEqual(READERS[format](text).titles, ['Hidden'])
      // Authors see their own drafts, and that response is not cached.
      const own = await server.ask('GET', `/events.${format}`, { as: 'author' })
      for (const status of ['draft', 'pending', 'private', 'future']) {
        assert.match(own.bytes.toString(), new RegExp(`Secret ${status}`), format)
      }
      assert.doesNotMatch(own.bytes.toString(), /Secret trash/)
      assert.match(String(own.headers['cache-control']), /no-store/)
      assert.equal(own.headers.etag, undefined)
    }
    server.clock.now += 250 * 86_400
    const later = (await server.ask('GET', '/events.csv')).bytes.toString()
    server.clock.now -= 250 * 86_400
    assert.doesNotMatch(later, /Secret draft/)
  })

  test('the language root or parameter selects the texts, and the feed has it in its own address', async () => {
    const { id } = await make.event({ title: 'Night' })
    await server.ask('PUT', `/events/${id}/translations/de`, { as: 'editor', body: { title: 'Nacht' } })
    for (const [path, ask, address] of [
      [`/events.atom?include=${id}`, { root: 'de' }, `http://localhost/de/cal/events/v1/events.atom?include=${id}`],
      [
        `/events.atom?include=${id}&translation_language=de`,
        {},
        `http://localhost/cal/events/v1/events.atom?include=${id}&translation_language=de`,
      ],
    ] as const) {
      const answer = await server.ask('GET', path, ask)
      const text = answer.bytes.toString()
      assert.deepEqual(READERS.atom(text).titles, ['Nacht'])
      assert.equal(answer.headers['content-language'], 'de')
      assert.ok(
        text.includes(`rel="self" type="application/atom+xml" href="${address.replaceAll('&', '&amp;')}"`),
        text,
      )
    }
  })

  test('OPTIONS and the index list the feeds', async () => {
    const { body, headers } = await server.ask('OPTIONS', '/events.ics', { as: 'editor' })
    assert.equal(headers.allow, 'GET')
    assert.ok(body.endpoints[0].args.categories)
    assert.ok((await server.ask('OPTIONS', '/events/7.jscal.json')).body.endpoints[0].args.id)
    assert.ok((await server.ask('GET', '/')).body.routes[`/${NATIVE.namespace}/events\\.feed\\.json`])
  })
})
