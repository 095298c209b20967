import { deepEqual, equal } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { raw, sql } from '../../src/db/database.ts'
import { EVENT, makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { eventually } from '../kit/eventually.ts'
import { withServer } from '../kit/server/with-server.ts'

forEachEngine('writes while a record is deleted', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  /** Deletes a term, sends writes before the deletion is committed, and commits it when all have begun a transaction. */
  async function duringDeletion<T>(t: TestContext, kind: 'tag' | 'category', id: number, writes: (() => Promise<T>)[]) {
    let sent: Promise<T[]> | undefined
    await server.db.transaction(async (tx) => {
      for (const [table, column] of [
        [`${kind}_text`, `${kind}_id`],
        [kind, 'id'],
      ] as const) {
        await tx.run(sql`DELETE FROM ${raw(table)} WHERE ${raw(column)} = ${id}`)
      }
      const { mock } = t.mock.method(server.db, 'transaction')
      sent = Promise.all(writes.map((write) => write()))
      await eventually(() => mock.callCount() === writes.length, 'all writes have begun a transaction')
      mock.restore()
    })
    return (await sent) ?? []
  }

  for (const [kind, field] of [
    ['tag', 'tags'],
    ['category', 'categories'],
  ] as const) {
    test(`an event that refers to a deleted ${kind} ignores its id, as if it had been deleted before`, async (t) => {
      const { id } = await make[kind]()
      const event = await make.event()
      // The term is in the record cache.
      await server.ask('GET', `/${field}/${id}`)
      const [changed, created] = await duringDeletion(t, kind, id, [
        () => server.ask('PATCH', `/events/${event.id}`, { as: 'editor', body: { title: 'Changed', [field]: [id] } }),
        () => server.ask('POST', '/events', { as: 'editor', body: { ...EVENT, [field]: [id] } }),
      ])
      deepEqual([changed?.status, changed?.body.title, changed?.body[field]], [200, 'Changed', []])
      deepEqual([created?.status, created?.body[field]], [201, []], JSON.stringify(created?.body))
    })

    test(`an update or deletion of a ${kind} that was deleted meanwhile is answered with 404`, async (t) => {
      for (const [method, body] of [
        ['PATCH', { name: 'Another name' }],
        ['DELETE', undefined],
      ] as const) {
        const { id } = await make[kind]()
        const [answer] = await duringDeletion(t, kind, id, [
          () => server.ask(method, `/${field}/${id}`, { as: 'editor', ...(body && { body }) }),
        ])
        const { status, body: error } = await server.ask('GET', `/${field}/${id}`)
        deepEqual([answer?.status, answer?.body], [status, error])
        equal(status, 404)
      }
    })
  }
})
