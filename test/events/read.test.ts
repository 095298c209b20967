import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FACES, NATIVE, TEC } from '../../src/core/faces.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

const NOTHING_MORE = { venue: [], organizer: [], categories: [], tags: [], series: [], custom_fields: [] }
const NO_COST = { currency_symbol: '', currency_code: '', currency_position: '', values: [] }
const START_DETAILS = { year: '2030', month: '07', day: '01', hour: '10', minutes: '00', seconds: '00' }
const AS_ANNOUNCED = {
  event_status: 'scheduled',
  status_reason: '',
  previous_start_date: null,
  sold_out: false,
  attendance_mode: 'offline',
  online_url: '',
}
const NO_ADMISSION = {
  offers: [],
  registration: [],
  is_free: null,
  age_min: null,
  age_max: null,
  accessibility: [],
  conditions: '',
}
const NOT_VIRTUAL = { is_virtual: false, virtual_url: '', virtual_video_source: '' }
const FLAGS = { show_map: false, show_map_link: false, hide_from_listings: false, sticky: false, featured: false }

forEachEngine('reading events', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)

  for (const face of FACES) {
    test(`an event created with required fields only has these fields (${face.name} face)`, async () => {
      const event = await make.event({ title: `Plain ${face.name}` }, { face })
      const slug = `plain-${face.name}`
      const url = `http://localhost/event/${slug}/`
      const { language, original_language, translations, ...fields } = event
      assert.deepEqual(fields, {
        id: event.id,
        global_id: `localhost?id=${event.id}`,
        global_id_lineage: [`localhost?id=${event.id}`],
        author: String(server.ids.editor),
        status: 'publish',
        date: '2030-06-15 12:00:00',
        date_utc: '2030-06-15 12:00:00',
        modified: '2030-06-15 12:00:00',
        modified_utc: '2030-06-15 12:00:00',
        url,
        version: 1,
        rest_url: `http://localhost${face.prefix}/${face.namespace}/events/${event.id}`,
        title: `Plain ${face.name}`,
        description: '',
        excerpt: '',
        slug,
        image: false,
        all_day: false,
        start_date: '2030-07-01 10:00:00',
        start_date_details: START_DETAILS,
        end_date: '2030-07-01 12:00:00',
        end_date_details: { ...START_DETAILS, hour: '12' },
        utc_start_date: '2030-07-01 10:00:00',
        utc_start_date_details: START_DETAILS,
        utc_end_date: '2030-07-01 12:00:00',
        utc_end_date_details: { ...START_DETAILS, hour: '12' },
        timezone: 'UTC',
        timezone_abbr: 'UTC',
        cost: '',
        cost_details: NO_COST,
        website: url,
        ...FLAGS,
        ...AS_ANNOUNCED,
        ...NO_ADMISSION,
        ...(face === TEC && NOT_VIRTUAL),
        ...NOTHING_MORE,
      })
    })

    test(`reads by id and by slug are equal, and equal the list entry plus linked data (${face.name} face)`, async () => {
      const venue = await make.venue()
      const organizer = await make.organizer()
      const event = await make.event({ title: `Same ${face.name}`, venue: venue.id, organizer: organizer.id })
      const byId = await server.ask('GET', `/events/${event.id}`, { face })
      const bySlug = await server.ask('GET', `/events/by-slug/${event.slug}`, { face })
      const list = await server.ask('GET', `/events?include=${event.id}`, { face })
      assert.deepEqual(bySlug.body, byId.body)
      const { json_ld, ...single } = byId.body
      assert.equal(json_ld['@type'], 'Event')
      assert.equal(single.venue.json_ld['@type'], 'Place')
      assert.equal(single.organizer[0].json_ld['@type'], 'Organization')
      delete single.venue.json_ld
      delete single.organizer[0].json_ld
      assert.deepEqual(list.body.events, [single])
    })
  }

  test('a private event has linked data for callers who may read all private events', async () => {
    const { id } = await make.event({ status: 'private' }, { as: 'author' })
    for (const [as, has] of [
      ['author', false],
      ['editor', true],
    ] as const) {
      assert.equal('json_ld' in (await server.ask('GET', `/events/${id}`, { as })).body, has)
    }
  })

  test('terms inside an event', async () => {
    const parent = await make.category({ name: 'Music' })
    const child = await make.category({ name: 'Jazz', parent: parent.id, description: 'Blue notes' })
    const tag = await make.tag({ name: 'Late' })
    const { categories, tags } = await make.event({ categories: [child.id], tags: [tag.id] }, { face: TEC })
    const root = 'http://localhost/wp-json/tribe/events/v1'
    const shared = { term_group: 0, filter: 'raw', count: 1 }
    assert.deepEqual(categories, [
      {
        ...shared,
        id: child.id,
        name: 'Jazz',
        slug: 'jazz',
        term_taxonomy_id: child.id,
        taxonomy: 'tribe_events_cat',
        description: 'Blue notes',
        parent: parent.id,
        urls: {
          self: `${root}/categories/${child.id}`,
          collection: `${root}/categories`,
          up: `${root}/categories/${parent.id}`,
        },
      },
    ])
    assert.deepEqual(tags, [
      {
        ...shared,
        id: tag.id,
        name: 'Late',
        slug: 'late',
        term_taxonomy_id: tag.id,
        taxonomy: 'post_tag',
        description: '',
        parent: 0,
        urls: { self: `${root}/tags/${tag.id}`, collection: `${root}/tags` },
      },
    ])
  })

  test('paths may have a trailing slash, leading zeros and slugs in upper case', async () => {
    const event = await make.event({ title: 'Überfluß 音楽' })
    assert.equal(event.slug, 'uberflus-%e9%9f%b3%e6%a5%bd')
    for (const path of [
      `/events/${event.id}/`,
      `/events/000${event.id}`,
      `/events/by-slug/${event.slug}/`,
      '/events/by-slug/UBERFLUS-音楽',
      '/events/by-slug/UberFlus-%E9%9F%B3%E6%A5%BD',
    ]) {
      const answer = await server.ask('GET', path.replace('音楽', encodeURIComponent('音楽')))
      assert.deepEqual([answer.status, answer.body.id], [200, event.id], path)
    }
  })

  test('unknown parameters are ignored', async () => {
    const event = await make.event()
    assert.equal((await server.ask('GET', `/events/${event.id}?nonsense=1&id=${event.id}`)).status, 200)
  })

  test('an id in the query that differs from the path is refused', async () => {
    const [one, other] = [await make.event(), await make.event()]
    const { status, body } = await server.ask('GET', `/events/${one.id}?id=${other.id}`)
    assert.deepEqual([status, Object.keys(body.data.params)], [400, ['id']])
  })

  for (const [path, native, tec] of [
    ['/events/2000000000', [404, 'event-not-found'], [404, 'rest-event-not-found']],
    ['/events/0', [404, 'event-not-found'], [404, 'rest-event-not-found']],
    ['/events/99999999999999999999', [404, 'event-not-found'], [404, 'rest-event-not-found']],
    ['/events/by-slug/nowhere', [404, 'event-not-found'], [400, 'rest_invalid_param']],
    ['/events/by-slug/no%00where', [404, 'event-not-found'], [400, 'rest_invalid_param']],
    ['/events/by-slug', [404, 'rest_no_route'], [404, 'rest_no_route']],
    ['/events/-1', [404, 'rest_no_route'], [404, 'rest_no_route']],
    ['/events/1.5', [404, 'rest_no_route'], [404, 'rest_no_route']],
  ] as const) {
    test(`${path} is not found`, async () => {
      for (const [face, expected] of [
        [NATIVE, native],
        [TEC, tec],
      ] as const) {
        const { status, body } = await server.ask('GET', path, { face })
        assert.deepEqual([status, body.code, body.data.status], [...expected, expected[0]])
      }
    })
  }

  test('the id of a venue is not found as an event', async () => {
    const venue = await make.venue()
    const answers = [NATIVE, TEC].map((face) => server.ask('GET', `/events/${venue.id}`, { face }))
    const [native, tec] = await Promise.all(answers)
    assert.deepEqual([native?.status, native?.body.code], [404, 'event-not-found'])
    assert.deepEqual([tec?.status, tec?.body.code], [400, 'rest_invalid_param'])
  })

  test('an anonymous caller gets 403 for an event in the trash, with the error code of the face', async () => {
    const event = await make.event()
    await server.ask('DELETE', `/events/${event.id}`, { as: 'editor' })
    for (const [face, code] of [
      [NATIVE, 'event-not-accessible'],
      [TEC, 'event-no-longer-available'],
    ] as const) {
      const { status, body } = await server.ask('GET', `/events/${event.id}`, { face })
      assert.deepEqual([status, body.code], [403, code])
    }
  })
})
