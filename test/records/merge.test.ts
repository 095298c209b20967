import assert from 'node:assert/strict'
import { test } from 'node:test'
import { categoryHierarchy, eventCategories } from '../../src/check/check-categories.ts'
import { eventCounts } from '../../src/check/check-event-counts.ts'
import { KIND_PROPERTIES, LINKED_KINDS } from '../../src/core/kinds.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { assertHolds, checkRepeated } from '../kit/engines/invariants.ts'
import { assertRefused } from '../kit/server/refusals.ts'
import { withServer } from '../kit/server/with-server.ts'

/** The field of an event that refers to records of each kind. */
const FIELD = { venue: 'venue', organizer: 'organizer', series: 'series', category: 'categories', tag: 'tags' } as const

forEachEngine('merging two records into one', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  const editor = { as: 'editor' } as const

  async function ask(method: string, path: string, body?: object) {
    const answer = await server.ask(method, path, { ...editor, ...(body && { body }) })
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer
  }
  const undo = (answer: { headers: Record<string, unknown> }) =>
    server.ask('POST', `/revisions/batches/${answer.headers['x-request-id']}/undo`, editor)
  const check = async () => {
    await checkRepeated(server.db)
    await assertHolds(server.db, [eventCounts, eventCategories, categoryHierarchy])
  }

  for (const kind of LINKED_KINDS) {
    const { collection, titleField, pagePath } = KIND_PROPERTIES[kind]
    const field = FIELD[kind]
    const linked = async (id: number): Promise<number[]> =>
      [(await ask('GET', `/events/${id}`)).body[field]].flat().map((one: { id: number }) => one.id)

    test(`the events and addresses of a ${kind} move to the other one, and undo moves them back`, async () => {
      const [merged, other] = [await make[kind]({ [titleField]: `Twin ${kind}` }), await make[kind]()]
      const [only, both] = [
        await make.event({ [field]: [merged.id] }),
        await make.event({ [field]: [merged.id, other.id] }),
      ]
      const weekly = await make.event({ [field]: [merged.id], recurrence: ['RRULE:FREQ=WEEKLY;COUNT=2'] })
      const [date] = (await ask('GET', `/events/${weekly.id}/occurrences`)).body.events
      const events = [only.id, both.id, weekly.id, date.id]
      const before = await Promise.all(events.map(linked))

      const answer = await ask('POST', `/${collection}/${merged.id}/merge`, { into: other.id })
      assert.equal(answer.body.id, other.id)
      for (const id of events) assert.deepEqual(await linked(id), [other.id])
      const page = await server.ask('GET', `host:/${pagePath}/${merged.slug}/`)
      assert.deepEqual([page.status, page.headers.location], [301, `/${pagePath}/${other.slug}/`])
      await check()

      assert.equal((await undo(answer)).status, 200)
      assert.deepEqual(await Promise.all(events.map(linked)), before)
      const again = (await ask('GET', `/${collection}/${merged.id}`)).body
      assert.deepEqual([again.slug, again[titleField]], [merged.slug, merged[titleField]])
      assert.equal((await server.ask('GET', `host:/${pagePath}/${merged.slug}/`)).status, 200)
      await check()
    })

    test(`a ${kind} is merged by editors only, into another one that exists, and undone as a whole`, async () => {
      const [merged, other] = [await make[kind](), await make[kind]()]
      const event = await make.event({ [field]: [merged.id] })
      const path = `/${collection}/${merged.id}/merge`
      for (const [as, status] of [
        [undefined, 401],
        ['author', 403],
      ] as const) {
        const refused = await server.ask('POST', path, { ...(as && { as }), body: { into: other.id } })
        assertRefused(refused, { status, code: 'rest_forbidden' })
      }
      for (const into of [merged.id, 999_999, 'x'])
        assertRefused(await server.ask('POST', path, { ...editor, body: { into } }), {
          ...{ status: 400, code: 'rest_invalid_param', params: ['into'] },
        })
      const stale = await server.ask('POST', path, { ...editor, body: { into: other.id, version: 9 } })
      assertRefused(stale, { status: 412, code: 'rest_precondition_failed' })
      const answer = await ask('POST', path, { into: other.id })
      await ask('PATCH', `/events/${event.id}`, { [field]: [] })
      const refused = await undo(answer)
      assertRefused(refused, { status: 409, code: 'written-since' })
      assert.deepEqual(refused.body.data.records, [{ collection: 'events', id: event.id }])
    })
  }

  test('a deleted tag or category returns with its events, and the categories below it', async () => {
    const above = await make.category()
    const category = await make.category({ parent: above.id, name: 'Middle' })
    const below = await make.category({ parent: category.id })
    const tag = await make.tag()
    const event = await make.event({ categories: [category.id], tags: [tag.id] })
    for (const [path, { id }] of [
      ['/categories', category],
      ['/tags', tag],
    ] as const)
      assert.equal((await undo(await ask('DELETE', `${path}/${id}`))).status, 200)
    const { body } = await ask('GET', `/events/${event.id}`)
    assert.deepEqual([body.categories[0].id, body.tags[0].id], [category.id, tag.id])
    const parents = await Promise.all(
      [category, below].map(async ({ id }) => (await ask('GET', `/categories/${id}`)).body.parent),
    )
    assert.deepEqual(parents, [above.id, category.id])
    await check()
  })
})
