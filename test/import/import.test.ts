import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { INVARIANTS } from '../../src/check/check-database.ts'
import { sql } from '../../src/db/database.ts'
import { exportOf, importFrom } from '../kit/calendar/importing.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { assertHolds } from '../kit/engines/invariants.ts'
import { withServer } from '../kit/server/with-server.ts'

const venue = { kind: 'venue', id: 5001, fields: { venue: 'Mill', slug: 'old-mill', city: 'Amselfurt' } }
const parent = { kind: 'category', external_id: 'top', fields: { name: 'Music' } }
const child = { kind: 'category', external_id: 'jazz', fields: { name: 'Jazz' }, references: { parent: ['top'] } }

const concert = (number: number, fields: object = {}) => ({
  kind: 'event',
  id: 6000 + number,
  fields: {
    title: `Concert ${number}`,
    slug: `concert-${number}`,
    start_date: '2031-05-01 20:00:00',
    end_date: '2031-05-01 22:00:00',
    timezone: 'Europe/Berlin',
    ...fields,
  },
  references: { venue: [5001], categories: ['jazz'] },
  texts: [{ language: 'de', fields: { title: `Konzert ${number}`, slug: `konzert-${number}` } }],
  created_at: 1_700_000_000,
  modified_at: 1_700_000_500,
})

forEachEngine('imports', (engine) => {
  const server = withServer(engine)
  const rowsOf = async () => {
    const { db } = server
    const count = async (table: 'event' | 'audit' | 'redirect') =>
      (
        await db.get<{ n: number }>(
          sql`SELECT count(*) AS n FROM ${{ event: sql`event`, audit: sql`audit`, redirect: sql`redirect` }[table]}`,
        )
      )?.n
    const versions = await db.get<{ n: number }>(sql`SELECT sum(version) AS n FROM event`)
    return { events: await count('event'), audit: await count('audit'), versions: versions?.n }
  }
  const eventAt = async (id: number, root?: 'de') =>
    (await server.ask('GET', `/events/${id}`, root ? { root } : {})).body

  test('records keep ids, slugs, languages, times and references', async () => {
    const { counts, problems, state } = await importFrom(server.db, exportOf([venue, parent, child, concert(1)]))
    deepEqual(
      { counts, problems, state },
      {
        counts: { venues: { created: 1 }, categories: { created: 2 }, events: { created: 1 } },
        problems: [],
        state: 'finished',
      },
    )
    const event = await eventAt(6001)
    equal(event.slug, 'concert-1')
    equal(event.venue.id, 5001)
    equal(event.venue.slug, 'old-mill')
    equal(event.categories[0].name, 'Jazz')
    equal(event.modified_utc, '2023-11-14 22:21:40')
    equal((await eventAt(6001, 'de')).slug, 'konzert-1')
    const { body: next } = await server.ask('POST', '/venues', { as: 'editor', body: { venue: 'Later' } })
    ok(next.id > 6001, 'new ids are above those of the import')
    await assertHolds(server.db, INVARIANTS)
  })

  test('a second run of the same content writes nothing but its run', async () => {
    const records = [venue, parent, child, ...Array.from({ length: 50 }, (_, n) => concert(100 + n))]
    await importFrom(server.db, exportOf(records))
    const before = await rowsOf()
    const { counts } = await importFrom(server.db, exportOf(records))
    deepEqual(counts, { venues: { unchanged: 1 }, categories: { unchanged: 2 }, events: { unchanged: 50 } })
    deepEqual(await rowsOf(), { ...before, audit: Number(before.audit) + 1 })
  })

  test('a record that is in a source in two forms far apart has the first one after every run', async () => {
    const halls = Array.from({ length: 100 }, (_, at) => ({ ...venue, id: 7000 + at, fields: { venue: `Hall ${at}` } }))
    const source = () => exportOf([...halls, { ...venue, id: 7000, fields: { venue: 'Other name' } }], 'json:halls')
    for (const outcomes of [{ created: 100 }, { unchanged: 100 }, { unchanged: 100 }]) {
      const { counts } = await importFrom(server.db, source())
      deepEqual(counts.venues, { ...outcomes, refused: 1 })
      equal((await server.ask('GET', '/venues/7000')).body.venue, 'Hall 0')
    }
  })

  test('a dry run reports the same and writes no record', async () => {
    const records = [concert(201), concert(202, { end_date: 'never' }), { kind: 'event', id: 6203 }, '{"kind":']
    const before = await rowsOf()
    const dry = await importFrom(server.db, exportOf(records, 'dry'), { isDry: true })
    deepEqual(await rowsOf(), before)
    const real = await importFrom(server.db, exportOf(records, 'dry'))
    deepEqual({ ...dry, run: 0, dry_run: true }, { ...real, run: 0, dry_run: true })
    deepEqual(real.counts, { events: { created: 1, refused: 3 } })
    deepEqual(
      real.problems.map(({ severity, place, field }) => [severity, place, field]),
      [
        ['warning', 'line 2', 'venue'],
        ['warning', 'line 2', 'categories'],
        ['warning', 'line 3', 'venue'],
        ['warning', 'line 3', 'categories'],
        ['refused', 'line 3', 'end_date'],
        ['refused', 'line 4', 'title, start_date, end_date'],
        ['refused', 'line 5', ''],
      ],
    )
  })

  test('a run that was stopped goes on where it was', async () => {
    const records = [venue, parent, child, ...Array.from({ length: 120 }, (_, n) => concert(300 + n))]
    const stop = new AbortController()
    const source = exportOf(records, 'stopped')
    const first = await importFrom(server.db, source, {
      signal: stop.signal,
      onProgress: (counts) => counts.events && stop.abort(),
    })
    equal(first.state, 'running')
    const second = await importFrom(server.db, source)
    ok(second.isContinued)
    equal(second.run, first.run)
    deepEqual(second.counts.events, { created: 120 })
    equal(second.state, 'finished')
  })

  test('changed fields are written; fields that were changed here and records in the trash stay', async () => {
    const source = (fields: object) => exportOf([concert(801, fields), concert(802, fields)], 'changes')
    await importFrom(server.db, source({}))
    await server.ask('PATCH', '/events/6801', { as: 'editor', body: { title: 'Ours', cost: '7' } })
    equal((await server.ask('DELETE', '/events/6802', { as: 'editor' })).body.status, 'trash')
    const { counts, problems } = await importFrom(
      server.db,
      source({ title: 'Theirs', website: 'https://new.example/' }),
    )
    deepEqual(counts.events, { updated: 1, unchanged: 1 })
    deepEqual(
      problems.map(({ external_id, field }) => [external_id, field]).filter(([, field]) => field === 'title'),
      [['6801', 'title']],
    )
    const event = await eventAt(6801)
    deepEqual([event.title, event.cost, event.website], ['Ours', '$7', 'https://new.example/'])
    const { revisions } = (await server.ask('GET', '/events/6801/revisions', { as: 'editor' })).body
    const writes = revisions.map(({ fields }: { fields: string[] }) => String(fields))
    equal(writes.length, 2, 'one of the editor, and one of the import')
    match(writes[0], /website/)
    await server.ask('DELETE', '/events/6802?force=true', { as: 'editor' })
    const { body } = await server.ask('GET', '/events/6802')
    equal(body.code, 'event-not-found')
    const again = await importFrom(server.db, source({ title: 'Third' }))
    equal((await server.ask('GET', '/events/6802')).body.code, 'event-not-found', JSON.stringify(again.counts))
    const left = await server.db.get(sql`SELECT 1 AS one FROM external_id WHERE external_id = '6802' AND content <> ''`)
    equal(left, undefined, 'what was deleted for good leaves no texts')
  })

  test('an id in use is replaced and reported', async () => {
    const { problems } = await importFrom(server.db, exportOf([concert(1)], 'other'))
    const problem = problems.find(({ field }) => field === 'id')
    match(problem?.message ?? '', /6001/)
  })
})
