import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FACES, TEC } from '../../src/core/faces.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { assertRefused, type Kinds } from '../kit/server/refusals.ts'
import { withServer } from '../kit/server/with-server.ts'

forEachEngine('the tree of categories', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server).category

  const editor = { as: 'editor' } as const
  const read = async (id: number) => (await server.ask('GET', `/categories/${id}`)).body
  const change = (id: number, body: unknown) => server.ask('PATCH', `/categories/${id}`, { ...editor, body })
  const remove = (id: number) => server.ask('DELETE', `/categories/${id}`, editor)

  for (const face of FACES) {
    test(`a child names its parent in single reads, lists and events (${face.name} face)`, async () => {
      const top = await make({ name: `Top ${face.name}`, slug: `top-${face.name}` })
      const middle = await make({ slug: `middle-${face.name}`, parent: top.id })
      const { id } = await make({ slug: `bottom-${face.name}`, parent: String(middle.id) })
      const event = await makersOf(server).event({ categories: [id] })
      const up = `http://localhost${face.prefix}/${face.namespace}/categories/${middle.id}`
      const { body } = await server.ask('GET', `/categories/${id}`, { face })
      assert.deepEqual([body.parent, body.urls.up], [middle.id, up])
      assert.equal(
        body.url,
        `http://localhost/events/category/top-${face.name}/middle-${face.name}/bottom-${face.name}/`,
      )
      const listed = await server.ask('GET', `/categories?include=${id}`, { face })
      assert.deepEqual(listed.body.categories, [body])
      const { categories } = (await server.ask('GET', `/events/${event.id}`, { face })).body
      assert.deepEqual([categories[0].parent, categories[0].urls.up], [middle.id, up])
    })
  }

  test('moving a category moves its descendants', async () => {
    const [one, two] = [await make({ slug: 'one' }), await make({ slug: 'two' })]
    const moved = await make({ slug: 'moved', parent: one.id })
    const below = await make({ slug: 'below', parent: moved.id })
    const { body } = await change(moved.id, { parent: two.id })
    assert.deepEqual([body.parent, body.slug, body.name], [two.id, 'moved', moved.name])
    assert.equal((await read(below.id)).url, 'http://localhost/events/category/two/moved/below/')
    assert.equal((await change(moved.id, { parent: two.id })).status, 200)
  })

  for (const [why, parent, kinds = {}] of [
    ['one that nothing has', 99_999_999],
    ['zero', 0],
    ['zero as text', '0'],
    ['less than zero', -1],
    ['a fraction', 1.5],
    ['empty', ''],
    ['a word', 'nothing-has-this'],
    ['a slug', 'a-slug', { parent: 'rest_invalid_type' }],
    ['null', null, { parent: 'rest_invalid_type' }],
    ['a list', [1]],
    ['true', true],
    ['beyond all ids', 2 ** 31],
    ['U+0000', '\0'],
  ] as [string, unknown, Kinds?][]) {
    // On the TEC face, because the native one reads zero, empty text and null as none (test/contract/writes.test.ts).
    test(`a parent that is ${why} is refused`, async () => {
      if (parent === 'a-slug') await make({ slug: 'a-slug' })
      const top = await make()
      const child = await make({ parent: top.id })
      const refusal = { status: 400, code: 'rest_invalid_param', params: ['parent'], kinds }
      const onTec = { ...editor, face: TEC }
      assertRefused(await server.ask('POST', '/categories', { ...onTec, body: { name: 'Stray', parent } }), refusal)
      assertRefused(await server.ask('PATCH', `/categories/${child.id}`, { ...onTec, body: { parent } }), refusal)
      assert.equal((await read(child.id)).parent, top.id)
    })
  }

  test('a loop of any length is refused', async () => {
    const ids = [(await make()).id]
    for (let depth = 1; depth < 5; depth += 1) ids.push((await make({ parent: ids.at(-1) })).id)
    for (const parent of ids) {
      const refusal = { status: 400, code: 'rest_invalid_param', params: ['parent'] }
      assertRefused(await change(ids[0] as number, { parent }), refusal)
    }
    assert.equal((await read(ids[0] as number)).parent, 0)
  })

  test('one of two concurrent moves that together form a loop is refused', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [one, two] = [await make(), await make()]
      const [belowOne, belowTwo] = [await make({ parent: one.id }), await make({ parent: two.id })]
      const answers = await Promise.all([
        change(one.id, { parent: belowTwo.id }),
        change(two.id, { parent: belowOne.id }),
      ])
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400])
    }
  })

  test('children of a deleted category move up to its parent, or to the top level', async () => {
    const top = await make()
    const middle = await make({ parent: top.id })
    const bottom = await make({ parent: middle.id })
    assert.equal((await remove(middle.id)).body.parent, top.id)
    assert.equal((await read(bottom.id)).parent, top.id)
    await remove(top.id)
    const { parent, urls, url, slug } = await read(bottom.id)
    assert.deepEqual([parent, urls.up, url], [0, undefined, `http://localhost/events/category/${slug}/`])
  })

  test('names are unique among the children of a parent, also after a move', async () => {
    const [one, two] = [await make(), await make()]
    const first = await make({ name: 'Same', parent: one.id })
    const second = await make({ name: 'same', parent: two.id })
    assert.notEqual(second.id, first.id)
    assert.equal(second.slug, 'same-2')
    const again = await server.ask('POST', '/categories', { ...editor, body: { name: 'SAME', parent: one.id } })
    assertRefused(again, { status: 400, code: 'term_exists' })
    assert.equal(again.body.data.term_id, first.id)
    assertRefused(await change(second.id, { parent: one.id }), { status: 400, code: 'term_exists' })
    assert.equal((await change(second.id, { parent: one.id, name: 'Other' })).status, 200)
  })

  test('categories that a deletion made equal in name and parent can still be updated and renamed', async () => {
    const top = await make()
    const child = await make({ name: 'Namesake', parent: top.id })
    await make({ name: 'Namesake' })
    await remove(top.id)
    const { status, body } = await change(child.id, { name: 'Namesake', description: 'Still editable' })
    assert.deepEqual([status, body.description], [200, 'Still editable'])
    assert.equal((await change(child.id, { name: 'Renamed' })).status, 200)
    assertRefused(await change(child.id, { name: 'Namesake' }), { status: 400, code: 'term_exists' })
  })

  test('events of a category are found by its ancestors', async () => {
    const top = await make()
    const child = await make({ parent: top.id })
    const event = await makersOf(server).event({ categories: [child.id] })
    const found = async (id: number) => (await server.ask('GET', `/events?categories=${id}`)).body.events
    assert.deepEqual(
      (await found(top.id)).map(({ id }: { id: number }) => id),
      [event.id],
    )
    // The count of a category does not include its children.
    assert.deepEqual([(await read(top.id)).count, (await read(child.id)).count], [0, 1])
  })
})
