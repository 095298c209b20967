import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteRevisionsBefore } from '../../src/collections/revisions/store-revisions.ts'
import { isPostKind, KIND_PROPERTIES, KINDS, type Kind } from '../../src/core/kinds.ts'
import { sql } from '../../src/db/database.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { checkRepeated } from '../kit/engines/invariants.ts'
import { assertRefused } from '../kit/server/refusals.ts'
import { withServer } from '../kit/server/with-server.ts'

const editor = { as: 'editor' } as const

/** For each kind of record a field besides its texts, with a value that it has not at first; by default its website. */
const OTHER_FIELD: Partial<Record<Kind, object>> = {
  event: { featured: true },
  venue: { city: 'Lisbon' },
  organizer: { phone: '+351 2' },
  series: { kind: 'festival' },
  category: {},
  tag: {},
}

forEachEngine('revisions', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)

  /** Sends a request that must succeed. */
  async function ask(method: string, path: string, body?: object, as: 'editor' | 'author' = 'editor') {
    const answer = await server.ask(method, path, { as, ...(body && { body }) })
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const revisionsOf = async (path: string) => (await ask('GET', `${path}/revisions`)).revisions

  for (const kind of KINDS) {
    const { collection, titleField } = KIND_PROPERTIES[kind]

    test(`an earlier version of a ${kind} is listed, read and restored, and the restoration undone`, async () => {
      const made = await make[kind]({ [titleField]: `First ${kind}`, description: '<p>one</p>' })
      const path = `/${collection}/${made.id}`
      assert.deepEqual(await revisionsOf(path), [], 'creating a record stores none')
      const other = OTHER_FIELD[kind] ?? { website: 'https://example.org/' }
      const changed = await ask('PATCH', path, { [titleField]: `Second ${kind}`, description: '<p>two</p>', ...other })
      await ask('PUT', `${path}/translations/de`, { [titleField]: `Zweite ${kind}` })

      const [translated, updated] = await revisionsOf(path)
      // Only writes of records with a version above 50 delete old revisions.
      assert.ok((await revisionsOf(path)).length < (await ask('GET', path)).version, 'each revision raises the version')
      assert.deepEqual([translated.action, translated.language, updated.action], ['translated', 'de', 'updated'])
      assert.deepEqual([updated.user, updated.fields.includes(titleField)], ['editor', true])
      const read = await ask('GET', `${path}/revisions/${updated.id}`)
      assert.deepEqual([read.record[titleField], read.record.description], [made[titleField], made.description])
      const names = read.changes.map(({ field }: { field: string }) => field)
      assert.deepEqual(names.toSorted(), [titleField, 'description', ...Object.keys(other)].toSorted())
      assert.deepEqual(
        read.changes.find(({ field }: { field: string }) => field === titleField),
        { field: titleField, language: 'en', before: `First ${kind}`, after: `Second ${kind}` },
      )

      const restored = await ask('POST', `${path}/revisions/${updated.id}/restore`)
      for (const name of [titleField, 'description', 'slug', ...Object.keys(other)])
        assert.deepEqual(restored[name], made[name], name)
      assert.deepEqual(Object.keys(restored.translations), ['en'], 'the translation was added since')
      const [restoration] = await revisionsOf(path)
      assert.equal(restoration.action, 'reverted')
      const again = await ask('POST', `${path}/revisions/${restoration.id}/restore`)
      assert.equal(again[titleField], changed[titleField])
      assert.equal(again.translations.de.slug, (await ask('GET', `${path}?translation_language=de`)).slug)
    })

    test(`some fields of a ${kind} are restored without the others, and only if nobody wrote since`, async () => {
      const made = await make[kind]({ description: '<p>one</p>' })
      const path = `/${collection}/${made.id}`
      await ask('PATCH', path, { [titleField]: `Renamed ${kind} ${made.id}`, description: '<p>two</p>' })
      const [{ id }] = await revisionsOf(path)
      const restore = (body: object) =>
        server.ask('POST', `${path}/revisions/${id}/restore`, { ...editor, body: { fields: ['description'], ...body } })
      assertRefused(await restore({ version: made.version }), { status: 412, code: 'rest_precondition_failed' })
      assertRefused(await restore({ fields: 'nonsense' }), {
        status: 400,
        code: 'rest_invalid_param',
        params: ['fields'],
      })
      const { body } = await restore({ version: made.version + 1 })
      assert.deepEqual([body.description, body[titleField]], [made.description, `Renamed ${kind} ${made.id}`])
      const count = (await revisionsOf(path)).length
      assert.equal((await restore({})).status, 200)
      assert.equal((await revisionsOf(path)).length, count, 'what does not differ is not written')
    })

    if (!isPostKind(kind)) continue
    test(`a ${kind} comes back from the trash with its slug, and goes there again`, async () => {
      const made = await make[kind]({ [titleField]: `Trashed ${kind}` })
      const path = `/${collection}/${made.id}`
      await ask('DELETE', path)
      const [trashed] = await revisionsOf(path)
      assert.equal(trashed.action, 'trashed')
      const restored = await ask('POST', `${path}/revisions/${trashed.id}/restore`)
      assert.deepEqual([restored.status, restored.slug], ['publish', made.slug])
      const [{ id }] = await revisionsOf(path)
      assert.equal((await ask('POST', `${path}/revisions/${id}/restore`)).status, 'trash')
      await ask('DELETE', `${path}?force=true`)
      const left = await server.db.get<{ n: number }>(
        sql`SELECT count(*) AS n FROM revision WHERE collection = ${collection} AND record_id = ${made.id}`,
      )
      assert.equal(left?.n, 0)
    })
  }

  test('links, times, prices and reasons of an event return in all languages', async () => {
    const [venue, other] = [await make.venue(), await make.venue()]
    const tag = await make.tag()
    const gone = await make.tag()
    const full = {
      venue: venue.id,
      tags: [tag.id, gone.id],
      cost: '€10',
      offers: [{ name: 'Door', price: '12.5', currency: 'EUR' }],
      conditions: 'No dogs',
      event_status: 'cancelled',
      status_reason: 'Rain',
      attendance_mode: 'mixed',
      online_url: 'https://stream.example/',
    }
    const made = await make.event({ ...full, title: 'Full event' })
    const path = `/events/${made.id}`
    await ask('PATCH', `${path}?translation_language=de`, {
      title: 'Volles',
      conditions: 'Ohne Hunde',
      status_reason: 'Regen',
    })
    const german = await ask('GET', `${path}?translation_language=de`)
    await ask('PATCH', path, {
      ...{ venue: other.id, tags: [], cost: '', offers: [], conditions: '', event_status: 'scheduled' },
      ...{ attendance_mode: 'offline', online_url: '', start_date: '2031-02-03 10:00', end_date: '2031-02-03 11:00' },
    })
    await ask('DELETE', `/tags/${gone.id}`)
    const [{ id }] = await revisionsOf(path)
    await ask('POST', `${path}/revisions/${id}/restore`)
    const back = await ask('GET', path)
    const tags = made.tags
      .filter((one: { id: number }) => one.id === tag.id)
      .map((one: object) => ({ ...one, count: 1 }))
    const same = [
      'cost',
      'cost_details',
      'offers',
      'conditions',
      'is_free',
      'event_status',
      'status_reason',
      'start_date',
    ]
    for (const name of [...same, 'end_date', 'online_url', 'attendance_mode'])
      assert.deepEqual(back[name], made[name], name)
    assert.deepEqual([back.venue.id, back.tags], [venue.id, tags], 'a deleted tag is left out')
    const again = await ask('GET', `${path}?translation_language=de`)
    for (const name of ['title', 'conditions', 'status_reason', 'offers'])
      assert.deepEqual(again[name], german[name], name)
    await checkRepeated(server.db)
  })

  test('whoever may not edit a record, or read what it was, learns nothing of its versions', async () => {
    const made = await make.event({ title: 'Secret plan', status: 'private' })
    const path = `/events/${made.id}`
    await ask('PATCH', path, { title: 'Open day' })
    await ask('PATCH', path, { status: 'publish', author: server.ids.author })
    await ask('PATCH', path, { title: 'Open night' })
    const [shown, published, hidden] = await revisionsOf(path)
    const asAuthor = await ask('GET', `${path}/revisions`, undefined, 'author')
    assert.deepEqual(
      asAuthor.revisions.map(({ id }: { id: number }) => id),
      [shown.id],
    )
    for (const { id } of [published, hidden])
      for (const [method, end] of [
        ['GET', ''],
        ['POST', '/restore'],
      ] as const)
        assertRefused(await server.ask(method, `${path}/revisions/${id}${end}`, { as: 'author' }), {
          status: 404,
          code: 'revision-not-found',
        })
    for (const [as, status] of [
      [undefined, 401],
      ['subscriber', 403],
      ['contributor', 403],
    ] as const)
      for (const [method, end] of [
        ['GET', ''],
        ['GET', `/${shown.id}`],
        ['POST', `/${shown.id}/restore`],
      ] as const) {
        const answer = await server.ask(method, `${path}/revisions${end}`, as ? { as } : {})
        assertRefused(answer, { status, code: 'rest_forbidden' })
        assert.doesNotMatch(JSON.stringify(answer.body), /Secret|Open/)
      }
    assertRefused(await server.ask('GET', `${path}/revisions/99999999999999`, editor), {
      status: 404,
      code: 'revision-not-found',
    })
    const other = await make.event()
    assertRefused(await server.ask('GET', `/events/${other.id}/revisions/${shown.id}`, editor), {
      status: 404,
      code: 'revision-not-found',
    })
  })

  test('a contributor cannot publish by restoring', async () => {
    const as = { as: 'contributor' } as const
    const { body: made } = await server.ask('POST', '/venues', { ...as, body: { venue: 'Own hall' } })
    await ask('PATCH', `/venues/${made.id}`, { status: 'publish' })
    await ask('PATCH', `/venues/${made.id}`, { status: 'draft' })
    const [{ id }] = await revisionsOf(`/venues/${made.id}`)
    const { body } = await server.ask('POST', `/venues/${made.id}/revisions/${id}/restore`, as)
    assert.equal(body.status, 'pending')
  })

  test('a slug that another record has by now gets a number, and a taken name of a tag is refused', async () => {
    const venue = await make.venue({ venue: 'Old pier' })
    await ask('PUT', `/venues/${venue.id}/translations/en`, { venue: 'New pier', slug: 'new-pier' })
    await make.venue({ venue: 'Old pier', city: 'Elsewhere' })
    const [{ id }] = await revisionsOf(`/venues/${venue.id}`)
    assert.equal((await ask('POST', `/venues/${venue.id}/revisions/${id}/restore`)).slug, 'old-pier-2')
    const tag = await make.tag({ name: 'Swing' })
    await ask('PATCH', `/tags/${tag.id}`, { name: 'Lindy' })
    await make.tag({ name: 'Swing' })
    const [revision] = await revisionsOf(`/tags/${tag.id}`)
    const answer = await server.ask('POST', `/tags/${tag.id}/revisions/${revision.id}/restore`, editor)
    assertRefused(answer, { status: 400, code: 'term_exists' })
    assert.equal((await ask('GET', `/tags/${tag.id}`)).name, 'Lindy')
  })

  test('a record has at most 50 revisions, and old ones are deleted', async () => {
    const { id } = await make.venue()
    for (let at = 0; at < 52; at += 1) await ask('PATCH', `/venues/${id}`, { phone: String(at) })
    const revisions = await revisionsOf(`/venues/${id}`)
    assert.equal(revisions.length, 50)
    const { record } = await ask('GET', `/venues/${id}/revisions/${revisions.at(-1).id}`)
    assert.equal(record.phone, '1')
    await deleteRevisionsBefore(server.db, server.clock.now)
    assert.equal((await revisionsOf(`/venues/${id}`)).length, 50)
    await deleteRevisionsBefore(server.db, server.clock.now + 1)
    assert.deepEqual(await revisionsOf(`/venues/${id}`), [])
  })
})
