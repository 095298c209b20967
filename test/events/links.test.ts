import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TEC } from '../../src/core/faces.ts'
import { storePicture } from '../../src/media/picture-store.ts'
import { EVENT, makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import type { Ask } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

interface Named {
  id: number
}
const ids = (records: Named[]) => records.map(({ id }) => id)

forEachEngine('links of events', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)

  const change = (id: number, body: unknown, as: Ask['as'] = 'editor') =>
    server.ask('POST', `/events/${id}`, { as, body })
  const allVenues = async () => ids((await server.ask('GET', '/venues?per_page=50', { as: 'editor' })).body.venues)

  test('a venue is linked by its id in any notation; one venue is shown as an object, none as a list', async () => {
    const { id } = await make.venue()
    for (const venue of [
      id,
      String(id),
      [id],
      [String(id)],
      `${id}`,
      { id },
      { id: String(id) },
      [{ id }],
      ` ${id} `,
    ]) {
      const event = await make.event({ venue })
      assert.equal(event.venue.id, id, JSON.stringify(venue))
    }
    assert.deepEqual((await make.event()).venue, [])
  })

  test('several venues or organizers keep their order, each once', async () => {
    const [a, b, c] = await Promise.all([make.venue(), make.venue(), make.venue()])
    const [x, y, z] = await Promise.all([make.organizer(), make.organizer(), make.organizer()])
    for (const [venue, organizer] of [
      [`${c.id},${a.id}, ${b.id}`, `${z.id},${x.id},${y.id},${x.id}`],
      [
        [c.id, { id: a.id }, String(b.id), c.id],
        [{ id: z.id }, x.id, String(y.id), z.id],
      ],
    ]) {
      const event = await make.event({ venue, organizer })
      assert.deepEqual([ids(event.venue), ids(event.organizer)], [ids([c, a, b]), ids([z, x, y])])
    }
  })

  test('an organizer may be a single value, a list, text with commas or an object', async () => {
    const { id } = await make.organizer()
    for (const organizer of [id, String(id), [id], { id }, [{ id }], `${id},${id}`]) {
      assert.deepEqual(ids((await make.event({ organizer })).organizer), [id], JSON.stringify(organizer))
    }
  })

  test('inline records are created with all their fields, also next to existing ones', async () => {
    const known = await make.organizer()
    const event = await make.event({
      venue: {
        venue: 'Inline Hall',
        address: 'Main St 1',
        city: 'Bonn',
        website: 'https://hall.example',
        show_map: false,
      },
      organizer: [{ organizer: 'Inline Band', email: 'a@b.org', phone: '1' }, known.id],
    })
    const { venue, address, city, website, show_map, status } = event.venue
    assert.deepEqual(
      { venue, address, city, website, show_map, status },
      {
        venue: 'Inline Hall',
        address: 'Main St 1',
        city: 'Bonn',
        website: 'https://hall.example',
        show_map: false,
        status: 'publish',
      },
    )
    assert.deepEqual([event.organizer[0].email, event.organizer[1].id], ['a@b.org', known.id])
    assert.equal((await server.ask('GET', `/venues/${event.venue.id}`)).status, 200)
  })

  test('an inline record with an existing name, in any case, links that record unchanged, unless the description differs', async () => {
    // On the TEC face; the native one compares all fields (test/contract/writes.test.ts).
    const onTec = { face: TEC }
    const venue = await make.venue({ venue: 'Old Mill', city: 'Bonn', description: 'Dry' })
    const organizer = await make.organizer({ organizer: 'Café Élan' })
    const links = {
      venue: { venue: 'OLD mill', city: 'Köln' },
      organizer: [{ organizer: 'cafe elan', phone: '1' }, { organizer: 'CAFÉ ÉLAN' }],
    }
    const again = await make.event(links, onTec)
    assert.deepEqual([again.venue.id, again.venue.city], [venue.id, 'Bonn'])
    assert.deepEqual([ids(again.organizer), again.organizer[0].phone], [[organizer.id], undefined])
    const same = await make.event({ venue: { venue: 'Old Mill', description: 'Dry' } }, onTec)
    const other = await make.event({ venue: { venue: 'Old Mill', description: 'Wet' } }, onTec)
    assert.equal(same.venue.id, venue.id)
    assert.notEqual(other.venue.id, venue.id)
    await server.ask('DELETE', `/organizers/${organizer.id}`, { as: 'editor' })
    const anew = await make.event({ organizer: { organizer: 'Café Élan' } }, onTec)
    assert.notEqual(anew.organizer[0].id, organizer.id)
  })

  test('an inline record with the name of a record that the caller may not see is created', async () => {
    const hidden = await make.venue({ venue: 'Secret lair', status: 'draft' })
    const event = await make.event({ venue: { venue: 'Secret lair' } }, { as: 'author' })
    assert.notEqual(event.venue.id, hidden.id)
    assert.equal(event.venue.author, String(server.ids.author))
  })

  test('an update keeps links that are not sent, removes empty ones and replaces the others', async () => {
    const [one, two] = [await make.venue(), await make.venue()]
    const { id } = await make.event({ venue: one.id, organizer: { organizer: 'Stays' }, tags: ['stays'] })
    const moved = (await change(id, { venue: { id: two.id } })).body
    assert.deepEqual([moved.venue.id, moved.organizer.length, moved.tags.length], [two.id, 1, 1])
    const cleared = (await change(id, { venue: null, organizer: [], tags: '' })).body
    assert.deepEqual([cleared.venue, cleared.organizer, cleared.tags], [[], [], []])
  })

  test('records that do not exist, are of another kind, in the trash or not visible cannot be linked', async () => {
    const [venue, organizer, gone] = [await make.venue(), await make.organizer(), await make.venue()]
    const hidden = await make.venue({ status: 'draft' })
    await server.ask('DELETE', `/venues/${gone.id}`, { as: 'editor' })
    for (const [body, as, field] of [
      [{ venue: 2_000_000_000 }, 'editor', 'venue'],
      [{ venue: organizer.id }, 'editor', 'venue'],
      [{ organizer: [organizer.id, venue.id] }, 'editor', 'organizer'],
      [{ venue: gone.id }, 'editor', 'venue'],
      [{ venue: { id: hidden.id } }, 'author', 'venue'],
    ] as const) {
      const answer = await server.ask('POST', '/events', { as, body: { ...EVENT, ...body } })
      assert.deepEqual([answer.status, Object.keys(answer.body.data.params)], [400, [field]])
    }
  })

  test('unpublished venues and organizers in events are visible only to editors and their owners', async () => {
    const venue = await make.venue({ status: 'draft' }, { as: 'author' })
    const organizer = await make.organizer({ status: 'private' }, { as: 'author' })
    const soon = await make.organizer({ date: '2031-01-01' }, { as: 'author' })
    const event = await make.event({ venue: venue.id, organizer: [organizer.id, soon.id] }, { as: 'author' })
    for (const [as, seen] of [
      ['guest', 0],
      ['subscriber', 0],
      ['contributor', 0],
      ['other', 0],
      ['author', 3],
      ['editor', 3],
    ] as const) {
      for (const path of [`/events/${event.id}`, `/events?include=${event.id}`]) {
        const { body } = await server.ask('GET', path, { as })
        const shown = body.events?.[0] ?? body
        assert.equal([shown.venue].flat().length + shown.organizer.length, seen, `${as} ${path}`)
        if (seen === 0) assert.doesNotMatch(JSON.stringify(shown), new RegExp(`${venue.slug}|${organizer.slug}`))
      }
    }
  })

  test('venues and organizers in the trash are in no event, until they are restored', async () => {
    const event = await make.event({ venue: { venue: 'Comes and goes' }, organizer: { organizer: 'Comes and goes' } })
    const shown = async () => {
      const { body } = await server.ask('GET', `/events/${event.id}`, { as: 'administrator' })
      return [body.venue.id, ids(body.organizer)]
    }
    const paths = [`/venues/${event.venue.id}`, `/organizers/${event.organizer[0].id}`]
    for (const path of paths) await server.ask('DELETE', path, { as: 'editor' })
    assert.deepEqual(await shown(), [undefined, []])
    for (const path of paths) await server.ask('POST', path, { as: 'editor', body: { status: 'publish' } })
    assert.deepEqual(await shown(), [event.venue.id, ids(event.organizer)])
  })

  test('terms are linked by id, name or slug, in any case, as list, text or single value', async () => {
    const jazz = await make.category({ name: 'Hot Jazz' })
    const blues = await make.category({ name: 'Blues' })
    for (const categories of [
      [jazz.id, blues.id],
      [String(jazz.id), 'BLUES'],
      `${jazz.id},blues`,
      ['hot-jazz', 'Blues', 'blues', blues.id],
      'hot JAZZ , Blues,',
    ]) {
      const event = await make.event({ categories })
      assert.deepEqual(ids(event.categories).sort(), ids([jazz, blues]).sort(), JSON.stringify(categories))
    }
    assert.deepEqual(ids((await make.event({ categories: jazz.id })).categories), [jazz.id])
  })

  for (const [field, kind] of [
    ['categories', 'category'],
    ['tags', 'tag'],
  ] as const) {
    test(`new ${field} are created once, unknown ids are ignored, numbers are never names`, async () => {
      const known = await make[kind]({ name: 'Known' })
      const event = await make.event({ [field]: ['Fresh', 'fresh', 'FRESH', 'known', 2_000_000_000, '2000000001'] })
      assert.deepEqual(
        event[field].map(({ name }: { name: string }) => name),
        ['Fresh', 'Known'],
      )
      assert.ok(ids(event[field]).includes(known.id))
      const again = await make.event({ [field]: ['known', 'fresh'] })
      assert.deepEqual(ids(again[field]), ids(event[field]))
    })

    test(`a contributor may link ${field}, but not create any`, async () => {
      const known = await make[kind]()
      const event = await make.event({ [field]: [known.id, known.name] }, { as: 'contributor' })
      assert.deepEqual(ids(event[field]), [known.id])
      const before = await server.ask('GET', `/${field}?hide_empty=0`)
      for (const [method, path] of [
        ['POST', '/events'],
        ['POST', `/events/${event.id}`],
      ] as const) {
        const body = { ...EVENT, [field]: [known.id, 'Not mine to make'] }
        const { status, body: refusal } = await server.ask(method, path, { as: 'contributor', body })
        assert.deepEqual([status, refusal.code], [403, 'rest_forbidden'])
      }
      assert.equal((await server.ask('GET', `/${field}?hide_empty=0`)).body.total, before.body.total)
    })
  }

  test('terms are sorted by name, without regard to case and accents', async () => {
    const { body } = await change((await make.event()).id, {
      tags: 'free, Évening, été, Zoo, apple',
      categories: 'öl, Note, Park',
    })
    const namesIn = (terms: { name: string }[]) => terms.map(({ name }) => name)
    assert.deepEqual(namesIn(body.tags), ['apple', 'été', 'Évening', 'free', 'Zoo'])
    assert.deepEqual(namesIn(body.categories), ['Note', 'öl', 'Park'])
  })

  test('inline records of a contributor are unpublished and belong to the contributor', async () => {
    const inline = { venue: { venue: 'Backyard' }, organizer: { organizer: 'Neighbours', status: 'publish' } }
    const event = await make.event(inline, { as: 'contributor' })
    assert.deepEqual([event.venue.status, event.organizer[0].status], ['draft', 'pending'])
    assert.equal(event.venue.author, String(server.ids.contributor))
    for (const body of [
      { venue: { venue: 'A', author: server.ids.editor } },
      { organizer: { organizer: 'A', author: 1 } },
    ]) {
      const answer = await server.ask('POST', '/events', { as: 'contributor', body: { ...EVENT, ...body } })
      assert.equal(answer.status, 403)
    }
  })

  test('inline records are validated before rights are checked, and created all or none', async () => {
    const before = await allVenues()
    for (const [body, as, status] of [
      [{ venue: { venue: 'Half', author: 999_999 } }, 'guest', 400],
      [{ venue: { venue: 'Half' }, organizer: { organizer: 'Half', email: 'x' } }, 'editor', 400],
      [{ venue: { venue: 'Half' } }, 'guest', 401],
      [{ venue: { venue: 'Half' } }, 'subscriber', 403],
      [{ venue: { venue: 'Half', image: 'http://127.0.0.1:1/unknown.png' } }, 'editor', 400],
      [{ venue: { venue: 'Half', image: 999_999 } }, 'editor', 400],
    ] as const) {
      assert.equal((await server.ask('POST', '/events', { as, body: { ...EVENT, ...body } })).status, status)
    }
    assert.deepEqual(await allVenues(), before)
  })

  test('an inline record can use an uploaded picture', async () => {
    const inspected = { mimeType: 'image/png', extension: 'png', width: 1, height: 1 }
    const picture = { bytes: Buffer.from('x'), name: 'x.png', authorId: server.ids.editor, ...inspected }
    const { id } = await server.db.transaction((tx) => storePicture(tx, picture, server.clock.now))
    const event = await make.event({ venue: { venue: 'Pictured', image: id } })
    assert.equal(event.venue.image.id, id)
  })

  test('a name in another language does not match', async () => {
    const english = await make.category({ name: 'Lesung' })
    const german = await make.event({ categories: ['Lesung'] }, { root: 'de' })
    assert.notEqual(german.categories[0].id, english.id)
    const again = await make.event({ categories: ['lesung'] }, { root: 'de' })
    assert.deepEqual(ids(again.categories), ids(german.categories))
  })
})
