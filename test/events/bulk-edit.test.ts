import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyBulkEdit, previewBulkEdit } from '../../src/collections/events/bulk-edit/apply-bulk-edit.ts'
import type { BulkChange } from '../../src/collections/events/bulk-edit/plan-bulk-edit.ts'
import { events } from '../../src/collections/events/index.ts'
import type { WriteScope } from '../../src/collections/records/write-records.ts'
import { CalendarError, Problems } from '../../src/core/errors.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { checkRepeated } from '../kit/engines/invariants.ts'
import { loadScope } from '../kit/engines/load-scope.ts'
import { withServer } from '../kit/server/with-server.ts'

forEachEngine('bulk edits', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)

  const scopeOf = (as: 'editor' | 'author', requestId: string): WriteScope => ({
    ...loadScope(server.db),
    caller: { id: server.ids[as], login: as, role: as },
    requestId,
    fetchPicture: async () => undefined,
  })
  const read = async (id: number) => (await server.ask('GET', `/events/${id}`, { as: 'editor' })).body
  const apply = (ids: number[], change: BulkChange, request: string, as: 'editor' | 'author' = 'editor') =>
    applyBulkEdit(events, scopeOf(as, request), ids, change)
  const codeOf = (error: unknown) => (error instanceof CalendarError ? [error.code, error.data.record] : error)

  test('every change is planned before and after, applied as planned, and undone as one', async () => {
    const [venue, organizer] = [await make.venue(), await make.organizer()]
    const [old, added] = [await make.tag(), await make.tag()]
    const category = await make.category()
    const first = await make.event({ title: 'First', tags: [old.id], categories: [category.id] })
    const second = await make.event({ title: 'Second', tags: [added.id], venue: venue.id })
    const change: BulkChange = {
      ...{ addTags: [added.id], removeTags: [old.id], addCategories: [category.id], venue: [venue.id] },
      ...{ organizer: [organizer.id], featured: true, moveDays: -3, status: 'private' },
    }
    const ids = [first.id, second.id]
    const before = await Promise.all(ids.map(read))
    const planned = await previewBulkEdit(events, scopeOf('editor', ''), { ids }, change, new Problems())
    assert.deepEqual(
      planned.map(({ changes }) => changes.map(({ field, before: was, after }) => [field, was, after])),
      [
        [
          ['status', 'publish', 'private'],
          ['featured', false, true],
          ['tags', [old.id], [added.id]],
          ['venue', [], [venue.id]],
          ['organizer', [], [organizer.id]],
          ['start_date', '2030-07-01 10:00:00', '2030-06-28 10:00:00'],
          ['end_date', '2030-07-01 12:00:00', '2030-06-28 12:00:00'],
        ],
        [
          ['status', 'publish', 'private'],
          ['featured', false, true],
          ['categories', [], [category.id]],
          ['organizer', [], [organizer.id]],
          ['start_date', '2030-07-01 10:00:00', '2030-06-28 10:00:00'],
          ['end_date', '2030-07-01 12:00:00', '2030-06-28 12:00:00'],
        ],
      ],
    )
    assert.deepEqual(await apply(ids, change, 'bulk-one'), ids)
    for (const id of ids) {
      const { status, featured, tags, start_date, venue: place, organizer: people } = await read(id)
      const linked = [tags, place, people].map((one) => [one].flat().map((record: { id: number }) => record.id))
      assert.deepEqual(linked, [[added.id], [venue.id], [organizer.id]])
      assert.deepEqual([status, featured, start_date], ['private', true, '2030-06-28 10:00:00'])
    }
    assert.deepEqual(await apply(ids, change.moveDays ? { ...change, moveDays: 0 } : change, 'bulk-none'), [])
    assert.equal((await server.ask('POST', '/revisions/batches/bulk-one/undo', { as: 'editor' })).status, 200)
    const same = ({ version: _, modified: __, modified_utc: ___, tags, ...event }: Record<string, unknown>) => ({
      ...event,
      tags: (tags as { id: number }[]).map(({ id }) => id),
      categories: undefined,
    })
    assert.deepEqual((await Promise.all(ids.map(read))).map(same), before.map(same))
    await checkRepeated(server.db)
  })

  test('one event that cannot be changed leaves all others as they were', async () => {
    const [own, other] = [await make.event({}, { as: 'author' }), await make.event()]
    const trashed = await make.event()
    await server.ask('DELETE', `/events/${trashed.id}`, { as: 'editor' })
    const late = await make.event({ start_date: '9999-12-30 10:00', end_date: '9999-12-30 11:00' })
    const weekly = await make.event({ recurrence: ['RRULE:FREQ=WEEKLY;COUNT=2'] })
    const { body } = await server.ask('GET', `/events/${weekly.id}/occurrences`)
    const cases: [number, BulkChange, string][] = [
      [other.id, { featured: true }, 'rest_forbidden'],
      [trashed.id, { featured: true }, 'event-is-in-trash'],
      [trashed.id, { trash: true }, 'event-is-in-trash'],
      [late.id, { moveDays: 5 }, 'rest_invalid_param'],
      [own.id, { venue: [999_999] }, 'rest_invalid_param'],
      [body.events[0].id, { status: 'draft' }, 'rest_invalid_param'],
    ]
    const stored = await read(own.id)
    for (const [at, [id, change, code]] of cases.entries()) {
      const as = code === 'rest_forbidden' ? 'author' : 'editor'
      const failed = await apply([own.id, id], change, `bulk-refused-${at}`, as).catch(codeOf)
      assert.deepEqual(failed, [code, id], JSON.stringify(change))
    }
    assert.deepEqual(await read(own.id), stored)
    const tooMany = await apply(
      Array.from({ length: 2001 }, (_, at) => at + 1),
      { featured: true },
      '',
    ).catch(codeOf)
    assert.deepEqual(tooMany, ['rest_invalid_param', undefined])
  })

  test('a filter selects the events of the list, and the trash is undone as one', async () => {
    const tag = await make.tag()
    const made = [await make.event({ tags: [tag.id] }), await make.event({ tags: [tag.id], status: 'draft' })]
    await make.event()
    const selection = { query: { tags: [String(tag.id)] } }
    const planned = await previewBulkEdit(events, scopeOf('editor', ''), selection, { trash: true }, new Problems())
    const ids = planned.map(({ id }) => id).sort((one, other) => one - other)
    assert.deepEqual(
      ids,
      made.map(({ id }) => id),
    )
    await apply(ids, { trash: true }, 'bulk-trash')
    assert.deepEqual(
      (await Promise.all(ids.map(read))).map(({ status }) => status),
      ['trash', 'trash'],
    )
    assert.equal((await server.ask('POST', '/revisions/batches/bulk-trash/undo', { as: 'editor' })).status, 200)
    assert.deepEqual(
      (await Promise.all(ids.map(read))).map(({ status }) => status),
      ['publish', 'draft'],
    )
  })
})
