/** Where the contract can be read in more than one way: the native face takes the wider reading, the TEC face that of the recordings. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VENUE_LINES } from '../../src/collections/venues/venue-parameters.ts'
import { NATIVE, TEC } from '../../src/core/faces.ts'
import { KIND_PROPERTIES } from '../../src/core/kinds.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

const DATES = { start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 12:00:00' }
const UNKNOWN = 99_999_999

const VENUE_TEXTS = Object.fromEntries(VENUE_LINES.map((line) => [line, 'x']))

forEachEngine('the wider reading of the contract', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  let names = 0
  const fresh = (word: string) => {
    names += 1
    return `${word} ${names}`
  }

  const send = (method: string, path: string, body: unknown, face = NATIVE) =>
    server.ask(method, path, { as: 'editor', body, face })
  const createEvent = (fields: object, face = NATIVE) =>
    send('POST', '/events', { title: fresh('Event'), ...DATES, ...fields }, face)

  for (const parent of [0, '0', '', null]) {
    test(`a category leaves its parent by ${JSON.stringify(parent)}`, async () => {
      const above = await make.category()
      const below = await make.category({ parent: above.id })
      assert.equal((await send('PATCH', `/categories/${below.id}`, { parent }, TEC)).status, 400)
      const { status, body } = await send('PATCH', `/categories/${below.id}`, { parent })
      assert.deepEqual([status, body.parent], [200, 0])
      assert.equal((await server.ask('GET', `/categories/${below.id}`)).body.parent, 0)
      const created = await send('POST', '/categories', { name: fresh('Top'), parent })
      assert.deepEqual([created.status, created.body.parent], [201, 0])
    })
  }

  test('parent=0 lists the top level, which the TEC face refuses', async () => {
    const above = await make.category()
    const below = await make.category({ parent: above.id })
    const { body } = await server.ask('GET', '/categories?parent=0&hide_empty=false&per_page=50')
    const ids = body.categories.map(({ id }: { id: number }) => id)
    assert.deepEqual([ids.includes(above.id), ids.includes(below.id)], [true, false])
    assert.equal(new URL(body.rest_url).pathname.endsWith('/categories/'), true)
    assert.equal((await server.ask('GET', '/categories?parent=0', { face: TEC })).status, 400)
  })

  for (const [kind, path, filled] of [
    ['event', '/events', { description: 'x', excerpt: 'x', website: 'https://example.org/', cost: '5' }],
    ['venue', '/venues', { description: 'x', website: 'https://example.org/', ...VENUE_TEXTS }],
    ['organizer', '/organizers', { description: 'x', phone: 'x', website: 'https://example.org/', email: 'a@b.org' }],
    ['category', '/categories', { description: 'x' }],
    ['tag', '/tags', { description: 'x' }],
  ] as const) {
    for (const empty of ['', null]) {
      test(`${JSON.stringify(empty)} empties every text of a ${kind} but its name and slug, also in a translation`, async () => {
        const { id } = await make[kind](filled)
        const item = `${path}/${id}`
        const emptied = Object.fromEntries(Object.keys(filled).map((field) => [field, empty]))
        const { status, body } = await send('PATCH', item, emptied)
        assert.equal(status, 200, JSON.stringify(body))
        for (const field of Object.keys(filled)) {
          // An event without a website of its own shows its page. Venues and organizers leave out empty fields.
          const none = kind === 'event' && field === 'website' ? body.url : ''
          assert.equal(body[field] ?? '', none, field)
        }
        const { titleField } = KIND_PROPERTIES[kind]
        for (const field of [titleField, 'slug']) {
          if (field === 'slug' && (kind === 'venue' || kind === 'organizer')) continue
          assert.equal((await send('PATCH', item, { [field]: empty })).status, 400, field)
        }
        const german = await send('PUT', `${item}/translations/de`, { [titleField]: fresh('Wort'), description: empty })
        assert.deepEqual([german.status, german.body.description ?? ''], [200, ''])
      })
    }
  }

  for (const empty of ['', null]) {
    test(`${JSON.stringify(empty)} empties descriptions and excerpts`, async () => {
      const event = await make.event({ description: 'About it', excerpt: 'In short' })
      assert.equal((await send('PATCH', `/events/${event.id}`, { description: empty }, TEC)).status, 400)
      const changed = await send('PATCH', `/events/${event.id}`, { description: empty, excerpt: empty })
      assert.deepEqual([changed.status, changed.body.description, changed.body.excerpt], [200, '', ''])
      for (const kind of ['categories', 'tags'] as const) {
        const term = await (kind === 'tags' ? make.tag : make.category)({ description: 'About it' })
        assert.equal((await send('PATCH', `/${kind}/${term.id}`, { description: empty }, TEC)).status, 400)
        const { status, body } = await send('PATCH', `/${kind}/${term.id}`, { description: empty })
        assert.deepEqual([status, body.description], [200, ''])
      }
    })
  }

  for (const [path, name, other] of [
    ['/venues', 'venue', { city: 'Porto' }],
    ['/organizers', 'organizer', { phone: '1234' }],
  ] as const) {
    test(`${path}: a taken name returns the existing record only if nothing differs`, async () => {
      const body = { [name]: fresh('Old Hall'), description: 'Built in 1900.', website: 'https://hall.example/' }
      const first = await send('POST', path, body)
      assert.equal(first.status, 201)
      const again = await send('POST', path, { ...body, [name]: body[name]?.toUpperCase() })
      assert.deepEqual([again.status, again.body.id], [200, first.body.id])
      const byName = await send('POST', path, { [name]: body[name] })
      assert.deepEqual([byName.status, byName.body.id], [200, first.body.id])
      for (const difference of [other, { description: 'Built in 1901.' }, { status: 'draft' }]) {
        const different = await send('POST', path, { ...body, ...difference })
        assert.equal(different.status, 201)
        assert.notEqual(different.body.id, first.body.id)
        for (const [field, value] of Object.entries(difference)) {
          assert.ok(String(different.body[field]).includes(value), `${field}: ${different.body[field]}`)
        }
      }
      const onTec = await send('POST', path, { [name]: body[name], ...other }, TEC)
      assert.deepEqual([onTec.status, onTec.body.id], [201, first.body.id])
    })
  }

  for (const [value, expected] of [
    [true, true],
    [false, false],
    ['false', false],
    ['1', true],
  ] as const) {
    test(`venues take ${JSON.stringify(value)} for show_map`, async () => {
      const { status, body } = await send('POST', '/venues', {
        venue: fresh('Mapped'),
        show_map: value,
        show_map_link: value,
      })
      assert.deepEqual([status, body.show_map, body.show_map_link], [201, expected, expected])
      const recorded = await send('POST', '/venues', { venue: fresh('Mapped'), show_map: value }, TEC)
      assert.equal(recorded.status, typeof value === 'boolean' ? 400 : 201)
    })
  }

  test('events name venues, organizers and terms', async () => {
    const hall = await make.venue({ venue: fresh('Grand Hall, Porto') })
    const band = await make.organizer({ organizer: fresh('Bänd') })
    const choir = await make.organizer()
    const category = await make.category()
    const { status, body } = await createEvent({
      venue: hall.venue.toUpperCase(),
      organizer: [band.organizer.replace('ä', 'a'), choir.id, 'A new choir'],
      categories: [{ name: category.name }, { name: 'A new category' }, { id: category.id }],
      tags: [{ name: 'A new tag' }],
    })
    assert.equal(status, 201, JSON.stringify(body))
    assert.equal(body.venue.id, hall.id)
    const organizers = body.organizer as { id: number; organizer: string }[]
    assert.deepEqual(
      organizers.slice(0, 2).map(({ id }) => id),
      [band.id, choir.id],
    )
    assert.equal(organizers[2]?.organizer, 'A new choir')
    assert.deepEqual(
      body.categories.map(({ name }: { name: string }) => name).sort(),
      ['A new category', category.name].sort(),
    )
    assert.deepEqual(
      body.tags.map(({ name }: { name: string }) => name),
      ['A new tag'],
    )
    const unknown = await createEvent({ venue: fresh('Unknown Hall') })
    assert.equal(unknown.status, 201)
    assert.match(unknown.body.venue.venue, /^Unknown Hall/)
    assert.equal((await createEvent({ venue: hall.venue }, TEC)).status, 400)
  })

  test('a name that several venues have is refused with their ids', async () => {
    const name = fresh('Twin Hall')
    const [one, other] = [await make.venue({ venue: name }), await make.venue({ venue: name, city: 'Porto' })]
    const { status, body } = await createEvent({ venue: name })
    assert.equal(status, 400)
    assert.equal(body.code, 'rest_invalid_param')
    for (const { id } of [one, other]) assert.match(body.data.params.venue, new RegExp(`\\b${id}\\b`))
  })

  test('a contributor who may not create categories gets 403 for a new name, and nothing is written', async () => {
    const name = fresh('Forbidden')
    const body = { title: fresh('Event'), ...DATES, categories: [{ name }] }
    assert.equal((await server.ask('POST', '/events', { as: 'contributor', body })).status, 403)
    const { body: found } = await server.ask('GET', `/categories?hide_empty=false&search=${encodeURIComponent(name)}`)
    assert.equal(found.total, 0)
  })

  test('unknown ids: include selects nothing, exclude ignores them, other filters name them', async () => {
    const tag = await make.tag()
    const include = await server.ask('GET', `/tags?hide_empty=false&include=${UNKNOWN}`)
    assert.deepEqual([include.status, include.body.total], [200, 0])
    const both = await server.ask('GET', `/tags?hide_empty=false&include=${UNKNOWN},${tag.id}`)
    assert.deepEqual([both.status, both.body.total], [200, 1])
    const exclude = await server.ask('GET', `/tags?hide_empty=false&exclude=${UNKNOWN},${tag.id}&per_page=50`)
    assert.equal(exclude.status, 200)
    assert.equal(
      exclude.body.tags.some(({ id }: { id: number }) => id === tag.id),
      false,
    )
    assert.deepEqual((await server.ask('GET', `/events?include=${UNKNOWN}`)).body.events, [])
    for (const [path, name] of [
      ['/events', 'venue'],
      ['/events', 'organizer'],
      ['/events', 'post_parent'],
      ['/events', 'categories'],
      ['/events', 'tags'],
      ['/venues', 'event'],
      ['/organizers', 'event'],
      ['/categories', 'parent'],
      ['/categories', 'event'],
      ['/tags', 'post'],
    ] as const) {
      const { status, body } = await server.ask('GET', `${path}?${name}=${UNKNOWN}`)
      assert.equal(status, 400, `${path}?${name}`)
      assert.match(body.data.params[name], new RegExp(String(UNKNOWN)), `${path}?${name}`)
    }
    assert.equal((await server.ask('GET', `/tags?include=${UNKNOWN}`, { face: TEC })).status, 400)
  })

  test('an unknown orderby is refused like an unknown order', async () => {
    for (const path of ['/categories', '/tags']) {
      const { status, body } = await server.ask('GET', `${path}?orderby=bogus`)
      assert.deepEqual([status, Object.keys(body.data.params)], [400, ['orderby']])
      assert.equal((await server.ask('GET', `${path}?orderby=Name`)).status, 200)
      assert.equal((await server.ask('GET', `${path}?orderby=bogus`, { face: TEC })).status, 200)
    }
  })
})
