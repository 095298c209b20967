import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { INVARIANTS } from '../../src/check/check-database.ts'
import { sql } from '../../src/db/database.ts'
import { RunTakenOverError } from '../../src/import/import-errors.ts'
import { type ImportReport, readReportOfImportRun } from '../../src/import/runs/import-report.ts'
import type { NamedRunRow } from '../../src/import/runs/import-run-store.ts'
import { performAllDueImportRuns } from '../../src/import/runs/perform-due-imports.ts'
import { performUndoOfImportRun } from '../../src/import/undo/perform-undo-of-import.ts'
import { startUndoOfImportRun } from '../../src/import/undo/start-undo-of-import.ts'
import { exportOf, importFrom } from '../kit/calendar/importing.ts'
import { icsCalendar, icsEvent, subscribe, withFeedHost } from '../kit/calendar/subscriptions.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { assertHolds } from '../kit/engines/invariants.ts'
import { loadScope } from '../kit/engines/load-scope.ts'
import { TEST_NOW } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

const event = (id: string, fields: object = {}, more: object = {}) => ({
  kind: 'event',
  external_id: id,
  fields: { title: id, start_date: '2031-05-01 20:00:00', end_date: '2031-05-01 22:00:00', ...fields },
  ...more,
})
const ACTOR = { accountId: null, login: 'cli:tester', requestId: '', face: 'cli', now: TEST_NOW } as const

forEachEngine('undo of an import', (engine) => {
  const server = withServer(engine)
  const host = withFeedHost()
  const count = async (what: 'event' | 'venue' | 'category' | 'external_id' | 'audit' | 'revision') => {
    const table = {
      event: sql`event`,
      venue: sql`venue WHERE status <> 'trash'`,
      category: sql`category`,
      external_id: sql`external_id`,
      audit: sql`audit`,
      revision: sql`revision`,
    }[what]
    return (await server.db.get<{ n: number }>(sql`SELECT count(*) AS n FROM ${table}`))?.n
  }
  const scope = () => ({ ...loadScope(server.db), fetchPicture: async () => undefined })
  const perform = (undo: NamedRunRow, signal = new AbortController().signal) =>
    performUndoOfImportRun({ scope: scope(), undo, clock: () => 0, now: () => TEST_NOW, signal })

  async function undo(runId: number, { force = false } = {}): Promise<ImportReport> {
    const start = { accountId: scope().caller.id as number, actor: ACTOR, isBackground: false }
    const run = await startUndoOfImportRun(server.db, runId, { force }, start)
    await perform(run)
    return (await readReportOfImportRun(server.db, run.id)) as ImportReport
  }
  const eventNamed = async (externalId: string) =>
    Number(
      (
        await server.db.get<{ id: number }>(
          sql`SELECT record_id AS id FROM external_id WHERE collection = 'events' AND external_id = ${externalId}`,
        )
      )?.id,
    )
  const read = async (id: number, root?: 'de') =>
    (await server.ask('GET', `/events/${id}`, { as: 'editor', ...(root && { root }) })).body

  test('created records go to the trash, and the next import brings them back with their ids', async () => {
    const [audit, categories] = [Number(await count('audit')), await count('category')]
    const records = [
      { kind: 'category', external_id: 'c', fields: { name: 'Undone' } },
      event('u-1', { venue: 'Named hall' }, { references: { categories: ['c'] } }),
      event('u-2', { recurrence: 'RRULE:FREQ=DAILY;COUNT=3' }),
    ]
    const source = () => exportOf(records, 'json:undone')
    const { run } = await importFrom(server.db, source())
    const id = await eventNamed('u-1')
    const { counts, problems, undoes, state } = await undo(run)
    deepEqual(
      { counts, problems, undoes, state },
      {
        counts: { events: { removed: 2 }, venues: { removed: 1 }, categories: { removed: 1 } },
        problems: [],
        undoes: run,
        state: 'finished',
      },
    )
    deepEqual([(await read(id)).status, await count('category'), await count('venue')], ['trash', categories, 0])
    equal(await count('audit'), audit + 2)
    deepEqual((await importFrom(server.db, source(), { isDry: true })).counts, {
      categories: { created: 1 },
      events: { updated: 2 },
    })
    await importFrom(server.db, source())
    const again = await read(id)
    deepEqual([again.status, again.categories[0].name, again.venue.venue], ['publish', 'Undone', 'Named hall'])
    deepEqual((await importFrom(server.db, source())).counts, {
      categories: { unchanged: 1 },
      events: { unchanged: 2 },
    })
    await assertHolds(server.db, INVARIANTS)
  })

  test('with force created records are deleted for good, except those that somebody changed', async () => {
    const { run } = await importFrom(server.db, exportOf([event('f-1'), event('f-2')], 'json:force'))
    const [erased, edited] = [await eventNamed('f-1'), await eventNamed('f-2')]
    await server.ask('PATCH', `/events/${edited}`, { as: 'editor', body: { title: 'Edited' } })
    const { counts, problems } = await undo(run, { force: true })
    deepEqual(counts, { events: { removed: 2 } })
    deepEqual(
      problems.map(({ severity, title, external_id }) => [severity, title, external_id]),
      [['warning', 'Edited', 'f-2']],
    )
    equal((await server.ask('GET', `/events/${erased}`, { as: 'editor' })).status, 404)
    deepEqual([(await read(edited)).status, (await read(edited)).title], ['trash', 'Edited'])
  })

  test('changed records get their earlier values back in all languages, unless somebody changed them since', async () => {
    const source = (title: string) =>
      exportOf(
        ['r-1', 'r-2'].map((id) =>
          event(id, { title }, { texts: [{ language: 'de', fields: { title: `${title} de` } }] }),
        ),
        'json:restored',
      )
    await importFrom(server.db, source('Before'))
    const { run } = await importFrom(server.db, source('After'))
    const [restored, edited] = [await eventNamed('r-1'), await eventNamed('r-2')]
    await server.ask('PATCH', `/events/${edited}`, { as: 'editor', body: { cost: '7' } })
    const { counts, problems } = await undo(run)
    deepEqual(counts, { events: { updated: 1, refused: 1 } })
    deepEqual(
      problems.map(({ severity, place, title }) => [severity, place, title]),
      [['refused', `id ${edited}`, 'After']],
    )
    deepEqual([(await read(restored)).title, (await read(restored, 'de')).title], ['Before', 'Before de'])
    equal((await read(edited)).title, 'After')
    const { counts: next } = await importFrom(server.db, source('Third'))
    deepEqual([next, (await read(restored)).title], [{ events: { updated: 2 } }, 'Third'])
  })

  test('a second undo does nothing, and dry runs and undos cannot be undone', async () => {
    const dry = await importFrom(server.db, exportOf([event('s-0')], 'json:second'), { isDry: true })
    const { run } = await importFrom(server.db, exportOf([event('s-1')], 'json:second'))
    const first = await undo(run)
    await server.ask('PATCH', `/events/${await eventNamed('s-1')}`, { as: 'editor', body: { status: 'publish' } })
    const before = [await count('audit'), await count('revision')]
    deepEqual(await undo(run, { force: true }), first)
    deepEqual([await count('audit'), await count('revision')], before)
    for (const id of [dry.run, first.run]) {
      const { status, body } = await server.ask('POST', `/imports/runs/${id}/undo`, { as: 'administrator' })
      deepEqual([status, body.code], [409, 'run-not-undoable'])
    }
  })

  test('records that other events or sources use stay', async () => {
    const venue = { kind: 'venue', external_id: 'v', fields: { venue: 'Shared' } }
    const { run } = await importFrom(server.db, exportOf([venue], 'json:shared'))
    const [{ id } = { id: 0 }] = await server.db.all<{ id: number }>(
      sql`SELECT record_id AS id FROM external_id WHERE source = 'json:shared'`,
    )
    const body = { title: 'Guest', start_date: '2031-06-01 20:00', end_date: '2031-06-01 21:00', venue: id }
    await server.ask('POST', '/events', { as: 'editor', body: { ...body, status: 'publish' } })
    const { counts, problems } = await undo(run)
    deepEqual([counts, problems.length], [{ venues: { refused: 1 } }, 1])
    equal((await server.ask('GET', `/venues/${id}`)).status, 200)
  })

  test('an undo that was stopped goes on, and an interrupted import is not continued', async () => {
    const stop = new AbortController()
    const records = Array.from({ length: 120 }, (_, n) => event(`i-${n}`))
    const source = exportOf(records, 'json:interrupted')
    const { run, state } = await importFrom(server.db, source, {
      signal: stop.signal,
      onProgress: ({ events }) => Number(events?.created) > 50 && stop.abort(),
    })
    equal(state, 'running')
    const { body, status } = await server.ask('POST', `/imports/runs/${run}/undo`, { as: 'administrator' })
    deepEqual([status, body.undoes, body.state], [202, run, 'running'])
    const imported = Number((await readReportOfImportRun(server.db, run))?.counts.events?.created)
    const due = { db: server.db, now: () => TEST_NOW, onEnd: () => {} }
    let readings = 0
    // The first transaction is the last, as if the process was killed after it.
    const stopped = new AbortController()
    const clock = () => {
      readings += 1
      if (readings === 1) stopped.abort()
      return 0
    }
    const signal = stopped.signal
    await performAllDueImportRuns({
      ...due,
      signal,
      perform: (row) => performUndoOfImportRun({ scope: scope(), undo: row, clock, now: due.now, signal }),
    })
    const between = Number((await readReportOfImportRun(server.db, body.id))?.counts.events?.removed)
    ok(between > 0 && between < imported, `${between} of ${imported}`)
    await performAllDueImportRuns({ ...due, signal: new AbortController().signal, perform })
    const report = await readReportOfImportRun(server.db, body.id)
    deepEqual([report?.counts, report?.state], [{ events: { removed: imported } }, 'finished'])
    const next = await importFrom(server.db, source)
    deepEqual([next.isContinued, next.counts], [false, { events: { updated: imported, created: 120 - imported } }])
  })

  test('an import that is still running stops when it is undone', async () => {
    const records = Array.from({ length: 400 }, (_, n) => event(`r-${n}`))
    let undone: Promise<ImportReport> | undefined
    const running = importFrom(server.db, exportOf(records, 'json:running'), {
      onProgress: ({ events }) => {
        if (Number(events?.created) < 50) return
        undone ??= server.db
          .get<{ id: number }>(sql`SELECT MAX(id) AS id FROM import_run WHERE undoes IS NULL`)
          .then((row) => undo(row?.id as number))
      },
    })
    await rejects(running, RunTakenOverError)
    const { counts, state } = (await undone) as ImportReport
    equal(state, 'finished')
    const removed = Number(counts.events?.removed)
    ok(removed >= 50 && removed < 400, `${removed}`)
    const left = await server.db.get<{ n: number }>(sql`SELECT count(*) AS n FROM event_text t JOIN event e
      ON e.id = t.event_id WHERE t.title LIKE 'r-%' AND e.status <> 'trash'`)
    equal(left?.n, 0)
  })

  test('a subscription does not repeat what was undone', async () => {
    const feed = (...titles: string[]) => icsCalendar(...titles.map((title, n) => icsEvent(`n-${n}`, title, n + 1)))
    let content = feed('One', 'Two')
    host.answer = (_, response) => response.end(content)
    const { refresh } = await subscribe(server.db, { url: host.url, status: 'publish' })
    await refresh()
    content = feed('One, changed', 'Two', 'Three')
    const { runId = 0 } = (await refresh()) as { runId?: number }
    deepEqual((await undo(runId)).counts, { events: { removed: 1, updated: 1 } })
    content = feed('One, changed', 'Two, changed', 'Three')
    await refresh()
    const titles = await Promise.all(['n-0', 'n-1', 'n-2'].map(async (id) => read(await eventNamed(id))))
    deepEqual(
      titles.map(({ title, status }) => [title, status]),
      [
        ['One', 'publish'],
        ['Two, changed', 'publish'],
        ['Three', 'trash'],
      ],
    )
  })

  test('only administrators undo imports', async () => {
    const { run } = await importFrom(server.db, exportOf([event('o-1')], 'json:rights'))
    const refused = await server.ask('POST', `/imports/runs/${run}/undo`, { as: 'editor' })
    equal(refused.status, 403)
    equal((await server.ask('POST', '/imports/runs/999999/undo', { as: 'administrator' })).status, 404)
    match(
      String(
        (await server.ask('POST', `/imports/runs/${run}/undo`, { as: 'administrator', body: { force: 'x' } })).body.data
          .params.force,
      ),
      /force/,
    )
  })
})
