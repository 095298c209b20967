import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import type { Ask } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

forEachEngine('slugs of events', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)

  const change = async (id: number, body: unknown, ask: Ask = {}) =>
    (await server.ask('POST', `/events/${id}`, { as: 'editor', ...ask, body })).body
  const trash = (id: number) => server.ask('DELETE', `/events/${id}`, { as: 'editor' }).then(({ body }) => body)

  for (const [title, slug] of [
    ['Summer Party!', 'summer-party'],
    ["Zoë's “Café” & Bar", 'zoes-cafe-bar'],
    ['Größe', 'grose'],
    ['Œuvre Smørrebrød Łódź', 'oeuvre-smorrebrod-lodz'],
    ['  spaces   and -- dashes ', 'spaces-and-dashes'],
    ['日本', '%e6%97%a5%e6%9c%ac'],
    ['🎷', '%f0%9f%8e%b7'],
    ['2031', '2031'],
    ['50% off', '50-off'],
    ['<b>Bold</b> move', 'bold-move'],
  ] as const) {
    test(`the slug of ${title} is ${slug}, from the title or as sent`, async () => {
      assert.equal((await make.event({ title })).slug, slug)
      assert.equal((await make.event({ slug: title })).slug, `${slug}-2`)
      const { body } = await server.ask('GET', `/events/by-slug/${encodeURIComponent(decodeURIComponent(slug))}`)
      assert.equal(body.slug, slug)
    })
  }

  test('a title without a usable letter gives the id as slug', async () => {
    const event = await make.event({ title: '!?!' })
    assert.equal(event.slug, String(event.id))
    const sent = await make.event({ title: 'Usable', slug: '!?!' })
    assert.equal(sent.slug, 'usable')
  })

  test('equal titles get numbered slugs, published or pending, and long ones are shortened for the number', async () => {
    const slugs = []
    for (const sent of [{}, {}, { slug: 'twins' }, { status: 'draft', slug: 'Twins' }, { status: 'private' }]) {
      slugs.push((await make.event({ title: 'Twins', ...sent })).slug)
    }
    assert.deepEqual(slugs, ['twins', 'twins-2', 'twins-3', 'twins-4', 'twins-5'])
    const long = 'x'.repeat(250)
    assert.deepEqual(
      [(await make.event({ title: long })).slug, (await make.event({ title: long })).slug],
      ['x'.repeat(200), `${'x'.repeat(198)}-2`],
    )
  })

  test('records of different kinds may have the same slug', async () => {
    await make.venue({ venue: 'Shared name' })
    assert.equal((await make.event({ title: 'Shared name' })).slug, 'shared-name')
  })

  test('a new title keeps the slug, a taken slug gets a number, and the own slug may be sent again', async () => {
    const [one, other] = [await make.event({ title: 'First' }), await make.event({ title: 'Second' })]
    assert.equal((await change(one.id, { title: 'Third' })).slug, 'first')
    assert.equal((await change(one.id, { slug: 'First' })).slug, 'first')
    assert.equal((await change(one.id, { slug: other.slug })).slug, 'second-2')
    assert.equal((await make.event({ title: 'First' })).slug, 'first')
  })

  test('the slug of an event in the trash is free; a restored event gets it back, or a numbered one', async () => {
    const first = await make.event({ title: 'Phoenix' })
    assert.equal((await trash(first.id)).slug, 'phoenix__trashed')
    const second = await make.event({ title: 'Phoenix' })
    assert.equal(second.slug, 'phoenix')
    assert.equal((await trash(second.id)).slug, 'phoenix__trashed-2')
    assert.equal((await change(second.id, { status: 'publish' })).slug, 'phoenix')
    assert.equal((await change(first.id, { status: 'publish' })).slug, 'phoenix-2')
    await trash(first.id)
    assert.equal((await change(first.id, { status: 'publish', slug: 'ashes' })).slug, 'ashes')
  })

  test('drafts without a slug get unique marks in the trash and no slug when restored', async () => {
    const drafts = [await make.event({ status: 'draft' }), await make.event({ status: 'draft' })]
    const trashed = [await trash(drafts[0].id), await trash(drafts[1].id)]
    assert.equal(new Set(trashed.map(({ slug }) => slug)).size, 2)
    for (const { slug } of trashed) assert.match(slug, /^__trashed(-\d+)?$/)
    assert.equal((await change(drafts[1].id, { status: 'draft' })).slug, '')
    assert.match((await change(drafts[0].id, { status: 'publish', title: 'Finished' })).slug, /^finished$/)
  })

  test('an event in the trash is readable by its marked slug, with the right to do so', async () => {
    const { id, slug } = await make.event({ title: 'Hidden away' })
    await trash(id)
    for (const [as, path, status] of [
      ['editor', `${slug}__trashed`, 200],
      ['guest', `${slug}__trashed`, 403],
      ['editor', slug, 404],
    ] as const) {
      assert.equal((await server.ask('GET', `/events/by-slug/${path}`, { as })).status, status)
    }
  })

  test('every language has its own slug, derived from its title', async () => {
    const english = await make.event({ title: 'Reading', status: 'draft' })
    await change(english.id, { title: 'Größte Lesung' }, { root: 'de' })
    const german = await change(english.id, { status: 'publish' }, { root: 'de' })
    assert.equal(german.slug, 'groesste-lesung')
    const found = await server.ask('GET', `/events/${english.id}`)
    assert.deepEqual([found.body.title, found.body.slug], ['Reading', 'reading'])
    assert.equal((await make.event({ title: 'Reading' }, { root: 'fr' })).slug, 'reading')
  })

  test('publishing with a new title in one language derives the other slugs from their own titles', async () => {
    const english = await make.event({ title: 'Harbour tour', status: 'draft' })
    await change(english.id, { title: 'Hafenfahrt' }, { root: 'de' })
    const german = await change(english.id, { title: 'Große Hafenfahrt', status: 'publish' }, { root: 'de' })
    assert.equal(german.slug, 'grosse-hafenfahrt')
    assert.equal((await server.ask('GET', `/events/${english.id}`)).body.slug, 'harbour-tour')
  })

  test('a slug of another language is found if only one readable event has it', async () => {
    const event = await make.event({ title: 'Einzigartig' }, { root: 'de' })
    assert.equal((await server.ask('GET', '/events/by-slug/einzigartig')).body.id, event.id)
    const draft = await make.event({ title: 'Einzigartig', slug: 'einzigartig', status: 'draft' }, { root: 'fr' })
    assert.equal((await server.ask('GET', '/events/by-slug/einzigartig')).body.id, event.id)
    assert.equal((await server.ask('GET', '/events/by-slug/einzigartig', { as: 'editor' })).status, 404)
    assert.equal(
      (await server.ask('GET', '/events/by-slug/einzigartig', { as: 'editor', root: 'fr' })).body.id,
      draft.id,
    )
  })
})
