import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FACES, TEC } from '../../src/core/faces.ts'
import { writeSiteSettings } from '../../src/settings/site-settings.ts'
import { EVENT, makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { TEST_CALLERS } from '../kit/server/accounts.ts'
import { withServer } from '../kit/server/with-server.ts'

/** Every field except links: the value sent, and the expected value in the response. */
const FIELDS = {
  title: ['Night & day', { title: 'Night & day' }],
  description: ['One.\n\nTwo\nlines.', { description: '<p>One.</p>\n<p>Two<br />\nlines.</p>' }],
  excerpt: ['Short', { excerpt: '<p>Short</p>' }],
  slug: ['My Own Slug!', { slug: 'my-own-slug', url: 'http://localhost/event/my-own-slug/' }],
  date: ['2030-01-02 03:04:05', { date: '2030-01-02 03:04:05', date_utc: '2030-01-02 03:04:05' }],
  start_date: ['2030-07-01 09:00', { start_date: '2030-07-01 09:00:00', utc_start_date: '2030-07-01 09:00:00' }],
  end_date: ['2030-07-02', { end_date: '2030-07-02 00:00:00', utc_end_date: '2030-07-02 00:00:00' }],
  timezone: ['Europe/Berlin', { timezone: 'Europe/Berlin', timezone_abbr: 'CEST', start_date: EVENT.start_date }],
  all_day: [true, { all_day: true, start_date: '2030-07-01 00:00:00', end_date: '2030-07-01 23:59:59' }],
  cost: ['10 EUR', { cost: '10EUR' }],
  website: ['https://example.org/?a=1&b=2', { website: 'https://example.org/?a=1&b=2' }],
  show_map: [true, { show_map: true }],
  show_map_link: ['1', { show_map_link: true }],
  hide_from_listings: [1, { hide_from_listings: true }],
  sticky: ['true', { sticky: true }],
  featured: [true, { featured: true }],
} as const satisfies Record<string, readonly [sent: unknown, shown: Record<string, unknown>]>

forEachEngine('writing events', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)

  for (const [field, [sent, shown]] of Object.entries(FIELDS)) {
    test(`${field} is stored, on creation and update`, async () => {
      const made = await make.event({ [field]: sent })
      const plain = await make.event()
      await server.ask('DELETE', `/events/${made.id}`, { as: 'editor' })
      const changed = await server.ask('POST', `/events/${plain.id}`, { as: 'editor', body: { [field]: sent } })
      assert.equal(changed.status, 200, JSON.stringify(changed.body))
      for (const body of [made, changed.body]) assert.deepEqual({ ...body, ...shown }, body)
      assert.deepEqual((await server.ask('GET', `/events/${plain.id}`)).body, {
        ...changed.body,
        json_ld: (await server.ask('GET', `/events/${plain.id}`)).body.json_ld,
      })
    })
  }

  for (const face of FACES) {
    for (const [method, key] of [
      ['POST', 'id'],
      ['PUT', 'id'],
      ['PATCH', 'id'],
      ['POST', 'slug'],
      ['PUT', 'slug'],
      ['PATCH', 'slug'],
    ] as const) {
      test(`${method} by ${key} changes only the sent fields (${face.name} face)`, async () => {
        const [venue, organizer, category, tag] = await Promise.all([
          make.venue(),
          make.organizer(),
          make.category(),
          make.tag(),
        ])
        const links = { venue: venue.id, organizer: [organizer.id], categories: [category.id], tags: [tag.id] }
        const sent = Object.fromEntries(Object.entries(FIELDS).map(([field, [value]]) => [field, value]))
        const before = await make.event({ ...sent, ...links, author: server.ids.author }, { face })
        server.clock.now += 60
        const path = key === 'id' ? `/events/${before.id}` : `/events/by-slug/${before.slug}`
        const { status, body } = await server.ask(method, path, { as: 'editor', face, body: { title: 'Renamed' } })
        const now = new Date(server.clock.now * 1000).toISOString().slice(0, 19).replace('T', ' ')
        assert.equal(status, 200)
        assert.deepEqual(body, { ...before, title: 'Renamed', modified: now, modified_utc: now, version: 2 })
      })
    }
  }

  test('an empty update changes nothing', async () => {
    const before = await make.event({ status: 'draft', cost: '5', all_day: true })
    const { body } = await server.ask('POST', `/events/${before.id}`, { as: 'editor', body: {} })
    const { modified, modified_utc } = before
    assert.deepEqual({ ...body, modified, modified_utc }, { ...before, version: 2 })
  })

  for (const status of ['draft', 'pending', 'private', 'publish']) {
    test(`a change of the title keeps the status ${status}`, async () => {
      const { id } = await make.event({ status })
      const { body } = await server.ask('POST', `/events/${id}`, { as: 'editor', body: { title: 'Other' } })
      assert.equal(body.status, status)
    })
  }

  test('a slug in the body of an update by slug becomes the new slug', async () => {
    const { id, slug } = await make.event()
    const path = `/events/by-slug/${slug}`
    const renamed = await server.ask('POST', path, { as: 'editor', body: { slug: `${slug}-anew` } })
    assert.deepEqual([renamed.status, renamed.body.id, renamed.body.slug], [200, id, `${slug}-anew`])
    assert.equal((await server.ask('GET', path)).status, 404)
  })

  for (const flag of ['all_day', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured']) {
    test(`${flag} accepts true and false in any notation`, async () => {
      const { id } = await make.event()
      for (const [value, meant] of [
        [true, true],
        [false, false],
        [1, true],
        [0, false],
        ['true', true],
        ['false', false],
        ['1', true],
        ['0', false],
      ] as const) {
        const { body } = await server.ask('PATCH', `/events/${id}`, { as: 'editor', body: { [flag]: value } })
        assert.equal(body[flag], meant, JSON.stringify(value))
      }
    })
  }

  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    test(`${method} of an unknown event is not found`, async () => {
      for (const path of ['/events/2000000000', '/events/by-slug/nowhere']) {
        for (const as of ['guest', 'editor'] as const) {
          const [native, tec] = await Promise.all(
            FACES.map((face) => server.ask(method, path, { as, face, body: { title: 'x' } })),
          )
          assert.deepEqual([native?.status, native?.body.code], [404, 'event-not-found'])
          assert.deepEqual([tec?.status, tec?.body.code], [400, 'rest_invalid_param'])
        }
      }
    })
  }

  for (const [why, body, missing] of [
    ['nothing', {}, ['title', 'start_date', 'end_date']],
    ['null', { title: null, start_date: null, end_date: null }, ['title', 'start_date', 'end_date']],
    ['a title alone', { title: 'x' }, ['start_date', 'end_date']],
    ['a list', [EVENT], ['title', 'start_date', 'end_date']],
    ['a word', '"title"', ['title', 'start_date', 'end_date']],
    ['a number', 5, ['title', 'start_date', 'end_date']],
    ['null itself', null, ['title', 'start_date', 'end_date']],
    ['what is wrong besides', { title: '', end_date: 'x', status: 'x' }, ['start_date']],
  ] as const) {
    test(`missing required fields of a new event are reported: ${why}`, async () => {
      const headers = { 'content-type': 'application/json' }
      const answer = await server.ask('POST', '/events', { as: 'editor', headers, body })
      assert.equal(answer.body.code, 'rest_missing_callback_param')
      assert.deepEqual(answer.body.data, { status: 400, params: missing })
    })
  }

  test('an update refuses null for required fields', async () => {
    const { id } = await make.event()
    for (const field of ['title', 'start_date', 'end_date']) {
      const { status, body } = await server.ask('POST', `/events/${id}`, { as: 'editor', body: { [field]: null } })
      assert.deepEqual([status, body.data.params[field] === undefined], [400, false])
    }
  })

  test('one response names all invalid parameters', async () => {
    const body = { ...EVENT, status: 'x', all_day: 'yes', website: 'x', venue: 'Hall', cost: {}, author: 999_999 }
    const answer = await server.ask('POST', '/events', { as: 'editor', body, face: TEC })
    assert.equal(answer.body.code, 'rest_invalid_param')
    const wrong = ['all_day', 'author', 'cost', 'status', 'venue', 'website']
    assert.deepEqual(Object.keys(answer.body.data.params).sort(), wrong)
    assert.deepEqual(Object.keys(answer.body.data.details), ['all_day'])
    assert.deepEqual(
      [answer.body.data.details.all_day.code, answer.body.data.details.all_day.data],
      ['rest_invalid_type', { param: 'all_day' }],
    )
  })

  test('every body format of The Events Calendar is accepted', async () => {
    const form = new URLSearchParams(EVENT).toString()
    for (const [type, payload] of [
      ['application/json; charset=utf-8', JSON.stringify(EVENT)],
      ['application/vnd.api+json', JSON.stringify(EVENT)],
      ['application/x-www-form-urlencoded', `${form}&featured=1&organizer[0][organizer]=Band&tags[]=a&tags[]=b`],
    ] as const) {
      const headers = { 'content-type': type }
      const { status } = await server.ask('POST', '/events', { as: 'editor', headers, body: payload })
      assert.equal(status, 201, type)
    }
    const { status, body } = await server.ask('POST', `/events?${form}&cost=5`, { as: 'editor', body: { cost: '7' } })
    assert.deepEqual([status, body.cost], [201, '$7'])
  })

  test('an id in the body is ignored on creation and must equal the path on update', async () => {
    const [one, other] = [await make.event(), await make.event({ id: 5 })]
    assert.notEqual(other.id, 5)
    const change = (id: unknown) =>
      server.ask('POST', `/events/${one.id}`, { as: 'editor', body: { id, title: 'New' } })
    for (const id of [other.id, 2_000_000_000, 'x', null, ''] as const) {
      const { status, body } = await change(id)
      assert.deepEqual([status, Object.keys(body.data.params)], [400, ['id']])
    }
    for (const id of [one.id, String(one.id)]) assert.equal((await change(id)).status, 200)
  })

  test('nobody can store scripts', async () => {
    for (const as of TEST_CALLERS.filter((caller) => caller !== 'guest' && caller !== 'subscriber')) {
      const text = '<p onclick="x()">Hi <script>alert(1)</script><iframe src="//evil"></iframe><b>you</b></p>'
      const { title, description, excerpt } = await make.event(
        { title: text, description: text, excerpt: text },
        { as },
      )
      for (const shown of [title, description, excerpt]) {
        assert.doesNotMatch(shown, /script|iframe|onclick/)
        assert.match(shown, /<b>you<\/b>/)
      }
    }
  })

  test('backslashes, emoji and ampersands are stored unchanged', async () => {
    const text = String.raw`C:\new \\ "q" 🎷 & co`
    const { title, description } = await make.event({ title: text, description: text })
    assert.equal(title, text)
    assert.equal(description, String.raw`<p>C:\new \\ "q" 🎷 &amp; co</p>`)
  })

  test('the publication date is in the time zone of the site, not of the event', async () => {
    await server.db.transaction((tx) => writeSiteSettings(tx, { timezone: 'America/New_York' }))
    const zone = { timezone: 'Asia/Tokyo' }
    const byDate = await make.event({ ...zone, date: '2030-01-02 03:04:05' })
    const byUtc = await make.event({ ...zone, date_utc: '2030-01-02 08:04:05' }, { face: TEC })
    for (const { date, date_utc } of [byDate, byUtc]) {
      assert.deepEqual([date, date_utc], ['2030-01-02 03:04:05', '2030-01-02 08:04:05'])
    }
    await server.db.transaction((tx) => writeSiteSettings(tx, { timezone: 'UTC' }))
  })
})
