import assert from 'node:assert/strict'
import { test } from 'node:test'
import { INVARIANTS } from '../../src/check/check-database.ts'
import { TEC } from '../../src/core/faces.ts'
import {
  collectionNameOfKind,
  isLinkedKind,
  KIND_PROPERTIES,
  KINDS,
  type Kind,
  POST_KINDS,
} from '../../src/core/kinds.ts'
import { sql } from '../../src/db/database.ts'
import { LINK_FILTERS } from '../../src/pages/parse-event-filter-of-page.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { assertHolds } from '../kit/engines/invariants.ts'
import { assertRefused } from '../kit/server/refusals.ts'
import { withServer } from '../kit/server/with-server.ts'

forEachEngine('deletion for good', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  const editor = { as: 'editor' } as const

  /** An event that is counted in every way, with the records that it is linked to. */
  const fullEvent = async () => {
    const others = KINDS.filter((kind) => kind !== 'event')
    const made = await Promise.all(others.map(async (kind) => [kind, await make[kind]()] as const))
    const links = made.flatMap(([kind, { id }]) => (isLinkedKind(kind) ? [[LINK_FILTERS[kind], [id]]] : []))
    const event = await make.event({ featured: true, ...Object.fromEntries(links) })
    await server.ask('PUT', `/events/${event.id}/translations/de`, { ...editor, body: { title: 'Konzert' } })
    return Object.fromEntries([['event', event], ...made]) as Record<Kind, typeof event>
  }

  for (const kind of POST_KINDS) {
    const path = `/${collectionNameOfKind(kind)}`
    const { titleField } = KIND_PROPERTIES[kind]

    for (const from of ['the calendar', 'the trash']) {
      test(`force=true deletes this kind from ${from}, and nothing else: ${kind}`, async () => {
        const records = await fullEvent()
        const { id, slug } = records[kind]
        const item = `${path}/${id}`
        if (from === 'the trash') await server.ask('DELETE', item, editor)
        const { status, body } = await server.ask('DELETE', `${item}?force=true`, editor)
        assert.deepEqual([status, body.id], [200, id])
        assertRefused(await server.ask('GET', item, editor), { status: 404, code: `${kind}-not-found` })
        assertRefused(await server.ask('GET', `${path}/by-slug/${slug}`, editor), {
          status: 404,
          code: `${kind}-not-found`,
        })
        for (const other of KINDS) {
          const address = `/${KIND_PROPERTIES[other].collection}/${records[other].id}`
          assert.equal((await server.ask('GET', address)).status, other === kind ? 404 : 200, address)
        }
        await assertHolds(server.db, INVARIANTS)
      })
    }

    test(`its slug is free again, but not its id: ${kind}`, async () => {
      const one = await make[kind]({ [titleField]: `Unique ${kind}` })
      await server.ask('DELETE', `${path}/${one.id}?force=true`, editor)
      const other = await make[kind]({ [titleField]: `Unique ${kind}` })
      assert.equal(other.slug, one.slug)
      assert.ok(other.id > one.id)
    })

    test(`only who may edit the record may delete it for good: ${kind}`, async () => {
      const made = await make[kind]()
      const item = `${path}/${made.id}?force=true`
      assertRefused(await server.ask('DELETE', item), { status: 401, code: 'rest_forbidden' })
      for (const as of ['subscriber', 'contributor', 'author'] as const) {
        assertRefused(await server.ask('DELETE', item, { as }), { status: 403, code: 'rest_forbidden' })
      }
      const { status, body } = await server.ask('DELETE', `${path}/${made.id}?force=maybe`, editor)
      assert.deepEqual([status, Object.keys(body.data.params)], [400, ['force']])
      const own = await make[kind]({}, { as: 'contributor' })
      assert.equal(
        (await server.ask('DELETE', `${path}/${own.id}`, { as: 'contributor', body: { force: true } })).status,
        200,
      )
      assert.equal((await server.ask('GET', `${path}/${own.id}`, editor)).status, 404)
      assert.equal((await server.ask('GET', `${path}/${made.id}`)).status, 200)
    })

    test(`force=false, and force on the TEC face, move the record to the trash: ${kind}`, async () => {
      const [one, other] = [await make[kind](), await make[kind]()]
      await server.ask('DELETE', `${path}/${one.id}?force=false`, editor)
      await server.ask('DELETE', `${path}/${other.id}?force=true`, { ...editor, face: TEC })
      for (const { id } of [one, other]) {
        assert.equal((await server.ask('GET', `${path}/${id}`, editor)).body.status, 'trash')
      }
    })

    test(`the audit log names who deleted it: ${kind}`, async () => {
      const made = await make[kind]({ [titleField]: 'Deleted for good' })
      await server.ask('DELETE', `${path}/${made.id}?force=1`, editor)
      const last = await server.db.get<Record<string, unknown>>(
        sql`SELECT login, action, collection, record_id, title FROM audit ORDER BY id DESC LIMIT 1`,
      )
      const expected = ['editor', 'deleted', collectionNameOfKind(kind), made.id, 'Deleted for good']
      assert.deepEqual(Object.values(last ?? {}), expected)
    })
  }

  test('totals of lists no longer count the event', async () => {
    const { event, venue } = await fullEvent()
    const total = async (query: string) => (await server.ask('GET', `/events?${query}`)).body.total
    const [all, atVenue] = [await total(''), await total(`venue=${venue.id}`)]
    assert.equal(atVenue, 1)
    await server.ask('DELETE', `/events/${event.id}?force=true`, editor)
    assert.deepEqual([await total(''), await total(`venue=${venue.id}`)], [all - 1, 0])
  })
})
